import type { AlertFields } from '@inlay/content/page-state';
import type { AlertCondition } from '@inlay/content/subscription';
import type { SubscriptionsMessages } from '@inlay/messages/subscriptions';
import { type ValueStyle, valueStyle } from './value-text.ts';

interface AlertWords {
  readonly messages: SubscriptionsMessages;
  readonly lang: string;
  readonly currency?: string | undefined;
  /** Absent where the page no longer shows the tile. */
  readonly fields: AlertFields | undefined;
}

/** When an alert fires: "Margin is below 8%, for each Region". */
export function alertText(alert: AlertCondition, words: AlertWords): string {
  const { messages, fields } = words;
  const condition = conditionText(alert, words);
  if (alert.by === undefined) return condition;
  const dimension = fields?.dimensions.find(({ name }) => name === alert.by)?.label ?? alert.by;
  return messages.forEach({ condition, dimension });
}

function conditionText(alert: AlertCondition, words: AlertWords): string {
  const { messages, lang, fields } = words;
  const found = fields?.measures.find(({ name }) => name === alert.measure);
  const measure = found?.label ?? alert.measure;
  const style = valueStyle(found?.format, words);
  switch (alert.kind) {
    case 'above':
      return messages.isAbove({ measure, limit: style.write(alert.limit) });
    case 'below':
      return messages.isBelow({ measure, limit: style.write(alert.limit) });
    case 'change': {
      const { direction } = alert;
      const amount = amountText(alert, style, lang);
      return messages.changes({ measure, direction: direction === 'either' ? 'other' : direction, amount });
    }
    case 'missing':
      return messages.isMissing({ measure });
  }
}

/** An amount in percent is a number such as 10, whatever the measure. */
const amountText = (
  { amount, unit }: Extract<AlertCondition, { readonly kind: 'change' }>,
  { write }: ValueStyle,
  lang: string,
): string =>
  unit === 'absolute'
    ? write(amount)
    : new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 2 }).format(amount / 100);
