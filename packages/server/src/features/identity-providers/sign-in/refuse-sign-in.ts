import type { AuditAction } from '@inlay/protocol/audit-action';
import { FAILURE } from '@inlay/protocol/provider-addresses';
import type { SignInFailure } from '@inlay/protocol/sign-in-failure';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { tenantOf } from '../../../platform/http/http-app.ts';
import type { Services } from '../../../services.ts';
import { clientOf } from '../../sessions/index.ts';
import { ProviderFault } from '../accounts/provider-fault.ts';
import { SignInRefused } from '../accounts/sign-in-refused.ts';
import type { Provider } from '../settings/providers.ts';
import type { Intent } from './flow.ts';

interface Refusal<Failure> {
  readonly provider: Provider | undefined;
  readonly kind: Intent['kind'];
  readonly error: Failure;
}

/** Back to the sign-in page with a code, which says nothing about accounts; the reason is for the audit log. */
export async function refuseSignIn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { error, ...refused }: Refusal<unknown>,
): Promise<FastifyReply> {
  if (!(error instanceof SignInRefused)) throw error;
  await recordRefusal(services, request, { error, ...refused });
  return reply.redirect(failurePath(error.code));
}

const failurePath = (code: SignInFailure): string => `/admin?${FAILURE}=${code}`;

/** What the audit log says that somebody tried. */
const ACTIONS = {
  'sign-in': 'login',
  confirm: 'session.confirm',
  test: 'identity-provider.test',
} as const satisfies Record<Intent['kind'], AuditAction>;

const FAILED = 'sign-in with an identity provider failed';

/** Of what anybody can cause, only the number is kept; the provider vouches for the others. */
async function recordRefusal(
  { store, time, metrics, refusals, log }: Services,
  request: FastifyRequest,
  { provider, kind, error }: Refusal<SignInRefused>,
): Promise<void> {
  const { id: tenantId } = tenantOf(request);
  const now = time.now();
  const action = ACTIONS[kind];
  if (kind === 'sign-in') metrics.logins.inc({ outcome: 'failed' });
  if (error instanceof ProviderFault) {
    const { code, message: reason } = error;
    log.warn({ requestId: request.id, tenant: tenantId, provider: provider?.id, code, reason }, FAILED);
  }
  if (!provider || error instanceof ProviderFault || error.code === 'expired' || error.code === 'unavailable')
    return refusals.count(tenantId, now, { action, reason: `identity provider: ${error.code}` });
  await store.write((transaction) =>
    recordEvent(transaction, tenantId, now, clientOf(request).caller, {
      action,
      outcome: 'refused',
      reason: error.message,
      details: {
        method: provider.settings.kind,
        provider: provider.id,
        code: error.code,
        subject: error.subject,
      },
    }),
  );
}
