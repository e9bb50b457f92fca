interface Keys {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a key press means undo (Ctrl/⌘+Z) or redo (Ctrl/⌘+Shift+Z or Ctrl/⌘+Y). */
export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: Keys): 'undo' | 'redo' | undefined {
  if (!(ctrlKey || metaKey) || altKey) return undefined;
  const letter = key.toLowerCase();
  if (letter === 'y') return 'redo';
  return letter === 'z' ? (shiftKey ? 'redo' : 'undo') : undefined;
}
