import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { Button } from '../controls/button.tsx';
import { useAppTexts } from '../ui-texts.ts';

interface SaveBarProps {
  readonly busy: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

/** Stays in sight while something is not saved; Ctrl-S or ⌘-S saves too. */
export function SaveBar({ busy, onSave, onDiscard }: SaveBarProps): VNode {
  const { actions, kit: texts } = useAppTexts();
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
    <section class="ui-save-bar" aria-label={texts.unsaved}>
      <span>{texts.unsavedChanges}</span>
      <div>
        <Button onClick={onDiscard}>{texts.discard}</Button>
        <Button variant="primary" busy={busy} onClick={onSave}>
          {actions.save}
        </Button>
      </div>
    </section>
  );
}
