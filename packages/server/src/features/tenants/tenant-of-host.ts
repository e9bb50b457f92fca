import type { FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { findDefaultTenant, findTenantOfHost, type Tenant } from './tenants.ts';

/** How long it takes at most until a tenant disabled on another node is refused here. */
const rememberMs = 1000;
const maxRemembered = 10_000;
/** No Host header is empty. */
const anyOtherHost = '';
const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** Finds the tenant that a request's host belongs to. */
export function resolveTenants(app: HttpApp, { store, config, clock, refusals }: Services): void {
  const instanceHost = config.publicUrl.hostname;
  const remembered = new Map<string, { readonly tenant: Tenant | undefined; readonly until: number }>();
  // Caches only hosts of tenants, so that other values of the header use no memory.
  const find = async (host: string) => {
    const now = performance.now();
    const recall = (key: string) => {
      const entry = remembered.get(key);
      return entry && entry.until >= now ? entry : undefined;
    };
    const remember = (key: string, tenant: Tenant | undefined) => {
      const entry = { tenant, until: now + rememberMs };
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(key, entry);
      return entry;
    };
    const known = recall(host);
    if (known) return known.tenant;
    const own = await findTenantOfHost(store, host, instanceHost);
    if (own) return remember(host, own).tenant;
    const key = host === instanceHost || localHosts.includes(host) ? host : anyOtherHost;
    return (recall(key) ?? remember(key, await findDefaultTenant(store))).tenant;
  };
  app.decorateRequest('tenant', null);
  const resolve = async (request: FastifyRequest) => {
    const tenant = (await find(request.hostname.toLowerCase())) ?? null;
    request.tenant = tenant;
    if (tenant?.status !== 'disabled') return;
    refusals.count(tenant.id, clock(), { action: 'access', reason: 'tenant disabled' });
    throw new AppError('TENANT_DISABLED');
  };
  app.addHook('onRequest', (request, _reply, done) => {
    // Unknown addresses belong to a tenant as well; only routes with another setting skip this.
    const { tenant = 'host' } = request.routeOptions.config ?? {};
    if (tenant !== 'host') return done();
    resolve(request).then(() => done(), done);
  });
}
