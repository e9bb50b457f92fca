import { Button } from '@inlay/ui/button';
import { CancelButton } from '@inlay/ui/cancel-button';
import { Dialog } from '@inlay/ui/dialog';
import { Field } from '@inlay/ui/field';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';

interface CommentDialogProps {
  readonly title: string;
  readonly says: string;
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

function CommentForm({ says, action, required, onDone, onClose }: Omit<CommentDialogProps, 'title'>): VNode {
  const [comment, setComment] = useState('');
  useUnsaved(comment.trim() !== '');
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(comment.trim());
      }}
    >
      <p>{says}</p>
      <Field label="Comment" optional={!required}>
        <textarea
          class="ui-input prose"
          required={required}
          maxLength={2000}
          value={comment}
          onInput={(event) => setComment(event.currentTarget.value)}
        />
      </Field>
      <div class="row end">
        <CancelButton onClick={onClose} />
        <Button variant="primary" type="submit">
          {action}
        </Button>
      </div>
    </form>
  );
}
