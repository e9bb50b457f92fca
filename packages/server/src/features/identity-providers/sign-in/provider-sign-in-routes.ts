import type { AuditAction } from '@inlay/protocol/audit-action';
import { CONFIRMED, FAILURE, PROVIDER_PATH, SIGNED_IN, TESTED } from '@inlay/protocol/provider-addresses';
import type { SignInFailure } from '@inlay/protocol/sign-in-failure';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { insufficientScope } from '../../../platform/errors.ts';
import { type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { createRateLimit } from '../../../platform/http/rate-limit.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import { authenticateLogin } from '../../../platform/identity/login-tokens.ts';
import { useOnce } from '../../../platform/identity/one-time-tokens.ts';
import type { UserPrincipal } from '../../../platform/identity/principal.ts';
import type { Services } from '../../../services.ts';
import {
  clientOf,
  isSameOrigin,
  pageSession,
  readSessionCookie,
  requireSameOrigin,
} from '../../sessions/index.ts';
import { ProviderFault } from '../accounts/provider-fault.ts';
import { SignInRefused } from '../accounts/sign-in-refused.ts';
import type { MetadataOf } from '../oidc/provider-metadata.ts';
import { storeTest } from '../settings/manage-providers.ts';
import { providerAddresses } from '../settings/provider-addresses.ts';
import { findProvider, type Provider } from '../settings/providers.ts';
import { type Callback, failedTest, finishConfirmation, finishSignIn, finishTest } from './finish-flow.ts';
import { FLOW_MS, type Intent, PROVIDER_FLOW, type ProviderFlow } from './flow.ts';
import { returnPath } from './return-path.ts';
import { startFlow } from './start-flow.ts';

/** Per address, which a whole office may share: each sign-in sends requests to the provider. */
const PER_MINUTE = 300;

const Start = Type.Object({
  return: Type.Optional(Type.String()),
  test: Type.Optional(Type.String()),
  confirm: Type.Optional(Type.String()),
});

/** Signing in with an identity provider: there, and back (ADR 350). */
export function providerSignInRoutes(app: HttpApp, services: Services, metadataOf: MetadataOf): void {
  const { store, time, config } = services;
  const limit = createRateLimit(time, PER_MINUTE);
  const limited = (request: FastifyRequest) =>
    limit(`${tenantOf(request).id} ${clientOf(request).caller.ip}`);

  app.get(`${PROVIDER_PATH}/:id`, {
    config: { access: 'public' },
    schema: { hide: true, params: byId, querystring: Start },
    handler: async (request, reply) => {
      limited(request);
      const tenant = tenantOf(request);
      const { id } = request.params;
      const provider = await findProvider(store, tenant.id, id);
      const { redirectUri } = providerAddresses(tenant, id, config);
      const kind = kindOf(request.query);
      try {
        const intent = await intentOf(services, request, { id, kind, asked: request.query.return });
        const usable = requireUsable(provider, intent);
        const { url, flow } = await startFlow(services, metadataOf, usable, { intent, redirectUri });
        return reply.header('set-cookie', startCookie(services, request, flow)).redirect(url.href);
      } catch (error) {
        if (error instanceof ProviderFault && provider && kind === 'test')
          return reply.redirect(await afterFailedStart(services, request, { provider, error }));
        return refuse(services, request, reply, { provider, kind, error });
      }
    },
  });

  app.get(`${PROVIDER_PATH}/:id/callback`, {
    config: { access: 'public' },
    schema: { hide: true, params: byId },
    handler: async (request, reply) => {
      limited(request);
      const tenant = tenantOf(request);
      const { id } = request.params;
      const provider = await findProvider(store, tenant.id, id);
      let kind: Intent['kind'] = 'sign-in';
      try {
        const { flow, search } = await takeFlow(services, request, id);
        kind = flow.intent.kind;
        reply.header('set-cookie', PROVIDER_FLOW.end({ config }));
        const callback: Callback = {
          provider: requireUsable(provider, flow.intent, flow),
          flow,
          addresses: providerAddresses(tenant, id, config),
          search,
          client: clientOf(request),
        };
        return await finish(services, metadataOf, callback, reply);
      } catch (error) {
        return refuse(services, request, reply, { provider, kind, error });
      }
    },
  });
}

async function finish(
  services: Services,
  metadataOf: MetadataOf,
  callback: Callback,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { intent } = callback.flow;
  if (intent.kind === 'sign-in') {
    const session = await finishSignIn(services, metadataOf, callback);
    const { cookie } = pageSession(services, session);
    return reply.header('set-cookie', cookie).redirect(`${intent.returnTo}${SIGNED_IN}`);
  }
  if (intent.kind === 'confirm') {
    await finishConfirmation(services, metadataOf, callback, intent.session);
    return reply.redirect(`/admin${CONFIRMED}`);
  }
  await finishTest(services, metadataOf, callback, intent.session);
  return reply.redirect(testedPath(callback.provider.id));
}

const testedPath = (id: string): string => `/admin/sign-in/providers/${encodeURIComponent(id)}${TESTED}`;

function kindOf({ test, confirm }: Type.Static<typeof Start>): Intent['kind'] {
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
async function intentOf(
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

async function sessionIn(
  { store, time, config }: Services,
  request: FastifyRequest,
): Promise<UserPrincipal | undefined> {
  const token = isSameOrigin(request, config) ? readSessionCookie(request, config) : undefined;
  return token === undefined ? undefined : authenticateLogin(store, tenantOf(request).id, token, time.now());
}

/** Only tests use a provider that is switched off. */
function requireUsable(provider: Provider | undefined, intent: Intent, flow?: ProviderFlow): Provider {
  if (!provider || (!provider.isEnabled && intent.kind !== 'test'))
    throw new SignInRefused('unavailable', 'The provider is switched off or was deleted.');
  if (flow && flow.version !== provider.version)
    throw new SignInRefused('expired', 'The settings of the provider changed during the sign-in.');
  return provider;
}

function startCookie({ config, vault, time }: Services, request: FastifyRequest, flow: ProviderFlow): string {
  return PROVIDER_FLOW.start({ config, vault, tenantId: tenantOf(request).id, now: time.now() }, flow);
}

/**
 * The flow that this browser started with this provider, if the response belongs to it. Once: a response that is sent
 * again, by whomever, finds its state used.
 */
async function takeFlow(
  { config, vault, store, time }: Services,
  request: FastifyRequest,
  id: string,
): Promise<{ readonly flow: ProviderFlow; readonly search: string }> {
  const { id: tenantId } = tenantOf(request);
  const now = time.now();
  const flow = PROVIDER_FLOW.read({ config, vault, tenantId, now }, request);
  const search = new URL(request.url, config.publicUrl).search;
  const states = new URLSearchParams(search).getAll('state');
  if (flow?.providerId !== id || states.length !== 1 || states[0] !== flow.secrets.state)
    throw new SignInRefused('expired', 'The response belongs to no sign-in that this browser started.');
  const { state: value } = flow.secrets;
  const used = { purpose: 'provider state', value, until: flow.startedAt + FLOW_MS };
  const isNew = await store.write((transaction) => useOnce(transaction, tenantId, used, now));
  if (!isNew) throw new SignInRefused('expired', 'The response was used before.');
  return { flow, search };
}

interface FailedStart {
  readonly provider: Provider;
  readonly error: ProviderFault;
}

async function afterFailedStart(
  services: Services,
  request: FastifyRequest,
  { provider, error }: FailedStart,
): Promise<string> {
  const principal = await sessionIn(services, request);
  const acting = { actor: principal?.name ?? null, caller: clientOf(request).caller };
  await storeTest(services, provider, failedTest(services, error), acting);
  return testedPath(provider.id);
}

interface Refusal<Failure> {
  readonly provider: Provider | undefined;
  readonly kind: Intent['kind'];
  readonly error: Failure;
}

/** Back to the sign-in page with a code, which says nothing about accounts; the reason is for the audit log. */
async function refuse(
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
      details: { method: 'oidc', provider: provider.id, code: error.code, subject: error.subject },
    }),
  );
}
