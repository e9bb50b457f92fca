import type { Form } from '@inlay/ui/form/use-form';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { ComponentChildren, VNode } from 'preact';
import { DialogForm } from './dialog-form.tsx';

interface FieldsProps<V> {
  /** Calls `useForm` inside of the dialog, which asks before it closes a form with unsaved input. */
  readonly useFields: () => Form<V>;
  /** What the button does, as a verb. */
  readonly action: string;
  /** There is something to save only after a change. */
  readonly needsChange?: boolean;
  readonly onClose: () => void;
  readonly children: (form: Form<V>) => ComponentChildren;
}

interface FormDialogProps<V> extends FieldsProps<V> {
  readonly title: string;
  /** For forms with many fields. */
  readonly side?: boolean;
}

/** A dialog that is a form. */
export function FormDialog<V>({ title, side = false, ...fields }: FormDialogProps<V>): VNode {
  return (
    <Dialog title={title} onClose={fields.onClose} side={side}>
      <Fields {...fields} />
    </Dialog>
  );
}

function Fields<V>({ useFields, action, needsChange = false, onClose, children }: FieldsProps<V>): VNode {
  const form = useFields();
  return (
    <DialogForm form={form} action={action} disabled={needsChange && !form.isDirty} onClose={onClose}>
      {children(form)}
    </DialogForm>
  );
}
