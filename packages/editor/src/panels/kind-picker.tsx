import { chartKinds, type TileKind } from '@inlay/charts/chart-kinds';
import type { DataShape } from '@inlay/charts/data-shape';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import type { EditorTexts } from '../editor-texts.ts';
import { canShow, proposeKind } from '../model/propose-kind.ts';
import { KindIcon } from '../parts/kind-icon.tsx';

interface KindPickerProps {
  readonly messages: EditorTexts;
  readonly shape: DataShape;
  readonly chosen: TileKind;
  readonly onChoose: (kind: TileKind) => void;
}

/** Native radio buttons, so arrow keys switch between kinds. */
export function KindPicker({ messages, shape, chosen, onChoose }: KindPickerProps): VNode {
  const name = useId();
  const best = proposeKind(shape);
  return (
    <fieldset class="te-kinds" aria-label={messages.kind}>
      {chartKinds.map(({ kind }) => {
        const { label } = messages.kinds[kind];
        const fits = canShow(kind, shape);
        const note = kind === best && fits ? messages.best : fits ? undefined : messages.doesNotFit;
        return (
          <label key={kind} class="te-kind" title={note ? `${label}: ${note}` : label}>
            <input
              type="radio"
              name={name}
              checked={kind === chosen}
              // The selected kind stays enabled even if it no longer fits.
              disabled={!fits && kind !== chosen}
              onChange={() => onChoose(kind)}
            />
            <KindIcon kind={kind} />
            <span>{label}</span>
            {kind === best && fits && <span class="te-best" aria-label={messages.best} role="img" />}
          </label>
        );
      })}
    </fieldset>
  );
}
