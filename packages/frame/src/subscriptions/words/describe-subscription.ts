import type { DeliverTo, ReportFormat, Subscription } from '@inlay/content/subscription';
import { baseLanguage } from '@inlay/protocol/language';
import { alertFieldsIn, tileOf, titleOf } from '../data/sent-content.ts';
import { isHere, type SubscriptionUi } from '../data/subscription-ui.ts';
import { alertText } from './alert-text.ts';
import { cityOf, momentText, scheduleText } from './schedule-text.ts';

export interface SubscriptionTexts {
  readonly when: string;
  readonly what: string;
  /** When it is sent next, and when it ends. */
  readonly times: readonly string[];
  readonly last?: LastTexts;
}

interface LastTexts {
  readonly text: string;
  readonly isBad: boolean;
  /** Why nothing was sent. The server's own sentences are in English. */
  readonly reason?: { readonly text: string; readonly lang?: 'en' };
}

/** An end is mentioned when it is this near. */
const SOON_MS = 30 * 86_400_000;

/** A subscription in the viewer's words. */
export function describeSubscription(ui: SubscriptionUi, subscription: Subscription): SubscriptionTexts {
  const { context, messages, lang } = ui;
  const { schedule, alert, kind, state, to, format, status, reason, nextAt, endsAt } = subscription;
  const tile = isHere(ui, subscription) ? tileOf(context, subscription.tileId) : undefined;
  const fields = alertFieldsIn(context, tile, state);
  const currency = context.page.currency;
  const time = (moment: string) => momentText(moment, schedule.timeZone, lang);
  const next = kind === 'alert' ? messages.nextCheck : messages.next;
  const ended = status === 'ended' && reason !== null ? [messages.reasons[reason]] : [];
  const isEndingSoon = endsAt !== null && Date.parse(endsAt) - Date.now() < SOON_MS;
  const date = new Intl.DateTimeFormat(lang, { dateStyle: 'medium', timeZone: schedule.timeZone });
  const last = lastText(ui, subscription);
  return {
    when: alert
      ? messages.alertWhen({ condition: alertText(alert, { messages, lang, currency, fields }) })
      : whenText(ui, schedule),
    what: [
      ...(alert ? [whenText(ui, schedule)] : []),
      ...contentText(ui, subscription),
      ...(kind === 'alert' ? [] : [formatText(ui, format)]),
      recipientText(ui, to),
    ].join(' · '),
    times: [
      ...ended,
      ...(status === 'active' && nextAt !== null ? [next({ time: time(nextAt) })] : []),
      ...(status !== 'ended' && endsAt !== null && isEndingSoon
        ? [messages.endsOn({ date: date.format(new Date(endsAt)) })]
        : []),
    ],
    ...(last && { last }),
  };
}

/** The title of a tile that the page shows, or what else is sent. */
function contentText(ui: SubscriptionUi, subscription: Subscription): readonly string[] {
  const { tileId, content } = subscription;
  const { context, messages } = ui;
  if (tileId === null) return [messages.whole({ kind: content.kind === 'tile' ? 'other' : content.kind })];
  return isHere(ui, subscription) && tileOf(context, tileId) ? [titleOf(context, tileId)] : [];
}

/** The schedule, with its time zone if it is not the viewer's. */
export function whenText(
  { messages, lang, options }: SubscriptionUi,
  schedule: Subscription['schedule'],
): string {
  const text = scheduleText(schedule, messages, lang);
  const { every, timeZone } = schedule;
  return every === 'hour' || timeZone === options.timeZone
    ? text
    : messages.inZone({ schedule: text, zone: cityOf(timeZone) });
}

export function formatText({ messages }: SubscriptionUi, format: ReportFormat): string {
  return { message: messages.inMessage, pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' }[format];
}

/** Addresses, or the name of a destination. */
export function recipientText({ lang, options }: SubscriptionUi, to: DeliverTo): string {
  if (to.kind === 'email') return new Intl.ListFormat(lang).format(to.recipients);
  return options.destinations.find(({ id }) => id === to.id)?.name ?? '–';
}

function lastText(ui: SubscriptionUi, subscription: Subscription): LastTexts | undefined {
  const { messages, lang } = ui;
  const { last, kind, schedule } = subscription;
  if (!last) return undefined;
  const { state } = last;
  const time = momentText(last.at, schedule.timeZone, lang);
  const words = messages.last;
  // A check that found nothing to report is skipped, without a reason.
  const isChecked = kind === 'alert' && (state === 'sent' || (state === 'skipped' && last.reason === null));
  const text = isChecked
    ? words.checked({ time })
    : state === 'sent'
      ? words.sent({ time })
      : state === 'failed' || state === 'unknown' || state === 'skipped'
        ? words[state]({ time })
        : words.delayed;
  const isBad = state === 'failed' || state === 'unknown';
  const reason = lastReason(ui, subscription);
  return { text, isBad, ...(reason && { reason }) };
}

/** The server's sentence is more precise than the text of its code, but in English. */
function lastReason({ messages, lang }: SubscriptionUi, subscription: Subscription): LastTexts['reason'] {
  const { last, status, reason: endedBy } = subscription;
  if (!last) return undefined;
  const { code, reason } = last;
  if (code === null || baseLanguage(lang) === 'en')
    return reason === null ? undefined : { text: reason, lang: 'en' };
  // Why it ended is among the times.
  return status === 'ended' && code === endedBy ? undefined : { text: messages.reasons[code] };
}
