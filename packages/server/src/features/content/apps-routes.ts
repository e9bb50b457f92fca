import Type from 'typebox';
import { byId } from '../../platform/http/by-id.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { contentItemRoutes } from './content-items-routes.ts';
import { contentMoveRoutes } from './content-moves-routes.ts';
import { contentVersionRoutes } from './content-versions-routes.ts';
import { listPhrases } from './list-phrases.ts';

const resource = { kind: 'app', plural: 'apps', article: 'an' } as const;

/** Apps hold what belongs together; privileges are given by app. */
export function appsRoutes(app: HttpApp, services: Services): void {
  contentItemRoutes(app, services, resource);
  contentMoveRoutes(app, services, resource, ['archive', 'unarchive']);
  contentVersionRoutes(app, services, resource);

  app.get('/api/v0/apps/:id/phrases', {
    config: { access: 'ADMIN' },
    schema: {
      tags: ['apps'],
      operationId: 'listAppPhrases',
      summary: 'List what there is to translate in an app',
      description:
        "Titles, texts and labels of the working copies and of the datasets they ask, each once. An app's `translations` say how they read in other languages.",
      params: byId,
      response: {
        200: Type.Object({ phrases: Type.Array(Type.String()) }, { title: 'AppPhrases' }),
        ...errors(401, 404),
      },
    },
    handler: async (request) => ({
      phrases: [...(await listPhrases(services.store, tenantOf(request).id, request.params.id))],
    }),
  });
}
