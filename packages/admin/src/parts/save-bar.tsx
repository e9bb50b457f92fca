import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from './button.tsx';

interface SaveBarProps {
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onUndo: () => void;
}

/** Stays in sight while something is not saved; Ctrl-S or ⌘-S saves too. */
export function SaveBar({ busy, onSave, onUndo }: SaveBarProps): VNode {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (!busy) onSave();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [busy, onSave]);
  return (
    <section class="save-bar" aria-label="Not saved yet">
      <span>You have changes that are not saved.</span>
      <span class="row">
        <Button onPress={onUndo}>Undo the changes</Button>
        <Button kind="main" busy={busy} onPress={onSave}>
          Save
        </Button>
      </span>
    </section>
  );
}
