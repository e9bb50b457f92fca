import type { FastifyRequest } from 'fastify';
import { findTenantByHost, type Tenant } from '../directory/tenants.ts';
import { AppError } from '../errors.ts';
import type { Services } from '../services.ts';
import type { HttpApp } from './http-app.ts';

/** A tenant that is disabled elsewhere is refused here no later than this. */
const rememberMs = 1000;
const rememberMost = 10_000;

/** Finds the tenant that a request's host belongs to. */
export function resolveTenants(app: HttpApp, { store, config, clock, refusals }: Services): void {
  const remembered = new Map<string, { readonly tenant: Tenant | null; readonly until: number }>();
  app.decorateRequest('tenant', null);
  const resolve = async (request: FastifyRequest) => {
    const host = request.hostname.toLowerCase();
    const now = performance.now();
    let entry = remembered.get(host);
    if (!entry || entry.until < now) {
      const tenant = (await findTenantByHost(store, host, config.publicUrl.hostname)) ?? null;
      if (remembered.size >= rememberMost) remembered.clear();
      entry = { tenant, until: now + rememberMs };
      remembered.set(host, entry);
    }
    request.tenant = entry.tenant;
    if (entry.tenant?.status !== 'disabled') return;
    refusals.count(entry.tenant.id, clock(), { action: 'access', reason: 'tenant disabled' });
    throw new AppError('TENANT_DISABLED');
  };
  app.addHook('onRequest', (request, _reply, done) => {
    // An address that no route has is a tenant's too: only what says otherwise is let through here.
    const { tenant = 'host' } = request.routeOptions.config ?? {};
    if (tenant !== 'host') return done();
    resolve(request).then(() => done(), done);
  });
}
