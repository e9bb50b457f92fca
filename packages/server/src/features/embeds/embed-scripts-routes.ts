import { baseLanguage } from '@inlay/protocol/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { encodingFor } from '../../platform/http/encoding.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import {
  type Asset,
  openStaticAssets,
  readManifest,
  readText,
  type StaticAssets,
} from '../../platform/http/static-assets.ts';
import type { PageAssets } from '../../platform/render/page-shell.ts';
import { readRules } from '../../platform/render/used-rules.ts';

const SCRIPTS = ['embedLauncher.js', 'embedSdk.js'];

/** The launcher, the SDK, and what rendered pages load. The same for every tenant that is not disabled. */
export function embedScriptsRoutes(
  app: HttpApp,
  shelves: { readonly sdk: StaticAssets; readonly frame: StaticAssets },
): void {
  const config = { access: 'public' } as const;
  const schema = { hide: true };

  for (const name of SCRIPTS) {
    app.get(`/scripts/${name}`, {
      config,
      schema: { ...schema, querystring: Type.Object({}, { additionalProperties: true }) },
      handler: async (request, reply) => {
        const asset = await found(shelves.sdk, name);
        // An address with a token in it belongs into no cache, and neither does what came from there.
        const holdsToken = 'token' in (request.query as object);
        return sendAsset(request, reply, asset, holdsToken ? 'no-store' : 'public, max-age=300');
      },
    });
  }

  app.get('/embed/assets/:name', {
    config,
    schema: { ...schema, params: Type.Object({ name: Type.String() }) },
    handler: async (request, reply) => {
      const asset = await found(shelves.frame, request.params.name);
      return sendAsset(request, reply, asset, 'public, max-age=31536000, immutable');
    },
  });
}

async function found(shelf: StaticAssets, name: string): Promise<Asset> {
  const asset = await shelf.find(name);
  if (!asset) throw new AppError('NOT_FOUND');
  return asset;
}

function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  caching: string,
): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding']);
  reply
    // A script or style is no document that a policy could hold.
    .removeHeader('content-security-policy')
    .header('cache-control', caching)
    // Host pages that isolate themselves (COEP) load only what says that it may be loaded.
    .header('cross-origin-resource-policy', 'cross-origin')
    // For `type="module"` and `crossorigin`: these files are the same for everybody.
    .header('access-control-allow-origin', '*');
  if (caching !== 'no-store') reply.header('etag', asset.etag).header('vary', 'accept-encoding');
  if (request.headers['if-none-match']?.includes(asset.etag)) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.type(asset.type).send(asset[encoding]);
}

const packages = new URL('../../../../', import.meta.url);

/** Where the builds of the packages beside this one lie. */
export function builtFiles(path: string): URL {
  return new URL(path, packages);
}

/** The frame's build: files for browsers, and what every page carries in itself. */
export function openFrameBuild(): { readonly shelf: StaticAssets; readonly page: PageAssets } {
  const manifest = readManifest(builtFiles('frame/dist/manifest.json'));
  const folder = builtFiles('frame/dist/assets/');
  const style = manifest['page.css'];
  return {
    shelf: openStaticAssets(folder),
    page: {
      loader: manifest.loader,
      style: style === undefined ? [] : readRules(readText(new URL(style, folder))),
      builder: (language) =>
        ['', `.${baseLanguage(language)}`].flatMap(
          (suffix) => manifest[`builder.preload${suffix}`]?.split(' ') ?? [],
        ),
    },
  };
}
