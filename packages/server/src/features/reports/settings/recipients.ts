import type { SubscriptionLimits } from '@inlay/content/embed';
import { readMailAddress } from '../../../platform/mail/mail-address.ts';
import type { ContextReader } from '../../../platform/rules/context-reading.ts';
import type { StoredReportSettings } from './report-settings.ts';

/** Whose messages go where: the tenant's settings, the embed's limits, and the viewer as signed. */
export interface RecipientRules {
  readonly settings: Pick<StoredReportSettings, 'recipientFrom' | 'allowedDomains'>;
  /** `options.subscriptions` of the embed. */
  readonly limits?: SubscriptionLimits | undefined;
  readonly viewer: Pick<ContextReader, 'username' | 'attribute'>;
}

/** The viewer's own address as the host signed it; null if there is none that mail can be sent to. */
export function ownAddress({ settings, viewer }: Omit<RecipientRules, 'limits'>): string | null {
  const { recipientFrom } = settings;
  if (recipientFrom === 'username') return readMailAddress(viewer.username) ?? null;
  const reading = viewer.attribute(recipientFrom.slice('attributes.'.length));
  const value = reading.kind === 'value' ? reading.value : undefined;
  return typeof value === 'string' ? (readMailAddress(value) ?? null) : null;
}

/** Whether a viewer may send to an address, now. */
export function isAllowedRecipient(rules: RecipientRules, address: string): boolean {
  const checked = readMailAddress(address);
  if (checked === undefined) return false;
  if (checked === ownAddress(rules)) return true;
  const at = checked.lastIndexOf('@');
  if (rules.limits?.ownAddressOnly || ROUTED.test(checked.slice(0, at))) return false;
  return rules.settings.allowedDomains.includes(checked.slice(at + 1));
}

/** RFC 1123 §5.2.16: many servers pass a message to `eve%evil.example@partner.example` on to `eve@evil.example`. */
const ROUTED = /[%!]/;
