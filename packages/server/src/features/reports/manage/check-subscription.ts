import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { AppError, refuseFields } from '../../../platform/errors.ts';
import { readMailAddress } from '../../../platform/mail/mail-address.ts';
import { fitPageState } from '../../embeds/index.ts';
import { alertProblems } from '../alerts/alert-problems.ts';
import { isAllowedRecipient } from '../settings/recipients.ts';
import type { StoredSubscription, SubscriptionSettings } from '../store/subscriptions.ts';
import type { SubscriptionRules } from './subscription-options.ts';
import type { SubscriptionPlace } from './subscription-place.ts';
import { openTried, type Trying } from './try-subscription.ts';

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

/** What the content does not have for this viewer. `state` is what they see, if it changes. */
export function contentProblems(
  { opened }: SubscriptionPlace,
  { tile_id: tileId, settings: { alert, format } }: Pick<StoredSubscription, 'tile_id' | 'settings'>,
  state: SubscriptionSettings['state'] | undefined,
): readonly FieldProblem[] {
  if (tileId !== null && !opened.tiles.has(tileId))
    return problemAt('/tileId', 'is not a tile of this content');
  const misfits = state ? fitPageState(opened, state).problems : [];
  return [
    ...misfits.map(({ path, problem }) => ({ path: `/state${path}`, problem })),
    ...problemAt(
      '/format',
      format === 'csv' && tileId === null && opened.tiles.size > 1
        ? 'can be csv for one tile only'
        : undefined,
    ),
    ...problemAt('/tileId', alert && tileId === null ? 'is required for alerts' : undefined),
  ];
}

/** Refuses what cannot be opened as it will be for each message, and alerts that cannot be checked. */
export async function refuseUnsendable(trying: Trying): Promise<void> {
  const { subscription } = trying;
  const embed = await openTried(trying);
  refuseFields(await alertProblems(embed, subscription));
}

/** Addresses as mail is sent to them, each once. */
export function normalizedTo(to: SubscriptionSettings['to']): SubscriptionSettings['to'] {
  if (to.kind !== 'email') return to;
  return { ...to, recipients: [...new Set(to.recipients.map((each) => readMailAddress(each) ?? each))] };
}

const problemAt = (path: string, problem: string | undefined): readonly FieldProblem[] =>
  problem === undefined ? [] : [{ path, problem }];
