import { Button } from '@inlay/ui/controls/button';
import { TextField } from '@inlay/ui/controls/text-field';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';

interface TransitionDialogProps {
  readonly canvas: CanvasContext;
  readonly transition: 'submit' | 'publish' | 'return';
}

/** Submits, publishes or returns a dashboard with a comment; returning requires one. */
export function TransitionDialog({ canvas, transition }: TransitionDialogProps): VNode {
  const { builder } = canvas;
  const messages = builder.messages.value;
  const comment = useSignal('');
  const busy = useSignal(false);
  const close = () => {
    builder.dialog.value = undefined;
  };
  const [title, hint, said] = {
    submit: [messages.submit, messages.submitHint, messages.submitted],
    publish: [messages.publish, messages.publishHint, messages.publishedNow],
    return: [messages.giveBack, messages.giveBackHint, messages.saved],
  }[transition] as [string, string, string];
  const lacks = transition === 'return' && comment.value.trim() === '';
  const go = async () => {
    busy.value = true;
    const done = await builder.attempt(() => builder.dashboards.transition(transition, comment.value.trim()));
    busy.value = false;
    if (!done) return;
    close();
    builder.toast.value = { text: said };
  };
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{messages.cancel}</Button>
          <Button variant="primary" disabled={lacks || busy.value} onClick={go}>
            {title}
          </Button>
        </>
      }
    >
      <p>{hint}</p>
      {transition === 'submit' && !canvas.opened.document.value.dashboard.may.publish && (
        <p>{messages.publishNeeds}</p>
      )}
      <TextField
        label={transition === 'return' ? messages.comment : messages.commentOptional}
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
