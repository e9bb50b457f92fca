import type {
  AlertCondition,
  NewSubscription,
  ReportFormat,
  Subscription,
  SubscriptionOptions,
} from '@inlay/content/subscription';
import type { Frequency, ReportSchedule } from '@inlay/protocol/report-schedule';

/** What is typed and chosen in the form. */
export interface Draft {
  readonly kind: Subscription['kind'];
  /** Empty: everything. */
  readonly tileId: string;
  /** Empty: the title of what is sent. */
  readonly title: string;
  readonly every: Frequency;
  readonly weekday: number;
  readonly day: number;
  readonly at: string;
  readonly timeZone: string;
  /** The id of a destination, or `EMAIL`. */
  readonly to: string;
  /** Separated by commas. */
  readonly recipients: string;
  readonly format: ReportFormat;
  readonly alert: AlertDraft;
}

export interface AlertDraft {
  readonly measure: string;
  readonly kind: AlertCondition['kind'];
  readonly limit: number | undefined;
  /** The value from which it counts as normal again; undefined is the limit. */
  readonly normalAt: number | undefined;
  readonly direction: 'up' | 'down' | 'either';
  readonly amount: number | undefined;
  readonly unit: 'percent' | 'absolute';
  /** Empty: the total. */
  readonly by: string;
  readonly quietMinutes: number;
}

/** Ids of destinations are not empty. */
export const EMAIL = '';

const DAY_MINUTES = 1440;

/** A weekly report or a daily alert, as far as the tenant allows it. */
export function newDraft(options: SubscriptionOptions, tileId: string): Draft {
  const { ownAddress, timeZone, destinations, formats } = options;
  return {
    kind: 'report',
    tileId,
    title: '',
    every: frequencyFor('report', 'week', options),
    weekday: 1,
    day: 1,
    at: '08:00',
    timeZone,
    to: canEmail(options) ? EMAIL : (destinations[0]?.id ?? EMAIL),
    recipients: ownAddress ?? '',
    format: formats[0] ?? 'message',
    alert: {
      measure: '',
      kind: 'above',
      limit: undefined,
      normalAt: undefined,
      direction: 'either',
      amount: undefined,
      unit: 'percent',
      by: '',
      quietMinutes: DAY_MINUTES,
    },
  };
}

/** The form of a subscription that exists. */
export function draftOf(subscription: Subscription, options: SubscriptionOptions): Draft {
  const { schedule, to, alert, format, kind, title, tileId } = subscription;
  const { every, timeZone } = schedule;
  const draft = newDraft(options, tileId ?? '');
  return {
    ...draft,
    kind,
    title,
    every,
    timeZone,
    format,
    ...('at' in schedule && { at: schedule.at }),
    ...(every === 'week' && { weekday: schedule.weekday }),
    ...(every === 'month' && { day: schedule.day }),
    to: to.kind === 'email' ? EMAIL : to.id,
    // Addresses can only be changed where there is a choice.
    ...(to.kind === 'email' && hasOtherAddresses(options) && { recipients: to.recipients.join(', ') }),
    alert: alert ? alertDraftOf(alert, draft.alert) : draft.alert,
  };
}

function alertDraftOf(alert: AlertCondition, draft: AlertDraft): AlertDraft {
  const { kind, measure, by = '', quietMinutes } = alert;
  const common = { ...draft, kind, measure, by, quietMinutes };
  if (alert.kind === 'change')
    return { ...common, direction: alert.direction, amount: alert.amount, unit: alert.unit };
  if (alert.kind === 'missing') return common;
  const { limit, margin } = alert;
  const normalAt = alert.kind === 'above' ? limit - margin : limit + margin;
  return { ...common, limit, normalAt: margin === 0 ? undefined : normalAt };
}

/** What can be chosen: reports are not sent every hour. */
export const frequenciesFor = (
  kind: Draft['kind'],
  { frequencies }: Pick<SubscriptionOptions, 'frequencies'>,
): readonly Frequency[] => frequencies.filter((each) => kind === 'alert' || each !== 'hour');

/** The wanted frequency, or the first that is allowed. */
export function frequencyFor(
  kind: Draft['kind'],
  wanted: Frequency,
  options: Pick<SubscriptionOptions, 'frequencies'>,
): Frequency {
  const allowed = frequenciesFor(kind, options);
  return allowed.includes(wanted) ? wanted : (allowed[0] ?? wanted);
}

/** Whether some address can get it. */
export const canEmail = ({
  canEmail: hasServer,
  ownAddress,
  allowedDomains,
}: Pick<SubscriptionOptions, 'canEmail' | 'ownAddress' | 'allowedDomains'>): boolean =>
  hasServer && (ownAddress !== null || allowedDomains.length > 0);

/** Whether there is anywhere to send something to. */
export const canSend = (
  options: Pick<SubscriptionOptions, 'canEmail' | 'ownAddress' | 'allowedDomains' | 'destinations'>,
): boolean => canEmail(options) || options.destinations.length > 0;

/** Whether the viewer can enter addresses besides their own. */
export const hasOtherAddresses = ({ allowedDomains }: Pick<SubscriptionOptions, 'allowedDomains'>): boolean =>
  allowedDomains.length > 0;

/** Chat messages have no attachments, and only a table of one tile fits into CSV. */
export function formatsFor(
  { to }: Pick<Draft, 'to'>,
  { formats, destinations }: Pick<SubscriptionOptions, 'formats' | 'destinations'>,
  isTile: boolean,
): readonly ReportFormat[] {
  const kind = destinations.find(({ id }) => id === to)?.kind;
  const isChat = kind === 'slack' || kind === 'teams';
  return formats.filter((format) => (isChat ? format === 'message' : isTile || format !== 'csv'));
}

export const addressesIn = (text: string): readonly string[] => [
  ...new Set(text.split(/[\s,;]+/).filter((address) => address !== '')),
];

type Sent = Required<Pick<NewSubscription, 'title' | 'schedule' | 'format' | 'to'>> & {
  readonly alert: AlertCondition | null;
};

/** The draft as it is sent; `title` is used if none was typed. */
export function toWire(draft: Draft, title: string): Sent {
  const { to, recipients, kind, format } = draft;
  return {
    title: draft.title.trim() || title,
    schedule: scheduleOf(draft),
    format: kind === 'alert' ? 'message' : format,
    to:
      to === EMAIL
        ? { kind: 'email', recipients: [...addressesIn(recipients)] }
        : { kind: 'destination', id: to },
    alert: kind === 'alert' ? conditionOf(draft.alert) : null,
  };
}

export function scheduleOf({ every, weekday, day, at, timeZone }: Draft): ReportSchedule {
  switch (every) {
    case 'hour':
      return { every, timeZone };
    case 'day':
    case 'workday':
      return { every, at, timeZone };
    case 'week':
      return { every, weekday, at, timeZone };
    case 'month':
      return { every, day, at, timeZone };
  }
}

export function conditionOf({ kind, measure, by, quietMinutes, ...typed }: AlertDraft): AlertCondition {
  const common = { measure, quietMinutes, ...(by !== '' && { by }) };
  if (kind === 'missing') return { kind, ...common };
  if (kind === 'change') {
    const { direction, amount = 0, unit } = typed;
    return { kind, direction, amount, unit, ...common };
  }
  const { limit = 0, normalAt = limit } = typed;
  return { kind, limit, margin: Number(Math.abs(limit - normalAt).toPrecision(12)), ...common };
}
