import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';

interface CommentDialogProps {
  readonly title: string;
  readonly says: string;
  readonly action: string;
  readonly required?: boolean;
  readonly onDone: (comment: string) => void;
  readonly onClose: () => void;
}

/** A change of state, with a word for whoever comes after. */
export function CommentDialog({ title, says, action, required, onDone, onClose }: CommentDialogProps): VNode {
  const [comment, setComment] = useState('');
  return (
    <Dialog title={title} onClose={onClose}>
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
          <Button onPress={onClose}>Cancel</Button>
          <Button kind="main" type="submit">
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
