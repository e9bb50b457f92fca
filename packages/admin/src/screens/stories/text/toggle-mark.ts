import { EditorSelection } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';

/** Puts a mark of Markdown around what is selected, or takes it away if it is there. */
export function toggleMark(view: EditorView, mark: string): true {
  const { state } = view;
  const size = mark.length;
  view.dispatch(
    state.changeByRange(({ from, to }) => {
      const before = starsAt(
        state
          .sliceDoc(Math.max(0, from - 3), from)
          .split('')
          .toReversed(),
      );
      const after = starsAt(state.sliceDoc(to, to + 3).split(''));
      if (isMarked(before, size) && isMarked(after, size))
        return {
          changes: [
            { from: from - size, to: from },
            { from: to, to: to + size },
          ],
          range: EditorSelection.range(from - size, to - size),
        };
      return {
        changes: [
          { from, insert: mark },
          { from: to, insert: mark },
        ],
        range: EditorSelection.range(from + size, to + size),
      };
    }),
  );
  return true;
}

const starsAt = (letters: readonly string[]): number => {
  const end = letters.findIndex((letter) => letter !== '*');
  return end < 0 ? letters.length : end;
};

/** Two stars are bold, one is italic, and three are both. */
const isMarked = (stars: number, size: number): boolean => (size === 1 ? stars % 2 === 1 : stars >= size);
