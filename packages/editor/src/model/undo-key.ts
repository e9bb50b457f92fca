interface Keys {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a key takes back or does again, as on every system: Ctrl or ⌘ with Z, with Shift+Z, with Y. */
export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'y') return 'redo';
  return letter === 'z' ? (shiftKey ? 'redo' : 'undo') : undefined;
}
