import type { FastifyRequest } from 'fastify';
import { tenantOf } from '../../../platform/http/http-app.ts';
import { useOnce } from '../../../platform/identity/one-time-tokens.ts';
import type { Services } from '../../../services.ts';
import { SignInRefused } from '../accounts/sign-in-refused.ts';
import { FLOW_MS, PROVIDER_FLOW, type ProviderFlow } from './flow.ts';

/**
 * The flow that this browser started with this provider, if the response belongs to it. Once: a response that is sent
 * again, by whomever, finds its state used.
 */
export async function takeFlow(
  { config, vault, store, time }: Services,
  request: FastifyRequest,
  id: string,
  belongsTo: (flow: ProviderFlow) => boolean,
): Promise<ProviderFlow> {
  const { id: tenantId } = tenantOf(request);
  const now = time.now();
  const flow = PROVIDER_FLOW.read({ config, vault, tenantId, now }, request);
  if (flow?.providerId !== id || !belongsTo(flow))
    throw new SignInRefused('expired', 'The response belongs to no sign-in that this browser started.');
  const { state: value } = flow.secrets;
  const used = { purpose: 'provider state', value, until: flow.startedAt + FLOW_MS };
  const isNew = await store.write((transaction) => useOnce(transaction, tenantId, used, now));
  if (!isNew) throw new SignInRefused('expired', 'The response was used before.');
  return flow;
}
