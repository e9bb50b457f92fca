import { BundleSchema, DocumentedBundleSchema, NewBundleSchema } from '@inlay/content/bundle';
import { errors } from '../../../platform/http/documented-errors.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { documentedBody } from '../../../platform/http/read-body.ts';
import { forAdmins } from '../../../platform/http/route-access.ts';
import type { Services } from '../../../services.ts';
import { contentRequest } from './content-items-routes.ts';
import { createBundle } from './create-bundle.ts';

export function bundleRoutes(app: HttpApp, services: Services): void {
  app.post('/api/v0/bundles', {
    config: forAdmins('content:write', 'data:write'),
    schema: {
      tags: ['datasets'],
      operationId: 'createBundle',
      summary: 'Create datasets and a dashboard together',
      description:
        'Creates all parts or none. The dashboard can be in an existing app, or in the one that is sent with it. Parts that ' +
        'exist exactly as sent are kept, so a request can be repeated if its response was lost.',
      body: NewBundleSchema,
      ...documentedBody(DocumentedBundleSchema),
      response: { 201: BundleSchema, ...errors(409, 502, 504) },
    },
    handler: async (request, reply) => {
      await createBundle({ ...(await contentRequest(services, request)), services }, request.body);
      const { datasets, app: inApp, dashboard } = request.body;
      return reply.code(201).send({
        datasets: datasets.map(({ id }) => id),
        app: dashboard?.appId ?? inApp?.id ?? null,
        dashboard: dashboard?.id ?? null,
      });
    },
  });
}
