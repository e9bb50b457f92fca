import { fill } from '@inlay/ui/fill';
import { makeButton } from '../tile/make-button.ts';
import type { FrameWords } from '../words/frame-words.ts';
import type { CrossChoice } from './cross-filters.ts';

/** What is filtered by clicks, beside the filters; each goes away by its own button. */
export function showChips(
  root: ParentNode,
  choices: readonly CrossChoice[],
  words: FrameWords,
  onRemove: (choice: CrossChoice) => void,
): void {
  const place = root.querySelector('.inlay-filters') ?? root.querySelector('.inlay-head') ?? addPlace(root);
  for (const chip of root.querySelectorAll('.inlay-chip')) chip.remove();
  const chips = choices.map((choice) => {
    const textContent = `${choice.column}: ${choice.label}`;
    const ariaLabel = fill(words.remove, textContent);
    return makeButton({ className: 'inlay-chip', textContent, ariaLabel }, () => onRemove(choice));
  });
  const clear = place?.querySelector('.inlay-filter-clear');
  if (clear) clear.before(...chips);
  else place?.append(...chips);
}

function addPlace(root: ParentNode): Element {
  const place = document.createElement('div');
  place.className = 'inlay-filters';
  root.querySelector('.inlay-grid')?.before(place);
  return place;
}
