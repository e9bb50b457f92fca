import type { SecondFactor } from '@inlay/protocol/second-factor';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { type Client, loginFailed, type StartedSession, startSession } from '../../sessions/index.ts';
import type { Account } from '../factors/attempt-factor.ts';

/** Starts the session after password and second factor. A refusal undoes the transaction, and the use of the factor. */
export async function completeSignIn(
  services: Pick<Services, 'metrics'>,
  transaction: Queries,
  {
    account: { tenantId, ...proven },
    factor,
    client: { caller, userAgent },
  }: { readonly account: Account; readonly factor: SecondFactor; readonly client: Client },
  now: number,
): Promise<StartedSession> {
  const signIn = { ...proven, method: 'password', secondFactor: true, factor, userAgent } as const;
  const start = await startSession(transaction, tenantId, signIn, { now, caller });
  if ('refused' in start) throw loginFailed(start.refused);
  services.metrics.logins.inc({ outcome: 'success' });
  return start;
}
