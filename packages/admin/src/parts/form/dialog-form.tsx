import { Button } from '@inlay/ui/controls/button';
import { CancelButton } from '@inlay/ui/controls/cancel-button';
import type { Form } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/layout/notice';
import type { ComponentChildren, VNode } from 'preact';
import { ConflictDialog } from '../conflict/lazy-conflict-dialog.ts';

interface DialogFormProps<V> {
  readonly form: Form<V>;
  /** What the button does, as a verb. */
  readonly action: string;
  readonly disabled?: boolean;
  /** Its buttons stay in sight while the fields scroll. */
  readonly isLong?: boolean;
  /** Before the buttons. */
  readonly before?: ComponentChildren;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** The form of a dialog: its fields, why it was refused, the buttons, and what somebody else saved meanwhile. */
export function DialogForm<V>(props: DialogFormProps<V>): VNode {
  const { form, action, disabled = false, isLong, before, onClose, children } = props;
  return (
    <form class="ui-stack" {...form.props}>
      {children}
      {form.error && <Notice tone="bad">{form.error}</Notice>}
      <div class={isLong ? 'ui-row ui-end ui-dialog-end' : 'ui-row ui-end'}>
        {before}
        <CancelButton onClick={onClose} />
        <Button variant="primary" type="submit" busy={form.busy} disabled={disabled}>
          {action}
        </Button>
      </div>
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </form>
  );
}
