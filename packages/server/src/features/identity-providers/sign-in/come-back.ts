import { CONFIRMED, SIGNED_IN } from '@inlay/protocol/provider-addresses';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { tenantOf } from '../../../platform/http/http-app.ts';
import type { Services } from '../../../services.ts';
import { clientOf, pageSession } from '../../sessions/index.ts';
import { findProvider, type Provider } from '../settings/providers.ts';
import { type Callback, finishConfirmation, finishSignIn, finishTest } from './finish-flow.ts';
import { type Intent, PROVIDER_FLOW, type ProviderFlow } from './flow.ts';
import { refuseSignIn } from './refuse-sign-in.ts';
import { requireUsable } from './require-usable.ts';
import { takeFlow } from './take-flow.ts';
import { testedPath } from './tested-path.ts';
import type { Verified } from './verified.ts';

/** What the browser brought from a provider. */
interface Response {
  /** Of the provider. */
  readonly id: string;
  readonly belongsTo: (flow: ProviderFlow) => boolean;
  /** Rejects with `SignInRefused`. */
  readonly verify: (provider: Provider, flow: ProviderFlow) => Promise<Verified>;
}

/** Finishes what a browser started, and sends it to a page of the admin app. */
export async function comeBack(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, belongsTo, verify }: Response,
): Promise<FastifyReply> {
  const { store, config } = services;
  const provider = await findProvider(store, tenantOf(request).id, id);
  let kind: Intent['kind'] = 'sign-in';
  try {
    const flow = await takeFlow(services, request, id, belongsTo);
    kind = flow.intent.kind;
    reply.header('set-cookie', PROVIDER_FLOW.end({ config }));
    const usable = requireUsable(provider, flow.intent, flow);
    const client = clientOf(request);
    const callback = { provider: usable, flow, client, verify: () => verify(usable, flow) };
    return await finish(services, callback, reply);
  } catch (error) {
    return refuseSignIn(services, request, reply, { provider, kind, error });
  }
}

async function finish(services: Services, callback: Callback, reply: FastifyReply): Promise<FastifyReply> {
  const { intent } = callback.flow;
  if (intent.kind === 'sign-in') {
    const { cookie } = pageSession(services, await finishSignIn(services, callback));
    return reply.header('set-cookie', cookie).redirect(`${intent.returnTo}${SIGNED_IN}`);
  }
  if (intent.kind === 'confirm') {
    await finishConfirmation(services, callback, intent.session);
    return reply.redirect(`/admin${CONFIRMED}`);
  }
  await finishTest(services, callback, intent.session);
  return reply.redirect(testedPath(callback.provider.id));
}
