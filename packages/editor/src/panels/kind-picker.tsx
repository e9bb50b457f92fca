import type { TileKind } from '@inlay/charts/tile';
import type { VNode } from 'preact';
import { useId } from 'preact/hooks';
import { canShow, KINDS, proposeKind } from '../model/propose-kind.ts';
import type { Shape } from '../model/shape-of.ts';
import { KindIcon } from '../parts/kind-icon.tsx';
import type { EditorWords } from '../words/editor-words.ts';

interface KindPickerProps {
  readonly words: EditorWords;
  readonly shape: Shape;
  readonly chosen: TileKind;
  readonly onChoose: (kind: TileKind) => void;
}

/** Native radio buttons: one arrow key away is the next kind, drawn at once. */
export function KindPicker({ words, shape, chosen, onChoose }: KindPickerProps): VNode {
  const name = useId();
  const best = proposeKind(shape);
  return (
    <fieldset class="te-kinds" aria-label={words.kind}>
      {KINDS.map((kind) => {
        const fits = canShow(kind, shape);
        const note = kind === best && fits ? words.best : fits ? undefined : words.doesNotFit;
        return (
          <label
            key={kind}
            class="te-kind"
            title={note ? `${words.kinds[kind]}: ${note}` : words.kinds[kind]}
          >
            <input
              type="radio"
              name={name}
              checked={kind === chosen}
              // A kind that fits no longer stays reachable while it is the one that is shown.
              disabled={!fits && kind !== chosen}
              onChange={() => onChoose(kind)}
            />
            <KindIcon kind={kind} />
            <span>{words.kinds[kind]}</span>
            {kind === best && fits && <span class="te-best" aria-label={words.best} role="img" />}
          </label>
        );
      })}
    </fieldset>
  );
}
