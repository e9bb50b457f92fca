import { signal } from '@preact/signals';
import { navigate } from '../router.ts';
import { pathOfKey } from './nav-items.ts';

export const shortcutsOpen = signal(false);

const KEY = 'inlay-single-keys';
const SEQUENCE_MS = 1200;

/** Whether single keys are shortcuts. Dictation software presses keys for words (WCAG 2.1.4). */
export const singleKeys = signal(localStorage.getItem(KEY) !== 'off');

export function setSingleKeys(isOn: boolean): void {
  singleKeys.value = isOn;
  if (isOn) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, 'off');
}

/** `?` shows the shortcuts, `/` focuses the search of the screen, `g` and a letter opens another screen. */
export function listenForShortcuts(): () => void {
  // Times count from the page's start: 0 would be a `g` pressed then.
  let goSince = Number.NEGATIVE_INFINITY;
  const press = (event: KeyboardEvent) => {
    if (!singleKeys.value || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
    if (document.querySelector('dialog[open]')) return;
    const went = event.timeStamp - goSince < SEQUENCE_MS;
    goSince = event.key === 'g' && !went ? event.timeStamp : Number.NEGATIVE_INFINITY;
    const to = went ? pathOfKey(event.key) : undefined;
    if (to !== undefined) navigate(to);
    else if (event.key === '?') shortcutsOpen.value = true;
    else if (event.key !== '/' || !focusSearch()) return;
    event.preventDefault();
  };
  addEventListener('keydown', press);
  return () => removeEventListener('keydown', press);
}

/** Whether the focus is in a field, also inside an editor's shadow root. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof HTMLElement && target.matches('input, select, textarea, [contenteditable=true]');
}

function focusSearch(): boolean {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  search?.focus();
  return search !== null;
}
