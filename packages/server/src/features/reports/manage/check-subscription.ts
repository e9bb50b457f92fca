import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { AppError } from '../../../platform/errors.ts';
import { readMailAddress } from '../../../platform/mail/mail-address.ts';
import { fitState } from '../../embeds/index.ts';
import { alertProblem } from '../alerts/alert-problem.ts';
import { isAllowedRecipient } from '../settings/recipients.ts';
import type { SubscriptionSettings } from '../store/subscriptions.ts';
import type { SubscriptionRules } from './subscription-options.ts';
import type { SubscriptionPlace } from './subscription-place.ts';

/** Refuses what no setting of a subscription changes. */
export function refuseUnavailable({ settings, isPublished }: SubscriptionRules): void {
  if (settings.rights === 'off') throw new AppError('REPORTS_OFF');
  if (!isPublished)
    throw new AppError('CONFLICT', {
      message: 'This is a draft. Publish it first: reports contain what is published.',
    });
}

/** What the tenant's settings or the embed do not allow this viewer. */
export function limitProblems(
  { schedule, format, to, alert }: SubscriptionSettings,
  rules: SubscriptionRules,
): readonly FieldProblem[] {
  const { options } = rules;
  const { frequencies, formats } = options;
  return [
    ...problemAt(
      '/schedule/every',
      frequencies.includes(schedule.every) ? undefined : `must be one of ${frequencies.join(', ')} here`,
    ),
    ...problemAt(
      '/schedule/every',
      schedule.every === 'hour' && alert === null ? 'can be hour for alerts only' : undefined,
    ),
    ...problemAt(
      '/format',
      formats.includes(format) ? undefined : `must be one of ${formats.join(', ')} here`,
    ),
    ...problemAt('/alert', alert === null || options.canAlert ? undefined : 'is not possible in this embed'),
    ...recipientProblems(to, rules),
  ];
}

function recipientProblems(
  to: SubscriptionSettings['to'],
  { options, recipients: rules }: SubscriptionRules,
): readonly FieldProblem[] {
  if (to.kind === 'destination') {
    const isKnown = options.destinations.some(({ id }) => id === to.id);
    return problemAt('/to/id', isKnown ? undefined : 'is not a destination that you can choose');
  }
  const { canEmail, maxRecipients, ownAddress, allowedDomains } = options;
  const choices = [
    ...(ownAddress === null ? [] : [ownAddress]),
    ...allowedDomains.map((domain) => `addresses at ${domain}`),
  ];
  return [
    ...problemAt('/to/kind', canEmail ? undefined : 'cannot be email: no mail server is set up'),
    ...problemAt(
      '/to/recipients',
      to.recipients.length > maxRecipients ? `must have at most ${maxRecipients}` : undefined,
    ),
    ...to.recipients.flatMap((address, index) =>
      problemAt(
        `/to/recipients/${index}`,
        isAllowedRecipient(rules, address) ? undefined : `must be one of: ${choices.join(', ') || 'none'}`,
      ),
    ),
  ];
}

/** What is to be sent, as far as it changes. */
export interface SubscribedContent {
  readonly tileId: string | null;
  readonly state?: SubscriptionSettings['state'] | undefined;
  readonly alert: SubscriptionSettings['alert'];
  readonly format: SubscriptionSettings['format'];
}

/** What the content does not have for this viewer. */
export function contentProblems(
  { opened }: SubscriptionPlace,
  { tileId, state, alert, format }: SubscribedContent,
): readonly FieldProblem[] {
  const tile = tileId === null ? undefined : opened.tiles.get(tileId);
  if (tileId !== null && tile === undefined) return problemAt('/tileId', 'is not a tile of this content');
  const misfits = state ? fitState(opened, state).problems : [];
  return [
    ...misfits.map(({ path, problem }) => ({ path: `/state${path}`, problem })),
    ...problemAt(
      '/format',
      format === 'csv' && tileId === null && opened.tiles.size > 1
        ? 'can be csv for one tile only'
        : undefined,
    ),
    ...(alert && !tile ? problemAt('/tileId', 'is required for alerts') : []),
    ...(alert && tile ? alertProblem(tile, alert) : []),
  ];
}

/** Addresses as mail is sent to them, each once. */
export function normalizedTo(to: SubscriptionSettings['to']): SubscriptionSettings['to'] {
  if (to.kind !== 'email') return to;
  return { ...to, recipients: [...new Set(to.recipients.map((each) => readMailAddress(each) ?? each))] };
}

const problemAt = (path: string, problem: string | undefined): readonly FieldProblem[] =>
  problem === undefined ? [] : [{ path, problem }];
