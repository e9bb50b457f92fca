import {
  PublishedTogetherSchema,
  PublishTogetherSchema,
  UnpublishedTilesSchema,
} from '@inlay/content/publish-together';
import { errors } from '../../../platform/http/documented-errors.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { documentedBody, readBody } from '../../../platform/http/read-body.ts';
import { forUsers } from '../../../platform/http/route-access.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import type { Services } from '../../../services.ts';
import { type ContentResource, contentRequest, nameIn } from './content-items-routes.ts';
import { publishTogether, unpublishedTiles } from './publish-together.ts';

/** Publishes several items of an app in one transaction. */
export function publishTogetherRoute(app: HttpApp, services: Services): void {
  app.post('/api/v0/apps/:id/publish', {
    config: forUsers('content:write'),
    schema: {
      tags: ['apps'],
      operationId: 'publishTogether',
      summary: 'Publish several items of an app together',
      description:
        'Publishes all items or, if one is refused, none: the 409 response then lists each refused item with its title and the ' +
        'reason in `details.refused`. Stories and dashboards can be published with the tiles that they use. Requires the same privileges for each ' +
        'item as publishing it alone.',
      params: byId,
      ...documentedBody(PublishTogetherSchema),
      response: { 200: PublishedTogetherSchema, ...errors(400, 401, 404, 409) },
    },
    handler: async (request) => {
      const content = await contentRequest(services, request);
      return publishTogether(content, request.params.id, readBody(PublishTogetherSchema, request.body));
    },
  });
}

/** What publishing a story or dashboard should include. */
export function unpublishedTilesRoute(
  app: HttpApp,
  services: Services,
  { kind, plural, article }: ContentResource,
): void {
  app.get(`/api/v0/${plural}/:id/unpublished-tiles`, {
    config: forUsers('content:read'),
    schema: {
      tags: [plural],
      operationId: `list${nameIn(kind)}UnpublishedTiles`,
      summary: `List the unpublished tiles of ${article} ${kind}`,
      description:
        'The tiles that its working copy uses and that viewers do not see in their current state: those that were never ' +
        'published, and those changed since. Requires `contribute` or `validate`.',
      params: byId,
      response: { 200: UnpublishedTilesSchema, ...errors(401, 404) },
    },
    handler: async (request) => {
      const content = await contentRequest(services, request);
      return { tiles: [...(await unpublishedTiles(content, { kind, id: request.params.id }))] };
    },
  });
}
