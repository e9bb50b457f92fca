import type { SubscriptionOptions } from '@inlay/content/subscription';
import type { SubscriptionsMessages } from '@inlay/messages/subscriptions';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { addressesIn, type Draft, EMAIL } from './draft.ts';

/** The fields that can have an error. */
export type DraftField =
  | 'title'
  | 'what'
  | 'every'
  | 'at'
  | 'timeZone'
  | 'to'
  | 'recipients'
  | 'format'
  | 'measure'
  | 'condition'
  | 'limit'
  | 'normalAt'
  | 'amount'
  | 'by';
export type DraftErrors = Readonly<Partial<Record<DraftField, string>>>;

/** What can be known to be wrong before it is sent. */
export function checkDraft(
  draft: Draft,
  options: SubscriptionOptions,
  messages: SubscriptionsMessages,
  lang: string,
): DraftErrors {
  const { required } = messages;
  const recipients =
    draft.to === EMAIL
      ? recipientsProblem(addressesIn(draft.recipients), options, messages, lang)
      : undefined;
  return {
    ...(draft.every !== 'hour' && draft.at === '' && { at: required }),
    ...(recipients !== undefined && { recipients }),
    ...(draft.kind === 'alert' && alertProblems(draft, messages)),
  };
}

function alertProblems(
  { alert: { measure, kind, limit, normalAt, amount } }: Draft,
  { required, wrongSide }: SubscriptionsMessages,
): DraftErrors {
  const noMeasure = measure === '' && { measure: required };
  if (kind === 'missing') return { ...noMeasure };
  if (kind === 'change') return { ...noMeasure, ...(!(amount && amount > 0) && { amount: required }) };
  if (limit === undefined) return { ...noMeasure, limit: required };
  const isWrong = normalAt !== undefined && (kind === 'above' ? normalAt > limit : normalAt < limit);
  return {
    ...noMeasure,
    ...(isWrong && { normalAt: wrongSide({ kind: kind === 'above' ? 'above' : 'other' }) }),
  };
}

function recipientsProblem(
  addresses: readonly string[],
  { ownAddress, allowedDomains, maxRecipients }: SubscriptionOptions,
  messages: SubscriptionsMessages,
  lang: string,
): string | undefined {
  if (addresses.length === 0) return messages.required;
  const broken = addresses.find((address) => !/^[^\s@]+@[^\s@]+$/.test(address));
  if (broken !== undefined) return messages.wrongAddress({ address: broken });
  if (addresses.length > maxRecipients)
    return messages.tooMany({ count: maxRecipients, shown: maxRecipients.toLocaleString(lang) });
  const isAllowed = (address: string) =>
    address.toLowerCase() === ownAddress?.toLowerCase() ||
    allowedDomains.includes(address.split('@').at(-1)?.toLowerCase() ?? '');
  const other = addresses.find((address) => !isAllowed(address));
  return other && messages.otherDomain({ address: other, domains: domainsText(allowedDomains, lang) });
}

export const domainsText = (domains: readonly string[], lang: string): string =>
  new Intl.ListFormat(lang, { type: 'disjunction' }).format(domains);

const FIELDS: readonly (readonly [start: string, field: DraftField])[] = [
  ['/title', 'title'],
  ['/tileId', 'what'],
  ['/schedule/at', 'at'],
  ['/schedule/timeZone', 'timeZone'],
  ['/schedule', 'every'],
  ['/to/recipients', 'recipients'],
  ['/to', 'to'],
  ['/format', 'format'],
  ['/alert/measure', 'measure'],
  ['/alert/limit', 'limit'],
  ['/alert/margin', 'normalAt'],
  ['/alert/amount', 'amount'],
  ['/alert/by', 'by'],
  ['/alert', 'condition'],
];

/** The server's problems at their fields, and those that belong to none. */
export function placeProblems(
  problems: readonly FieldProblem[],
  refused: SubscriptionsMessages['refused'],
): { readonly errors: DraftErrors; readonly others: readonly string[] } {
  const placed = problems.map(({ path, problem }) => {
    const [, field] = FIELDS.find(([start]) => path.startsWith(start)) ?? [];
    return { field, text: refused({ problem }) };
  });
  return {
    errors: Object.fromEntries(placed.flatMap(({ field, text }) => (field ? [[field, text]] : []))),
    others: placed.flatMap(({ field, text }) => (field ? [] : [text])),
  };
}
