import type { Confirmation, ConfirmOptions } from '@inlay/protocol/second-factor';
import { isProviderMethod } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/identity/acting.ts';
import { confirmLogin } from '../../../platform/identity/login-tokens.ts';
import type { UserPrincipal } from '../../../platform/identity/principal.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { findUser } from '../../users/index.ts';
import { attemptFactor } from '../factors/attempt-factor.ts';
import { checkSignature, consumeProof } from '../factors/check-proof.ts';
import { methodsOf } from '../factors/read-factors.ts';
import type { PasskeySite } from '../factors/webauthn.ts';
import { confirmPassword } from './confirm-password.ts';

/** The identity provider of a session, by its id. Of a later feature. */
export type FindProvider = (
  queries: Queries,
  tenantId: TenantId,
  id: string,
) => Promise<{ readonly id: string; readonly name: string } | undefined>;

/** How this session can be confirmed: where there is a second factor, the password alone does not. */
export async function readConfirmOptions(
  { store }: Pick<Services, 'store'>,
  { tenantId, userId, method, provider: id }: UserPrincipal,
  findProvider: FindProvider,
): Promise<ConfirmOptions> {
  if (isProviderMethod(method)) {
    const provider = id === null ? undefined : await findProvider(store, tenantId, id);
    return provider ? { methods: ['provider'], provider } : { methods: [], provider: null };
  }
  const factors = await methodsOf(store, { tenantId, userId });
  if (factors.length > 0) {
    return { methods: factors.filter((factor) => factor !== 'recovery-code'), provider: null };
  }
  const user = await findUser(store, tenantId, userId);
  return { methods: user?.password_hash == null ? [] : ['password'], provider: null };
}

interface Confirming {
  readonly principal: UserPrincipal;
  readonly site: PasskeySite;
  readonly given: Confirmation;
  readonly caller: Caller;
}

/** Notes in the session that its owner has just proved again who they are. */
export async function confirmSession(
  services: Pick<Services, 'store' | 'time' | 'config' | 'vault' | 'passwords' | 'refusals'>,
  { principal, site, given, caller }: Confirming,
  findProvider: FindProvider,
): Promise<void> {
  const { methods } = await readConfirmOptions(services, principal, findProvider);
  const method = methodOf(given);
  if (!methods.includes(method))
    throw new AppError('CONFLICT', {
      message: 'This session cannot be confirmed in this way. Reload the page and try again.',
    });
  if ('password' in given) return confirmPassword(services, principal, given.password, caller);
  const { tenantId, userId, tokenHash } = principal;
  const account = { tenantId, userId };
  const proof = await checkSignature(services, site, account, given);
  await attemptFactor(services, account, {
    action: 'session.confirm',
    caller,
    work: async (transaction, { username }, now) => {
      const use = { account, proof, ceremony: 'confirmation' } as const;
      const outcome = await consumeProof(services, transaction, use, now);
      if ('wrong' in outcome) return outcome;
      await confirmLogin(transaction, tenantId, tokenHash, now);
      const event = { action: 'session.confirm', actor: username, details: { method } } as const;
      await recordEvent(transaction, tenantId, now, caller, event);
      return outcome;
    },
  });
}

function methodOf(given: Confirmation): ConfirmOptions['methods'][number] {
  if ('password' in given) return 'password';
  return 'code' in given ? 'totp' : 'passkey';
}
