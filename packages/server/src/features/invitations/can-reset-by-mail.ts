import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Services } from '../../services.ts';
import { canSend, readMailSetup } from '../mail/index.ts';
import { arePasswordsAllowed } from './password-links.ts';

/** Whether the sign-in page offers to reset a password by email. */
export async function canResetByMail(
  { store, config }: Pick<Services, 'store' | 'config'>,
  tenantId: TenantId,
): Promise<boolean> {
  const { settings } = await readMailSetup(store, tenantId);
  return canSend(settings, config) && (await arePasswordsAllowed(store, tenantId));
}
