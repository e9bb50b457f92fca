import { locales } from '@inlay/messages/locales';
import { matchLanguage } from '@inlay/protocol/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../../platform/errors.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { sendAsset } from '../../../platform/http/send-asset.ts';
import {
  type Asset,
  openStaticAssets,
  readManifest,
  readText,
  type StaticAssets,
} from '../../../platform/http/static-assets.ts';
import type { PageAssets } from '../../../platform/render/page-shell.ts';
import { readRules } from '../../../platform/render/used-rules.ts';

const SCRIPTS = ['embedLauncher.js', 'embedSdk.js'];

/** The launcher, the SDK, and the static assets of rendered pages. The same on every host whose tenant is not disabled. */
export function embedScriptsRoutes(
  app: HttpApp,
  shelves: { readonly sdk: StaticAssets; readonly frame: StaticAssets },
): void {
  const config = { access: 'public', tenant: 'any-host' } as const;
  const schema = { hide: true };

  for (const name of SCRIPTS) {
    app.get(`/scripts/${name}`, {
      config,
      schema: { ...schema, querystring: Type.Object({}, { additionalProperties: true }) },
      handler: async (request, reply) => {
        const asset = await found(shelves.sdk, name);
        // Neither a URL with a token nor its response may be cached.
        const holdsToken = 'token' in (request.query as object);
        return sendScript(request, reply, asset, holdsToken ? 'no-store' : 'public, max-age=300');
      },
    });
  }

  app.get('/embed/assets/:name', {
    config,
    schema: { ...schema, params: Type.Object({ name: Type.String() }) },
    handler: async (request, reply) => {
      const asset = await found(shelves.frame, request.params.name);
      return sendScript(request, reply, asset, 'public, max-age=31536000, immutable');
    },
  });
}

async function found(assets: StaticAssets, name: string): Promise<Asset> {
  const asset = await assets.find(name);
  if (!asset) throw new AppError('NOT_FOUND');
  return asset;
}

function sendScript(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  caching: string,
): FastifyReply {
  reply
    // A content security policy has no effect on scripts and styles.
    .removeHeader('content-security-policy')
    .header('cache-control', caching)
    // Cross-origin isolated host pages (COEP) load only resources with this header.
    .header('cross-origin-resource-policy', 'cross-origin')
    // For `type="module"` and `crossorigin`: these files are the same for everybody.
    .header('access-control-allow-origin', '*');
  return sendAsset(request, reply, asset);
}

const languages = locales.map(({ locale }) => locale);
export const sdkBuild = new URL('../../../../../sdk/dist/', import.meta.url);
const frameBuild = new URL('../../../../../frame/dist/', import.meta.url);

/** The frame's build: static assets, and the parts that are inlined into every page. */
export function openFrameBuild(): { readonly assets: StaticAssets; readonly page: PageAssets } {
  const manifest = readManifest(new URL('manifest.json', frameBuild));
  const folder = new URL('assets/', frameBuild);
  const styles = [manifest['page.css'], manifest['article.css']].filter((name) => name !== undefined);
  return {
    assets: openStaticAssets(folder),
    page: {
      loader: manifest.loader,
      style: styles.flatMap((name) => readRules(readText(new URL(name, folder)))),
      builder: (language) =>
        ['', `.${matchLanguage(language, languages) ?? 'en'}`].flatMap(
          (suffix) => manifest[`builder.preload${suffix}`]?.split(' ') ?? [],
        ),
    },
  };
}
