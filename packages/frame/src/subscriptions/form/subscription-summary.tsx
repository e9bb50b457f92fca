import type { AlertFields } from '@inlay/content/page-state';
import type { NewSubscription } from '@inlay/content/subscription';
import type { VNode } from 'preact';
import type { SubscriptionUi } from '../data/subscription-ui.ts';
import { alertText } from '../words/alert-text.ts';
import { recipientText, whenText } from '../words/describe-subscription.ts';

interface SubscriptionSummaryProps {
  readonly ui: SubscriptionUi;
  readonly body: NewSubscription;
  readonly alertFields: AlertFields | undefined;
  /** A sentence about the filters. */
  readonly filters: string;
}

/** What will be sent, when, to whom and with what, before it is saved. */
export function SubscriptionSummary({ ui, body, alertFields, filters }: SubscriptionSummaryProps): VNode {
  const { context, messages, lang } = ui;
  const { alert, schedule, title, format, to } = body;
  const language = new Intl.DisplayNames(lang, { type: 'language' }).of(body.lang ?? lang) ?? lang;
  const recipients = recipientText(ui, to);
  const fields = { messages, lang, currency: context.page.currency, fields: alertFields };
  return (
    <section class="inlay-subscriptions-summary" aria-label={messages.summary}>
      <h3>{whenText(ui, schedule)}</h3>
      {alert && alert.measure !== '' && (
        <p dir="auto">{messages.alertWhen({ condition: alertText(alert, fields) })}</p>
      )}
      <p dir="auto">
        {alert
          ? messages.containsAlert({ language, to: recipients })
          : messages.contains({
              title,
              format: format === 'message' ? 'other' : format,
              language,
              to: recipients,
            })}
      </p>
      <p dir="auto">{filters}</p>
    </section>
  );
}
