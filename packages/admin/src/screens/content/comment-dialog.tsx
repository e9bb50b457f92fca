import { TransitionCommentSchema } from '@inlay/content/content';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';
import { FormDialog } from '../../parts/form/form-dialog.tsx';

interface CommentDialogProps {
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly onDone: (comment: string) => void;
  readonly onClose: () => void;
}

/** A status change with a comment. */
export function CommentDialog({ title, hint, action, onDone, onClose }: CommentDialogProps): VNode {
  const t = useMessages('content').shared.status;
  return (
    <FormDialog
      title={title}
      action={action}
      onClose={onClose}
      useFields={() =>
        useForm({
          schema: TransitionCommentSchema,
          initial: {},
          save: async ({ comment = '' }) => onDone(comment.trim()),
        })
      }
    >
      {(form) => (
        <>
          <p>{hint}</p>
          <TextField {...form.field('comment', { required: true, label: t.comment })} lines={4} />
        </>
      )}
    </FormDialog>
  );
}
