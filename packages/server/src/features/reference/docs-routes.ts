import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { sendAsset } from '../../platform/http/send-asset.ts';
import { openStaticAssets, readManifest } from '../../platform/http/static-assets.ts';

/** The documentation site of this version (ADR 285): static files, the same on every host, with or without a tenant. */
export function docsRoutes(app: HttpApp, folder: URL): void {
  const site = openStaticAssets(folder);
  const { themeScript } = readManifest(new URL('manifest.json', folder));
  const policy = [
    "default-src 'none'",
    `script-src 'self' '${themeScript}'`,
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const config = { access: 'public', tenant: 'any-host' } as const;
  const schema = { hide: true };

  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    const page = await site.find(path === '' ? 'index.html' : `${path}.html`);
    const shown = page ?? (await site.find('404.html'));
    if (!shown) throw new AppError('NOT_FOUND', { detail: 'packages/docs is not built' });
    if (!page) reply.code(404);
    reply.header('content-security-policy', policy).header('cache-control', 'no-cache');
    return sendAsset(request, reply, shown);
  };

  app.get('/docs', { config, schema }, (request, reply) => sendPage(request, reply, ''));

  app.get('/docs/*', {
    config,
    schema: { ...schema, params: Type.Object({ '*': Type.String() }) },
    handler: async (request, reply) => {
      const { '*': path } = request.params;
      // As it was sent: what is decoded may not stand in a header.
      const [address = ''] = request.url.split('?', 1);
      if (address.endsWith('/')) return reply.redirect(withoutSlashes(address), 308);
      return sendPage(request, reply, path);
    },
  });

  app.get('/docs/assets/:name', {
    config,
    schema: { ...schema, params: Type.Object({ name: Type.String() }) },
    handler: async (request, reply) => {
      const asset = await site.find(`assets/${request.params.name}`);
      if (!asset) throw new AppError('NOT_FOUND');
      // Names hold a hash of the content.
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return sendAsset(request, reply, asset);
    },
  });
}

/** Without slashes at the end. A regular expression would look at each run of slashes once per slash. */
function withoutSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === '/') end -= 1;
  return address.slice(0, end);
}
