import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { CancelButton } from '../../parts/cancel-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { useUnsaved } from '../../parts/use-unsaved.ts';

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
          class="input prose"
          required={required}
          maxLength={2000}
          value={comment}
          onInput={(event) => setComment(event.currentTarget.value)}
        />
      </Field>
      <div class="row end">
        <CancelButton onPress={onClose} />
        <Button kind="main" type="submit">
          {action}
        </Button>
      </div>
    </form>
  );
}
