import { undoKey } from '@inlay/editor/model/undo-key';
import type { Commands } from '../edit/commands.ts';

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], dialog') !== null;

/** Keys that work wherever the focus is, as long as it is not in a field of its own. */
export function followShortcuts(commands: Commands, isActive: () => boolean): () => void {
  const ends = new AbortController();
  const isMeant = ({ target }: Event) => !isField(target) && isActive();
  const press = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || !isMeant(event)) return;
    const wanted = undoKey(event);
    const work = wanted
      ? commands[wanted]
      : { d: commands.duplicate, a: commands.selectAll }[event.key.toLowerCase()];
    if (!work) return;
    event.preventDefault();
    work();
  };
  // The browser's own events need no permission, which a frame of another site would have to be given.
  const copy = (event: ClipboardEvent) => {
    if (!isMeant(event) || getSelection()?.isCollapsed === false) return;
    const text = commands.copy();
    if (text === undefined) return;
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    if (event.type === 'cut') commands.remove();
  };
  const paste = (event: ClipboardEvent) => {
    if (isMeant(event) && commands.paste(event.clipboardData?.getData('text/plain'))) event.preventDefault();
  };
  document.addEventListener('keydown', press, ends);
  document.addEventListener('copy', copy, ends);
  document.addEventListener('cut', copy, ends);
  document.addEventListener('paste', paste, ends);
  return () => ends.abort();
}
