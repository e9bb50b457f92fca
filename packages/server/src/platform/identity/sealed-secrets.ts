import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Vault } from '../vault/vault.ts';

type Secrets = Readonly<Record<string, unknown>>;

const purpose = 'embed token secrets';

/** Encrypts the secrets of a context; null if there are none. */
export function sealSecrets(vault: Vault, tenantId: TenantId, secrets: Secrets): string | null {
  const isEmpty = Object.keys(secrets).length === 0;
  return isEmpty ? null : vault.seal(tenantId, purpose, JSON.stringify(secrets));
}

export function openSecrets(vault: Vault, tenantId: TenantId, sealed: string | null): Secrets {
  return sealed === null ? {} : (JSON.parse(vault.open(tenantId, purpose, sealed)) as Secrets);
}
