import { CONFIRMED_MINUTES } from '@inlay/protocol/second-factor';
import { authenticateSession } from '../../../platform/identity/login-tokens.ts';
import type { Services } from '../../../services.ts';
import type { Provider } from '../settings/providers.ts';

/** Whose session the sign-in began in, if they proved recently who they are: both are then the same person. */
export async function recentlySignedIn(
  { store, time }: Pick<Services, 'store' | 'time'>,
  { tenantId }: Provider,
  session: string | undefined,
): Promise<string | undefined> {
  const now = time.now();
  const principal =
    session === undefined ? undefined : await authenticateSession(store, tenantId, session, now);
  return principal && now - principal.verifiedAt < CONFIRMED_MINUTES * 60_000 ? principal.userId : undefined;
}
