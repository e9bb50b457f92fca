import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { acceptedEncoding } from '../../platform/http/accepted-encoding.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { html } from '../../platform/render/html.ts';
import type { Services } from '../../services.ts';
import { readSessionCookie } from '../sessions/index.ts';
import { readTenantSettings } from '../tenants/index.ts';
import { type AdminFile, adminFiles } from './admin-files.ts';
import { preloadLinks } from './preload-links.ts';

/** Images in previews of tables come from hosts that the tenant allows. */
const policy = (imageHosts: readonly string[]) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    ["img-src 'self' data:", ...imageHosts.map((host) => `https://${host}`)].join(' '),
    "connect-src 'self'",
    // Previews of embeds: a form posts the token into the frame.
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const notBuilt = html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Admin app not built</title>
<h1>The admin app is not built yet</h1>
<p>Run <code>npm run build --workspace @inlay/admin</code> in the folder of Inlay, then reload this page.</p></html>
`.toString();

/** The admin app's files. Every view has its own address, and all of them return the same page. */
export function adminAppRoutes(app: HttpApp, services: Services): void {
  const config = { access: 'public' } as const;
  const schema = { hide: true };

  const page = async (request: FastifyRequest, reply: FastifyReply) => {
    const { allowedImageHosts } = await readTenantSettings(services.store, tenantOf(request).id);
    reply
      .header('content-security-policy', policy(allowedImageHosts))
      .header('cross-origin-opener-policy', 'same-origin');
    const files = await adminFiles();
    if (!files) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt);
    reply.header('cache-control', 'no-cache');
    const links = await preloadLinks(files.screens, {
      url: request.url,
      acceptLanguage: request.headers['accept-language'],
      isSignedIn: readSessionCookie(request, services.config) !== undefined,
    });
    if (links.length === 0) return send(request, reply, files.page);
    const { body } = await files.page.as('identity');
    return reply
      .type(files.page.type)
      .send(body.toString().replace('</head>', () => `${html`${links}`}</head>`));
  };

  app.get('/admin', { config, schema }, page);
  app.get('/admin/*', { config, schema }, page);

  app.get('/', { config, schema }, async (_request, reply) => reply.redirect('/admin'));

  app.get('/admin/assets/:name', {
    config: { ...config, tenant: 'any-host' },
    schema: { ...schema, params: Type.Object({ name: Type.String() }) },
    handler: async (request, reply) => {
      const file = (await adminFiles())?.assets.get(request.params.name);
      if (!file) throw new AppError('NOT_FOUND');
      return send(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file);
    },
  });
}

async function send(request: FastifyRequest, reply: FastifyReply, file: AdminFile): Promise<FastifyReply> {
  const wanted = acceptedEncoding(request.headers['accept-encoding'], ['br', 'gzip']);
  const { body, encoding } = await file.as(wanted);
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.header('vary', 'accept-encoding').type(file.type).send(body);
}
