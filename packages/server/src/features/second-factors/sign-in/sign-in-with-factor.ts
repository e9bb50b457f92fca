import type { SecondFactorProof } from '@inlay/protocol/second-factor';
import type { Services } from '../../../services.ts';
import { queueNotice } from '../../mail/index.ts';
import type { Client, StartedSession } from '../../sessions/index.ts';
import { type Account, attemptFactor } from '../factors/attempt-factor.ts';
import { checkSignature, consumeProof } from '../factors/check-proof.ts';
import type { PasskeySite } from '../factors/webauthn.ts';
import { completeSignIn } from './complete-sign-in.ts';

/** Exchanges a second factor for a session, after the password. */
export async function signInWithFactor(
  services: Pick<Services, 'store' | 'time' | 'config' | 'vault' | 'metrics' | 'refusals'>,
  site: PasskeySite,
  account: Account,
  given: SecondFactorProof,
  client: Client,
): Promise<StartedSession> {
  const { caller } = client;
  const proof = await checkSignature(services, site, account, given);
  return attemptFactor(services, account, {
    action: 'second-factor.use',
    caller,
    work: async (transaction, user, now) => {
      const use = { account, proof, ceremony: 'sign-in' } as const;
      const outcome = await consumeProof(services, transaction, use, now);
      if ('wrong' in outcome) return outcome;
      const factor = outcome.done;
      if (factor === 'recovery-code') {
        const about = { notice: 'recovery-code-used', user, caller } as const;
        await queueNotice(services, transaction, account.tenantId, about, now);
      }
      return { done: await completeSignIn(services, transaction, { account, factor, client }, now) };
    },
  });
}
