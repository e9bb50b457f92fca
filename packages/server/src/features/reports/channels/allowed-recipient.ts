import { readMailAddress } from '../../../platform/mail/mail-address.ts';
import type { ContextReader } from '../../../platform/rules/context-reading.ts';
import type { StoredReportSettings } from '../settings/report-settings.ts';

type RecipientSettings = Pick<StoredReportSettings, 'recipientFrom' | 'allowedDomains'>;

const ATTRIBUTE = 'attributes.';

/** The viewer's own address, as the host application signed it; undefined if there is none that mail can be sent to. */
export function ownAddress(
  { recipientFrom }: Pick<RecipientSettings, 'recipientFrom'>,
  viewer: Pick<ContextReader, 'username' | 'attribute'>,
): string | undefined {
  if (!recipientFrom.startsWith(ATTRIBUTE)) return readMailAddress(viewer.username);
  const reading = viewer.attribute(recipientFrom.slice(ATTRIBUTE.length));
  // A list does not say which of its addresses is the viewer's.
  if (reading.kind !== 'value' || typeof reading.value !== 'string') return undefined;
  return readMailAddress(reading.value);
}

/**
 * Whether this viewer may send to an address: their own, and those at domains that the tenant allows. Checked when they
 * subscribe, and again for each message, because the settings and what the host application signs may have changed.
 */
export function isAllowedRecipient(
  settings: RecipientSettings,
  viewer: Pick<ContextReader, 'username' | 'attribute'>,
  address: string,
): boolean {
  const recipient = readMailAddress(address);
  if (recipient === undefined) return false;
  if (recipient.toLowerCase() === ownAddress(settings, viewer)?.toLowerCase()) return true;
  return settings.allowedDomains.includes(recipient.slice(recipient.lastIndexOf('@') + 1));
}
