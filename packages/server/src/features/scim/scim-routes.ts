import { SCIM_PATH } from '@inlay/protocol/scim';
import { AppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import { readJsonBodies } from '../../platform/http/json-body.ts';
import type { Services } from '../../services.ts';
import { discoveryRoutes } from './discovery/discovery-routes.ts';
import { scimGroupsRoutes } from './groups/scim-groups-routes.ts';
import { replyWithScimError } from './protocol/scim-error.ts';
import { scimUsersRoutes } from './users/scim-users-routes.ts';

/** SCIM 2.0 (RFC 7643, RFC 7644): an identity provider creates, changes and deactivates users and groups. */
export function scimRoutes(app: HttpApp, services: Services): void {
  app.register(async (scope) => {
    const scim = scope as HttpApp;
    readJsonBodies(scim, ['application/scim+json', 'application/json']);
    scim.setErrorHandler(replyWithScimError);
    discoveryRoutes(scim, services);
    scimUsersRoutes(scim, services);
    scimGroupsRoutes(scim, services);
  });
  // Unknown addresses have the error body of SCIM, too.
  app.register(
    async (scope) => {
      scope.setErrorHandler(replyWithScimError);
      scope.setNotFoundHandler(() => {
        throw new AppError('NOT_FOUND');
      });
    },
    { prefix: SCIM_PATH },
  );
}
