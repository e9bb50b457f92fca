import type { TenantId } from '@inlay/protocol/tenant-id';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { readForms } from '../../platform/http/other-bodies.ts';
import type { Services } from '../../services.ts';
import { readAllowedOrigins } from './auth-settings.ts';
import { authenticateEmbed } from './embed-tokens.ts';

/** The only response about a token that pages of other origins may read. A simple request, so there is no preflight. */
export function sdkSessionRoutes(app: HttpApp, services: Services): void {
  app.register(async (scope) => {
    const routes = scope as HttpApp;
    readForms(scope, 16 * 1024);
    routes.addHook('onRequest', (request, reply, done) => {
      const { origin } = request.headers;
      reply.header('vary', 'origin');
      if (origin !== undefined) reply.header('access-control-allow-origin', origin);
      done();
    });
    routes.post('/scripts/sdk-session', {
      config: { access: 'public' },
      schema: {
        tags: ['embed'],
        security: [],
        consumes: ['application/x-www-form-urlencoded'],
        operationId: 'checkSdkToken',
        summary: 'Check whether an SDK token is valid',
        'x-openapi-body': {
          type: 'object',
          title: 'SdkSessionForm',
          required: ['token'],
          properties: {
            token: {
              type: 'string',
              description: 'True if the token was issued for a context with the role ADMIN.',
            },
          },
        },
        response: {
          200: Type.Object(
            { expiresIn: Type.Integer({ description: "Seconds, by the server's clock." }) },
            { title: 'SdkSession' },
          ),
          ...errors(401, 403, 413, 415),
        },
      },
      handler: async (request) => {
        const { origin } = request.headers;
        const form = typeof request.body === 'string' ? request.body : '';
        const token = new URLSearchParams(form).get('token') ?? '';
        const page = origin === 'null' ? undefined : origin;
        return checkSdkToken(services, tenantOf(request).id, token, page);
      },
    });
  });
}

/** Returns the remaining lifetime of a token that may open every embed, as the SDK's own token may. */
async function checkSdkToken(
  { store, time, refusals }: Services,
  tenantId: TenantId,
  token: string,
  origin: string | undefined,
): Promise<{ readonly expiresIn: number }> {
  const allowed = await readAllowedOrigins(store, tenantId);
  if (origin !== undefined && allowed.length > 0 && !allowed.includes(origin))
    throw new AppError('ORIGIN_REFUSED', {
      message: `Pages of ${origin} cannot use this instance. Add the origin to the allowed origins of the tenant.`,
    });
  const now = time.now();
  const viewer = await authenticateEmbed(store, tenantId, token, now);
  if (viewer?.viewsEveryEmbed && viewer.onlyEmbed === null)
    return { expiresIn: Math.max(0, Math.floor((viewer.expiresAt - now) / 1000)) };
  refusals.count(tenantId, now, { action: 'access', reason: 'invalid token' });
  throw new AppError('UNAUTHORIZED', { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}
