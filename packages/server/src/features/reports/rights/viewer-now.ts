import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import { newId } from '../../../platform/new-id.ts';
import { findTenant } from '../../tenants/index.ts';
import {
  exchangeAssertion,
  OAuthError,
  readRevocationEpoch,
  type TokenServices,
} from '../../tokens/index.ts';
import { readReportSetup } from '../settings/report-settings.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';
import { askHost, type HostRequest } from './ask-host.ts';
import { viewerOfStored } from './stored-context.ts';

/**
 * The viewer of a subscription with the rights of this moment: from an assertion that the tenant's server signs now, or from
 * the context that was stored when the viewer saved the subscription (ADR 353).
 *
 * @throws ReportError if nothing may be sent
 */
export async function viewerNow(
  services: TokenServices,
  subscription: StoredSubscription,
  signal: AbortSignal,
): Promise<EmbedPrincipal> {
  const { store, time, vault } = services;
  const { tenant_id: tenantId } = subscription;
  const tenant = await findTenant(store, tenantId);
  if (tenant?.status !== 'active') throw tenantDisabled();
  const setup = await readReportSetup(store, tenantId);
  const { rights } = setup.settings;
  if (rights === 'assertion') {
    const requestId = newId(time.now());
    return viewerOfAssertion(services, subscription, { setup, requestId, signal });
  }
  if (rights === 'stored-context') {
    const revocationEpoch = await readRevocationEpoch(store, tenantId);
    return viewerOfStored(vault, subscription, { ...setup, revocationEpoch, now: time.now() });
  }
  throw new ReportError('reports-off', 'skip', 'The report settings are switched off.');
}

async function viewerOfAssertion(
  services: TokenServices,
  subscription: StoredSubscription,
  request: HostRequest,
): Promise<EmbedPrincipal> {
  const assertion = await services.tracer.span('ask host for assertion', () =>
    askHost(services, subscription, request),
  );
  try {
    return await exchangeAssertion(services, {
      tenantId: subscription.tenant_id,
      assertion,
      expected: { username: subscription.username, workspaceId: subscription.workspace_id },
      caller: { requestId: request.requestId, ip: null },
    });
  } catch (error) {
    throw error instanceof OAuthError ? notExchanged(error) : error;
  }
}

/** The host can correct most of it until the next attempt: a key, a clock, a claim. */
function notExchanged(error: OAuthError): ReportError {
  const { message, reason } = error;
  const context = { cause: error };
  if (error.error === 'unauthorized_client') return tenantDisabled();
  if (reason === 'quota') return new ReportError('delivery-failed', 'fail', message, context);
  if (error.error === 'temporarily_unavailable')
    return new ReportError('internal', 'retry', message, context);
  if (reason === 'viewer')
    // Without the name, which is none of this viewer's business. The audit log has it.
    return new ReportError(
      'host-unavailable',
      'fail',
      'The host application returned the assertion of another viewer or workspace.',
      context,
    );
  return new ReportError(
    'host-unavailable',
    'retry',
    `The assertion of the host application failed the check of ${reason}: ${message}`,
    context,
  );
}

const tenantDisabled = () => new ReportError('reports-off', 'skip', 'The tenant is disabled.');
