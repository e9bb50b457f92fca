import { UsageSchema } from '@inlay/protocol/usage';
import Type from 'typebox';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { readUsage } from './usage.ts';

export function usageRoutes(app: HttpApp, services: Services): void {
  app.get('/api/v0/usage', {
    config: { access: 'ADMIN' },
    schema: {
      tags: ['audit'],
      operationId: 'readUsage',
      summary: 'Read usage statistics',
      description: 'Counted per hour and kept for 400 days. A crash can lose the last few seconds.',
      querystring: Type.Object({
        days: Type.Optional(
          Type.String({
            pattern: '^(?:[1-9]|[1-8][0-9]|90)$',
            description: 'Number of days, including today.',
            'x-problem': 'must be a whole number from 1 to 90',
            'x-openapi': { type: 'integer', minimum: 1, maximum: 90, default: 30 },
          }),
        ),
      }),
      response: { 200: UsageSchema },
    },
    handler: async (request) =>
      await readUsage(services, tenantOf(request).id, Number(request.query.days ?? 30)),
  });
}
