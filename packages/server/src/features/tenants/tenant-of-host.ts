import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { html, styleText } from '../../platform/render/html.ts';
import type { Services } from '../../services.ts';
import { findDefaultTenant, findTenantOfHost, isInstanceHost, type Tenant } from './tenants.ts';

/** How long it takes at most until a tenant disabled on another node is refused here. */
const rememberMs = 1000;
const maxRemembered = 10_000;

/** Finds the tenant that a request's host belongs to. Other hosts get 404, which stops DNS rebinding (ADR 281). */
export function resolveTenants(app: HttpApp, { store, config, time, refusals }: Services): void {
  const instanceHost = config.publicUrl.hostname;
  const remembered = new Map<string, { readonly tenant: Tenant; readonly until: number }>();
  // Caches only hosts of tenants, so that other values of the header use no memory.
  const find = async (host: string): Promise<Tenant | undefined> => {
    const now = time.monotonic();
    const known = remembered.get(host);
    if (known && known.until >= now) return known.tenant;
    const own = await findTenantOfHost(store, host, instanceHost);
    const tenant = own ?? (isInstanceHost(host, instanceHost) ? await findDefaultTenant(store) : undefined);
    if (!tenant) return undefined;
    if (remembered.size >= maxRemembered) remembered.clear();
    remembered.set(host, { tenant, until: now + rememberMs });
    return tenant;
  };
  app.decorateRequest('tenant', null);
  const resolve = async (request: FastifyRequest) => {
    const tenant = (await find(hostOf(request))) ?? null;
    request.tenant = tenant;
    if (tenant?.status !== 'disabled') return;
    refusals.count(tenant.id, time.now(), { action: 'access', reason: 'tenant disabled' });
    throw new AppError('TENANT_DISABLED');
  };
  app.addHook('onRequest', (request, reply, done) => {
    // Unknown addresses belong to a tenant as well; only routes with another setting skip this.
    const { tenant = 'host' } = request.routeOptions.config ?? {};
    if (tenant === 'none' || tenant === 'realm') return done();
    if (namesTwoHosts(request)) {
      const message = 'The address and the Host header name different hosts.';
      return done(new AppError('REQUEST_INVALID', { message }));
    }
    resolve(request).then(() => {
      if (request.tenant || tenant === 'any-host') done();
      else if (isForBrowser(request)) showNoTenant(reply);
      else done(new AppError('NO_TENANT'));
    }, done);
  });
}

/** RFC 9110 §7.2: a host and at most one port. */
const HOST = /^(?:\[[\dA-Fa-f:.]+\]|[^\s/\\?#@:[\]]+)(?::\d{0,5})?$/;

/** Names are the same with a trailing dot (RFC 1034 §3.1) and in any case. No tenant has a malformed one. */
const hostOf = ({ host, hostname }: FastifyRequest): string =>
  HOST.test(host) ? hostname.toLowerCase().replace(/\.$/, '') : '';

/**
 * RFC 9112 §3.2.2: the host of a target in absolute form counts, and not the Host header. We read the header, so both
 * must agree with what a proxy may have decided by.
 */
function namesTwoHosts({ raw: { url = '', headers } }: FastifyRequest): boolean {
  if (url.startsWith('/') || url === '*') return false;
  return URL.parse(url)?.host !== URL.parse(`http://${headers.host}`)?.host;
}

/** Whether a person opened a page, which is not the API's. */
function isForBrowser({ method, url, headers }: FastifyRequest): boolean {
  const isPage = !/^\/(?:embed\/)?api(?:[/?]|$)/.test(url);
  return isPage && /^(?:GET|HEAD)$/.test(method) && /\btext\/html\b/.test(headers.accept ?? '');
}

function showNoTenant(reply: FastifyReply): void {
  const { html, contentSecurityPolicy } = noTenantPage;
  reply
    .code(404)
    .header('content-security-policy', contentSecurityPolicy)
    .type('text/html; charset=utf-8')
    .send(html);
}

const style = styleText(`
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 34rem; margin: 20vh auto; padding: 0 1.5rem; }
h1 { font-size: 1.5rem; }
`).toString();

/** What browsers show at a host without a tenant. It repeats nothing of the request. */
const noTenantPage = {
  contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; frame-ancestors 'none'`,
  html: html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No tenant here</title>
<style>${styleText(style)}</style>
</head>
<body>
<h1>No tenant here</h1>
<p>Inlay is running, but no tenant uses this host name. Check the address, or ask the operator of this instance for yours.</p>
<p>Operators: set <code>INLAY_PUBLIC_URL</code> to the address of the instance. <code>inlay tenant list</code> prints that of every tenant.</p>
</body>
</html>
`.toString(),
};
