import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { insufficientScope } from '../../../platform/errors.ts';
import { tenantOf } from '../../../platform/http/http-app.ts';
import { authenticateLogin } from '../../../platform/identity/login-tokens.ts';
import type { UserPrincipal } from '../../../platform/identity/principal.ts';
import type { Services } from '../../../services.ts';
import { isSameOrigin, readSessionCookie, requireSameOrigin } from '../../sessions/index.ts';
import { SignInRefused } from '../accounts/sign-in-refused.ts';
import type { Intent } from './flow.ts';
import { returnPath } from './return-path.ts';

/** Of the address where a sign-in starts. */
export const StartQuery = Type.Object({
  return: Type.Optional(Type.String()),
  test: Type.Optional(Type.String()),
  confirm: Type.Optional(Type.String()),
});

export function kindOf({ test, confirm }: Type.Static<typeof StartQuery>): Intent['kind'] {
  if (test !== undefined) return 'test';
  return confirm === undefined ? 'sign-in' : 'confirm';
}

interface Wanted {
  /** Of the provider. */
  readonly id: string;
  readonly kind: Intent['kind'];
  readonly asked: string | undefined;
}

/** Tests and confirmations belong to a session, which only pages of the admin app can use. */
export async function intentOf(
  services: Services,
  request: FastifyRequest,
  { id, kind, asked }: Wanted,
): Promise<Intent> {
  if (kind !== 'sign-in') requireSameOrigin(request, services.config);
  const principal = await sessionIn(services, request);
  if (kind === 'sign-in')
    return {
      kind,
      returnTo: returnPath(asked),
      ...(principal && { session: principal.tokenHash }),
    };
  if (!principal) throw new SignInRefused('expired', 'The session has ended.');
  // Another provider than that of the session could be easier to get past than its own proof.
  const isAllowed = kind === 'confirm' ? principal.provider === id : principal.adminRole === 'owner';
  if (!isAllowed) throw insufficientScope();
  return { kind, session: principal.tokenHash };
}

export async function sessionIn(
  { store, time, config }: Services,
  request: FastifyRequest,
): Promise<UserPrincipal | undefined> {
  const token = isSameOrigin(request, config) ? readSessionCookie(request, config) : undefined;
  return token === undefined ? undefined : authenticateLogin(store, tenantOf(request).id, token, time.now());
}
