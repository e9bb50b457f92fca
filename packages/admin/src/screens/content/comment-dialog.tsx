import { TransitionCommentSchema } from '@inlay/content/content';
import { Button } from '@inlay/ui/controls/button';
import { CancelButton } from '@inlay/ui/controls/cancel-button';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Dialog } from '@inlay/ui/overlays/dialog';
import type { VNode } from 'preact';
import { useMessages } from '../../messages.ts';

interface CommentDialogProps {
  readonly title: string;
  readonly hint: string;
  readonly action: string;
  readonly required?: boolean;
  readonly onDone: (comment: string) => void;
  readonly onClose: () => void;
}

/** A status change with an optional comment. */
export function CommentDialog({ title, ...form }: CommentDialogProps): VNode {
  return (
    <Dialog title={title} onClose={form.onClose}>
      <CommentForm {...form} />
    </Dialog>
  );
}

function CommentForm({
  hint,
  action,
  required = false,
  onDone,
  onClose,
}: Omit<CommentDialogProps, 'title'>): VNode {
  const t = useMessages('content').shared.status;
  const form = useForm({
    schema: TransitionCommentSchema,
    initial: {},
    save: async ({ comment = '' }) => onDone(comment.trim()),
  });
  return (
    <form class="ui-stack" {...form.props}>
      <p>{hint}</p>
      <TextField {...form.field('comment', { required, label: t.comment })} lines={4} optional={!required} />
      <div class="ui-row ui-end">
        <CancelButton onClick={onClose} />
        <Button variant="primary" type="submit">
          {action}
        </Button>
      </div>
    </form>
  );
}
