import Type from 'typebox';
import { type HttpApp, tenantOf } from '../../../platform/http/http-app.ts';
import { afterConfirmation, forAdmins } from '../../../platform/http/route-access.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import type { Services } from '../../../services.ts';
import { userManagerIn } from '../../users/index.ts';
import { resetSecondFactors } from './reset-second-factors.ts';

/** For administrators, when somebody lost the phone. */
export function resetFactorsRoutes(app: HttpApp, services: Services): void {
  app.delete('/api/v0/users/:id/second-factors', {
    config: afterConfirmation(forAdmins('users:write')),
    schema: {
      tags: ['users'],
      operationId: 'resetSecondFactors',
      summary: "Remove a user's second factors",
      description:
        'For somebody who lost them: removes passkeys, authenticator app and recovery codes, and signs the user out everywhere.',
      params: byId,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      await resetSecondFactors(services, tenantOf(request).id, request.params.id, userManagerIn(request));
      return reply.code(204).send(null);
    },
  });
}
