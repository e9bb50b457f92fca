import { chartKinds, type TileKind } from '@inlay/charts/chart-kinds';
import { kindMessages } from '@inlay/charts/chart-messages';
import type { DataShape } from '@inlay/charts/data-shape';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { EditorTexts } from '../editor-texts.ts';
import { canShow, proposeKind } from '../model/propose-kind.ts';
import { KindIcon } from '../parts/kind-icon.tsx';

interface KindPickerProps {
  readonly words: EditorTexts;
  readonly shape: DataShape;
  readonly chosen: TileKind;
  readonly onChoose: (kind: TileKind) => void;
}

/** Native radio buttons: one arrow key away is the next kind, drawn at once. */
export function KindPicker({ words, shape, chosen, onChoose }: KindPickerProps): VNode {
  const name = useId();
  const best = proposeKind(shape);
  return (
    <fieldset class="te-kinds" aria-label={words.kind}>
      {chartKinds.map(({ kind }) => {
        const { label } = kindMessages(words.charts, kind);
        const fits = canShow(kind, shape);
        const note = kind === best && fits ? words.best : fits ? undefined : words.doesNotFit;
        return (
          <label key={kind} class="te-kind" title={note ? `${label}: ${note}` : label}>
            <input
              type="radio"
              name={name}
              checked={kind === chosen}
              // A kind that fits no longer stays reachable while it is the one that is shown.
              disabled={!fits && kind !== chosen}
              onChange={() => onChoose(kind)}
            />
            <KindIcon kind={kind} />
            <span>{label}</span>
            {kind === best && fits && <span class="te-best" aria-label={words.best} role="img" />}
          </label>
        );
      })}
    </fieldset>
  );
}
