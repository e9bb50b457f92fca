import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Vault } from '../../../platform/vault/vault.ts';

/** What the link in an email ends: this subscription, for this recipient. */
export interface Unsubscription {
  readonly subscriptionId: string;
  readonly recipient: string;
}

const PURPOSE = 'unsubscribe';

/** Longer than the longest address needs. */
const MAX_TOKEN = 1024;

/**
 * The address that ends a subscription for one recipient, without a session: whoever has the message may end it. Its
 * token is sealed, so that no address of a person is in the logs of proxies, and nobody can make one.
 */
export function unsubscribeUrl(
  vault: Vault,
  tenant: { readonly id: TenantId; readonly url: URL },
  { subscriptionId, recipient }: Unsubscription,
): string {
  const sealed = vault.seal(tenant.id, PURPOSE, `${subscriptionId} ${recipient}`);
  return new URL(`/unsubscribe/${sealed}`, tenant.url).href;
}

/** Undefined for a token that was not made for this tenant. */
export function readUnsubscribeToken(
  vault: Vault,
  tenantId: TenantId,
  token: string,
): Unsubscription | undefined {
  if (token.length > MAX_TOKEN) return undefined;
  const text = openedBy(vault, tenantId, token);
  const at = text?.indexOf(' ') ?? -1;
  if (text === undefined || at < 0) return undefined;
  return { subscriptionId: text.slice(0, at), recipient: text.slice(at + 1) };
}

/** The tag of what was sealed is compared in constant time. */
function openedBy(vault: Vault, tenantId: TenantId, token: string): string | undefined {
  try {
    return vault.open(tenantId, PURPOSE, token);
  } catch {
    return undefined;
  }
}
