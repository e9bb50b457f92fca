import Type from 'typebox';
import { errors } from '../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import type { Services } from '../../services.ts';
import { removeSampleData } from './remove-sample-data.ts';

export function sampleDataRoutes(app: HttpApp, services: Services): void {
  app.delete('/api/v0/sample-data', {
    config: forAdmins('content:write', 'data:write'),
    schema: {
      tags: ['files'],
      operationId: 'deleteSampleData',
      summary: 'Delete the sample data',
      description:
        'Deletes the app, dashboard, dataset and file that the admin app adds as sample data. Refused, with names, if something ' +
        'else was built on them, and nothing is deleted then.',
      response: { 204: Type.Null(), ...errors(409) },
    },
    handler: async (request, reply) => {
      await removeSampleData({ services, tenantId: tenantOf(request).id, acting: actingIn(request) });
      return reply.code(204).send(null);
    },
  });
}
