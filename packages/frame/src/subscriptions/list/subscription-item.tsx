import type { Subscription } from '@inlay/content/subscription';
import { Button } from '@inlay/ui/controls/button';
import { Badge } from '@inlay/ui/layout/badge';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { refusalText } from '../data/refusal-text.ts';
import { isHere, type SubscriptionUi } from '../data/subscription-ui.ts';
import { describeSubscription } from '../words/describe-subscription.ts';
import { focusButton } from './focus-button.ts';

interface SubscriptionItemProps {
  readonly ui: SubscriptionUi;
  readonly subscription: Subscription;
  readonly isReadOnly: boolean;
  readonly onEdit: () => void;
  readonly onChanged: (text: string) => Promise<void>;
  /** A test is on its way. */
  readonly onTested: () => Promise<void>;
}

/** What is sent and when, its last result, and what the viewer can do with it. */
export function SubscriptionItem(props: SubscriptionItemProps): VNode {
  const { ui, subscription, isReadOnly, onEdit, onChanged, onTested } = props;
  const { api, messages } = ui;
  const { id, title, status, username } = subscription;
  const [isBusy, setBusy] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const [problem, setProblem] = useState('');
  const { what, when, times, last } = describeSubscription(ui, subscription);

  const run = async (work: () => Promise<unknown>, said: string, followUp?: () => Promise<void>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
      await onChanged(said);
      void followUp?.();
    } catch (error) {
      setProblem(refusalText(error, messages.failed));
    }
    setBusy(false);
  };
  const action = (label: string, onClick: () => void) => (
    <Button variant="ghost" label={`${label.replace('…', '')}: ${title}`} disabled={isBusy} onClick={onClick}>
      {label}
    </Button>
  );
  const pause = (isPaused: boolean) => () =>
    void run(() => api.change(id, { isPaused }), isPaused ? messages.paused : messages.saved);

  return (
    <li aria-busy={isBusy}>
      <div class="inlay-subscriptions-head">
        <h3 dir="auto">{title}</h3>
        {subscription.kind === 'alert' && <Badge tone="neutral">{messages.alert}</Badge>}
        {status === 'paused' && <Badge tone="warning">{messages.paused}</Badge>}
        {status === 'ended' && <Badge tone="bad">{messages.ended}</Badge>}
      </div>
      {isReadOnly && <p dir="auto">{username}</p>}
      <p>{when}</p>
      <p class="inlay-subscriptions-note" dir="auto">
        {what}
      </p>
      {times.map((text) => (
        <p key={text} class="inlay-subscriptions-note">
          {text}
        </p>
      ))}
      {last && (
        <p class="inlay-subscriptions-note" data-tone={last.isBad ? 'bad' : undefined}>
          {last.text}
          {last.reason && <span lang={last.reason.lang}> {last.reason.text}</span>}
        </p>
      )}
      {!isReadOnly && !isDeleting && (
        <div class="inlay-subscriptions-actions">
          {status === 'active' && action(messages.pause, pause(true))}
          {status === 'paused' && action(messages.resume, pause(false))}
          {isHere(ui, subscription) && action(messages.edit, onEdit)}
          {status === 'active' &&
            action(messages.test, () => void run(() => api.sendTest(id), messages.testSent, onTested))}
          {action(messages.remove, () => setDeleting(true))}
        </div>
      )}
      {isDeleting && (
        <div
          class="inlay-subscriptions-ask"
          role="alertdialog"
          aria-label={messages.removeAsk({ title })}
          ref={focusButton}
        >
          <p dir="auto">{messages.removeAsk({ title })}</p>
          <div class="ui-dialog-actions">
            <Button onClick={() => setDeleting(false)}>{messages.cancel}</Button>
            <Button
              variant="danger"
              busy={isBusy}
              onClick={() => void run(() => api.remove(subscription), messages.removed)}
            >
              {messages.removeNow}
            </Button>
          </div>
        </div>
      )}
      {problem !== '' && (
        <p class="ui-field-error" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}
