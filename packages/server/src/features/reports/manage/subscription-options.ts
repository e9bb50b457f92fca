import { REPORT_FORMATS, type SubscriptionOptions } from '@inlay/content/subscription';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { canSend, readMailSetup } from '../../mail/index.ts';
import { destinationsOf } from '../channels/destinations.ts';
import { ownAddress, type RecipientRules } from '../settings/recipients.ts';
import { readReportSetup, type StoredReportSettings } from '../settings/report-settings.ts';
import { isPerson, isPublished, type SubscriptionPlace, seesAll } from './subscription-place.ts';

/** What decides about a subscription, read once per request. */
export interface SubscriptionRules {
  readonly settings: StoredReportSettings;
  readonly recipients: RecipientRules;
  readonly isPublished: boolean;
  readonly options: SubscriptionOptions;
}

/** The tenant's settings and the options of the embed, for this viewer. */
export async function readSubscriptionRules(
  { config }: Pick<Services, 'config'>,
  queries: Queries,
  place: SubscriptionPlace,
  timeZone: string,
): Promise<SubscriptionRules> {
  const { viewer, opened } = place;
  const { subscriptions: limits, hide = [] } = opened.embed.options ?? {};
  const { settings } = await readReportSetup(queries, viewer.tenantId);
  const mail = await readMailSetup(queries, viewer.tenantId);
  const recipients = { settings, limits, viewer };
  const published = await isPublished(queries, place);
  const formats = REPORT_FORMATS.filter(
    (format) =>
      (limits?.formats ?? REPORT_FORMATS).includes(format) &&
      // Whoever cannot download a file gets none by email either.
      (format === 'message' || !hide.includes('export')),
  );
  const options = {
    ownAddress: ownAddress(recipients),
    allowedDomains: limits?.ownAddressOnly ? [] : settings.allowedDomains,
    maxRecipients: Math.min(settings.maxRecipients, limits?.maxRecipients ?? settings.maxRecipients),
    frequencies: settings.frequencies.filter((each) => limits?.frequencies?.includes(each) ?? true),
    formats,
    canEmail: canSend(mail.settings, config),
    destinations: limits?.ownAddressOnly ? [] : await destinationsOf(queries, viewer),
    canAlert: limits?.alerts !== false,
    canSeeAll: seesAll(place),
    timeZone,
  };
  const canDeliver =
    options.destinations.length > 0 ||
    (options.canEmail && (options.ownAddress !== null || options.allowedDomains.length > 0));
  const isAvailable =
    settings.rights !== 'off' &&
    isPerson(viewer) &&
    published &&
    canDeliver &&
    formats.length > 0 &&
    options.frequencies.length > 0;
  return { settings, recipients, isPublished: published, options: { isAvailable, ...options } };
}
