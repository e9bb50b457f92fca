import { IconButton } from '@inlay/ui/controls/icon-button';
import type { ComponentChildren, VNode } from 'preact';

interface EntryProps {
  readonly label: string;
  readonly removeLabel: string;
  readonly onRemove: () => void;
  readonly children: ComponentChildren;
}

/** One item of a list, with a Remove button. */
export function Entry({ label, removeLabel, onRemove, children }: EntryProps): VNode {
  return (
    <fieldset class="te-entry" aria-label={label}>
      <div class="te-entry-body">{children}</div>
      <IconButton icon="close" label={removeLabel} onClick={onRemove} />
    </fieldset>
  );
}
