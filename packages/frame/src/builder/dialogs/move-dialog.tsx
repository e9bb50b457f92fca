import { Button } from '@inlay/ui/button';
import { Dialog } from '@inlay/ui/dialog';
import { TextField } from '@inlay/ui/text-field';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { Workbench } from '../workbench.ts';

interface MoveDialogProps {
  readonly bench: Workbench;
  readonly move: 'submit' | 'publish' | 'return';
}

/** Hands a dashboard on, with a word about it; returning one takes a reason. */
export function MoveDialog({ bench, move }: MoveDialogProps): VNode {
  const { builder } = bench;
  const words = builder.words.value;
  const comment = useSignal('');
  const busy = useSignal(false);
  const close = () => {
    builder.dialog.value = undefined;
  };
  const [title, hint, said] = {
    submit: [words.submit, words.submitHint, words.submitted],
    publish: [words.publish, words.publishHint, words.publishedNow],
    return: [words.giveBack, words.giveBackHint, words.saved],
  }[move] as [string, string, string];
  const lacks = move === 'return' && comment.value.trim() === '';
  const go = async () => {
    busy.value = true;
    const done = await builder.attempt(() => builder.move(move, comment.value.trim()));
    busy.value = false;
    if (!done) return;
    close();
    builder.say(said);
  };
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{words.cancel}</Button>
          <Button variant="primary" disabled={lacks || busy.value} onClick={go}>
            {title}
          </Button>
        </>
      }
    >
      <p>{hint}</p>
      {move === 'submit' && !bench.opened.document.value.dashboard.may.publish && <p>{words.publishNeeds}</p>}
      <TextField
        label={move === 'return' ? words.comment : words.commentOptional}
        lines={3}
        maxLength={2000}
        value={comment.value}
        onChange={(text) => {
          comment.value = text;
        }}
      />
    </Dialog>
  );
}
