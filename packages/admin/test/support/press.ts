import { focusableIn, type PageGlobals, topDialog } from './complete-dom.ts';

/** Presses a key where the focus is, as a browser does: `Escape`, `Control+k`, `a`. */
export function press(page: PageGlobals, keys: string): void {
  const { document, KeyboardEvent, HTMLInputElement, HTMLTextAreaElement, HTMLElement } = page;
  const parts = keys === '+' ? ['+'] : keys.split('+');
  const key = parts.at(-1) ?? '';
  const modifiers = { ctrlKey: parts.includes('Control'), shiftKey: parts.includes('Shift') };
  const init = { key, bubbles: true, cancelable: true, ...modifiers };
  const target = document.activeElement ?? document.body;
  const proceeds = target.dispatchEvent(new KeyboardEvent('keydown', init));
  if (proceeds && target instanceof HTMLElement && !modifiers.ctrlKey) {
    if (key === 'Tab') moveFocus(document, target, modifiers.shiftKey ? -1 : 1);
    else if (key === 'Enter' && target instanceof HTMLInputElement) target.form?.requestSubmit();
    else if ((key === 'Enter' || key === ' ') && target.matches('a[href], button, summary')) target.click();
    else if (key === ' ' && target.matches('[type=checkbox], [type=radio]')) target.click();
    else if (
      key.length === 1 &&
      (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
    ) {
      target.value += key;
      target.dispatchEvent(new page.InputEvent('input', { bubbles: true }));
    }
  }
  target.dispatchEvent(new KeyboardEvent('keyup', init));
}

function moveFocus(document: Document, from: HTMLElement, step: 1 | -1): void {
  const order = focusableIn(topDialog(document) ?? document);
  const at = order.indexOf(from);
  order.at((at + step + order.length) % order.length)?.focus();
}
