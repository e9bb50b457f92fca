import { undoKey } from '@inlay/editor/model/undo-key';
import type { Commands } from '../edit/commands.ts';

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], dialog') !== null;

/** Shortcuts that work everywhere except in form fields and dialogs. */
export function bindShortcuts(commands: Commands, isActive: () => boolean): () => void {
  const listeners = new AbortController();
  const applies = ({ target }: Event) => !isField(target) && isActive();
  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !applies(event)) return;
    const wanted = undoKey(event);
    const command = wanted
      ? commands[wanted]
      : { d: commands.duplicate, a: commands.selectAll }[event.key.toLowerCase()];
    if (!command) return;
    event.preventDefault();
    command();
  };
  // Clipboard events need no permission, unlike the Clipboard API in a cross-site frame.
  const copy = (event: ClipboardEvent) => {
    if (!applies(event) || getSelection()?.isCollapsed === false) return;
    const text = commands.copy();
    if (text === undefined) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    if (event.type === 'cut') commands.remove();
  };
  const paste = (event: ClipboardEvent) => {
    if (applies(event) && commands.paste(event.clipboardData?.getData('text/plain'))) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown, listeners);
  document.addEventListener('copy', copy, listeners);
  document.addEventListener('cut', copy, listeners);
  document.addEventListener('paste', paste, listeners);
  return () => listeners.abort();
}
