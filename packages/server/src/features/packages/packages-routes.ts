import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { packageFile, packageNames } from '@inlay/protocol/install-command';
import Type from 'typebox';
import { keepMade } from '../../platform/concurrency/keep-made.ts';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';

const folder = new URL('../../../dist/packages/', import.meta.url);
const read = keepMade(async (file: string) => {
  const content = await readFile(new URL(file, folder));
  return { content, etag: `"${hash('sha256', content, 'hex').slice(0, 16)}"` };
});

/** The npm packages of this version, for `npm install {instance_url}/packages/…` without a registry (ADR 280). */
export function packagesRoutes(app: HttpApp): void {
  app.get('/packages/:file', {
    // The same for everybody, on every host.
    config: { access: 'public', tenant: 'any-host' },
    schema: { hide: true, params: Type.Object({ file: Type.String() }) },
    handler: async (request, reply) => {
      const { file } = request.params;
      if (!packageNames.some((name) => packageFile(name) === file)) throw notServed(file);
      const { content, etag } = await read(file).catch(notBuilt);
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('etag', etag);
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
      return reply.type('application/gzip').send(content);
    },
  });
}

function notServed(file: string): AppError {
  const meant = packageNames.filter((name) => file.startsWith(`inlay-${name}-`));
  const served = (meant.length > 0 ? meant : packageNames).map((name) => `/packages/${packageFile(name)}`);
  return new AppError('NOT_FOUND', { message: `This instance serves ${served.join(' and ')}.` });
}

function notBuilt(cause: unknown): never {
  const message = 'The packages are not built: start Inlay with `npm start`, which builds them.';
  throw new AppError('NOT_FOUND', { message, cause });
}
