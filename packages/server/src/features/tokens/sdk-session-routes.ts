import Type from 'typebox';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { readForms } from '../../platform/http/other-bodies.ts';
import type { Services } from '../../services.ts';
import { sdkSession } from './sdk-session.ts';

/** The one answer about a token that pages of other origins may read: whether it holds. A simple request, no preflight. */
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
        summary: 'Ask whether an SDK token holds',
        'x-openapi-body': {
          type: 'object',
          title: 'SdkSessionForm',
          required: ['token'],
          properties: { token: { type: 'string', description: 'Of a context with the role ADMIN.' } },
        },
        response: {
          200: Type.Object(
            { expiresIn: Type.Integer({ description: 'Seconds by our clock.' }) },
            { title: 'SdkSession' },
          ),
          ...errors(401, 403, 413, 415),
        },
      },
      handler: async (request) => {
        const { origin } = request.headers;
        const token = new URLSearchParams((request.body as string | undefined) ?? '').get('token') ?? '';
        const page = origin === 'null' ? undefined : origin;
        return sdkSession(services, tenantOf(request).id, token, page);
      },
    });
  });
}
