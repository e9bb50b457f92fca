import type { SignInStep } from '@inlay/protocol/second-factor';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { defineFlowCookie } from '../../../platform/http/flow-cookie.ts';
import { tenantOf } from '../../../platform/http/http-app.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import type { Services } from '../../../services.ts';
import type { HalfSignedIn } from '../../sessions/index.ts';
import { findUser } from '../../users/index.ts';
import type { Account } from '../factors/attempt-factor.ts';
import { methodsOf } from '../factors/read-factors.ts';

interface Flow {
  readonly userId: string;
  /** Of the password that was right: with another one, the flow is over. */
  readonly password: string;
}

/** What a browser holds between the right password and the second factor. No session: no other route reads it. */
const FLOW = defineFlowCookie<Flow>('sign_in', { lifetimeMs: 10 * 60_000, sameSite: 'Strict' });

type FlowServices = Pick<Services, 'store' | 'time' | 'config' | 'vault'>;

/** After a right password that does not suffice. */
export async function startSignIn(
  { store, time, config, vault }: FlowServices,
  tenantId: TenantId,
  { userId, passwordHash }: HalfSignedIn,
): Promise<{ readonly step: SignInStep; readonly cookie: string }> {
  const methods = await methodsOf(store, { tenantId, userId });
  const step: SignInStep = methods.length > 0 ? { next: 'second-factor', methods } : { next: 'set-up' };
  const flow = { userId, password: fingerprint(vault, passwordHash) };
  return { step, cookie: FLOW.start({ config, vault, tenantId, now: time.now() }, flow) };
}

/** Whose password this browser has entered. */
export async function readSignIn(
  { store, time, config, vault }: FlowServices,
  request: FastifyRequest,
): Promise<Account & { readonly username: string }> {
  const { id: tenantId } = tenantOf(request);
  const flow = FLOW.read({ config, vault, tenantId, now: time.now() }, request);
  const user = flow && (await findUser(store, tenantId, flow.userId));
  if (user?.status !== 'active' || user.password_hash === null) throw signInOver();
  if (fingerprint(vault, user.password_hash) !== flow?.password) throw signInOver();
  return { tenantId, userId: user.id, username: user.username, passwordHash: user.password_hash };
}

export const endSignIn = (config: Services['config']): string => FLOW.end({ config });

const fingerprint = (vault: Vault, passwordHash: string) => vault.fingerprint('sign-in', passwordHash);

const signInOver = () =>
  new AppError('LOGIN_FAILED', { message: 'This sign-in took too long. Enter your password again.' });
