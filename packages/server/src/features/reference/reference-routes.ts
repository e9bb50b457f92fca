import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { ScriptBundle } from './pack-bundle.ts';
import { referencePage } from './reference-page.ts';

/** The API's description, for programs and for people. */
export function referenceRoutes(app: HttpApp, describeApi: () => object): void {
  const config = { access: 'public' } as const;
  const schema = { hide: true };

  app.get('/api/openapi.json', { config, schema }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(describeApi()),
  );

  app.get('/api/docs', { config, schema }, async (_request, reply) => {
    const { html, contentSecurityPolicy } = referencePage((await scriptBundle()).name);
    return reply
      .header('content-security-policy', contentSecurityPolicy)
      .type('text/html; charset=utf-8')
      .send(html);
  });

  app.get('/api/docs/', { config, schema }, async (_request, reply) => reply.redirect('/api/docs', 308));

  app.get('/api/docs/:script', {
    config,
    schema: { ...schema, params: Type.Object({ script: Type.String() }) },
    handler: async (request, reply) => {
      const bundle = await scriptBundle();
      if (request.params.script !== bundle.name) throw new AppError('NOT_FOUND');
      const encoding = /\bbr\b/.test(String(request.headers['accept-encoding'])) ? 'br' : 'gzip';
      return reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-encoding', encoding)
        .header('vary', 'accept-encoding')
        .type('text/javascript; charset=utf-8')
        .send(bundle[encoding]);
    },
  });
}

let packed: Promise<ScriptBundle> | undefined;

/** Packed on first request, once per process. */
function scriptBundle(): Promise<ScriptBundle> {
  packed ??= pack().catch((error) => {
    packed = undefined;
    throw error;
  });
  return packed;
}

async function pack(): Promise<ScriptBundle> {
  const worker = new Worker(new URL('./pack-bundle.ts', import.meta.url));
  try {
    const [bundle] = await once(worker, 'message', { signal: AbortSignal.timeout(60_000) });
    return bundle as ScriptBundle;
  } finally {
    await worker.terminate();
  }
}
