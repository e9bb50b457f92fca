import { Button } from '@inlay/ui/controls/button';
import { TextField } from '@inlay/ui/controls/text-field';
import { Dialog } from '@inlay/ui/overlays/dialog';
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import type { CanvasContext } from '../canvas-context.ts';
import { GroupChoice } from './group-choice.tsx';
import { RadioOptions } from './radio-options.tsx';

interface TransitionDialogProps {
  readonly canvas: CanvasContext;
  readonly transition: 'submit' | 'publish' | 'groups' | 'return';
}

/** Submits, publishes or returns a dashboard with a comment, or changes who sees it; returning requires a comment. */
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
    groups: [messages.changeGroups, '', messages.saved],
    return: [messages.giveBack, messages.giveBackHint, messages.saved],
  }[transition] as [string, string, string];
  const { visibleTo, may } = canvas.opened.document.value.dashboard;
  const offered = [...new Set([...builder.data.value.viewer.groups, ...(visibleTo ?? [])])];
  // An empty list is the rule of an administrator, which stays.
  const changesGroups = transition === 'groups';
  const choosesGroups =
    (transition === 'publish' || changesGroups) && visibleTo?.length !== 0 && offered.length > 0;
  const to = useSignal<'everyone' | 'groups'>(visibleTo ? 'groups' : 'everyone');
  const groups = useSignal<readonly string[]>(visibleTo ?? (offered.length === 1 ? offered : []));
  const lacks =
    (transition === 'return' && comment.value.trim() === '') ||
    (choosesGroups && to.value === 'groups' && groups.value.length === 0);
  const go = async () => {
    busy.value = true;
    const done = await builder.attempt(() =>
      builder.dashboards.transition(transition, {
        ...(comment.value.trim() !== '' && { comment: comment.value.trim() }),
        ...(choosesGroups && { groups: to.value === 'groups' ? [...groups.value] : null }),
      }),
    );
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
      {choosesGroups ? (
        <>
          <RadioOptions
            legend={title}
            value={to.value}
            options={[
              {
                value: 'everyone',
                icon: 'globe',
                label: messages.publishTo.everyone,
                hint: messages.publishHint,
              },
              {
                value: 'groups',
                icon: 'people',
                label: messages.publishTo.groups,
                hint: offered.length === 1 ? offered.join() : messages.publishTo.groupsHint,
              },
            ]}
            onChange={(next) => {
              to.value = next;
            }}
          />
          {to.value === 'groups' ? (
            <GroupChoice label={messages.publishTo.groups} offered={offered} groups={groups} />
          ) : null}
        </>
      ) : (
        <p>{transition === 'publish' && visibleTo ? messages.visibleByRule : hint}</p>
      )}
      {transition === 'submit' && !may.publish && <p>{messages.publishNeeds}</p>}
      {!changesGroups && (
        <TextField
          label={transition === 'return' ? messages.comment : messages.commentOptional}
          lines={3}
          maxLength={2000}
          value={comment.value}
          onChange={(text) => {
            comment.value = text;
          }}
        />
      )}
    </Dialog>
  );
}
