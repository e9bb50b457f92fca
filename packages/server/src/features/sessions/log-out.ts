import type { Caller } from '../../platform/identity/acting.ts';
import { revokeLoginToken } from '../../platform/identity/login-tokens.ts';
import type { UserPrincipal } from '../../platform/identity/principal.ts';
import type { Services } from '../../services.ts';
import { writeRecorded } from '../audit/index.ts';

/** Ends the login that a request came with. */
export async function logOut(
  services: Pick<Services, 'store' | 'clock'>,
  { tenantId, tokenHash, username }: UserPrincipal,
  caller: Caller,
): Promise<void> {
  const acting = { actor: username, caller };
  await writeRecorded(services, tenantId, acting, { action: 'logout' }, (transaction) =>
    revokeLoginToken(transaction, tenantId, tokenHash),
  );
}
