import Type from 'typebox';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import { byId } from '../../platform/http/route-parameters.ts';
import type { Services } from '../../services.ts';
import { type ContentResource, contentItemRoutes, contentRequest } from './lifecycle/content-items-routes.ts';
import { contentTransitionRoutes } from './lifecycle/content-transitions-routes.ts';
import { contentVersionRoutes } from './lifecycle/content-versions-routes.ts';
import { publishTogetherRoute, unpublishedTilesRoute } from './lifecycle/publish-together-routes.ts';
import { readContent } from './lifecycle/read-content.ts';
import type { ContentTransition } from './lifecycle/transition-content.ts';
import { listPhrases } from './visibility/translate-content.ts';

const REVIEWED = ['submit', 'publish', 'return', 'archive', 'unarchive'] as const;

/** Apps, and the tiles, stories and dashboards in them. */
export function contentRoutes(app: HttpApp, services: Services): void {
  const register = (resource: ContentResource, transitions: readonly ContentTransition[]) => {
    contentItemRoutes(app, services, resource);
    contentTransitionRoutes(app, services, resource, transitions);
    contentVersionRoutes(app, services, resource);
  };
  register({ kind: 'app', plural: 'apps', article: 'an' }, ['archive', 'unarchive']);
  appPhrasesRoute(app, services);
  register({ kind: 'tile', plural: 'tiles', article: 'a' }, REVIEWED);
  publishTogetherRoute(app, services);
  for (const resource of [
    { kind: 'story', plural: 'stories', article: 'a' },
    { kind: 'dashboard', plural: 'dashboards', article: 'a' },
  ] as const) {
    register(resource, REVIEWED);
    unpublishedTilesRoute(app, services, resource);
  }
}

function appPhrasesRoute(app: HttpApp, services: Services): void {
  app.get('/api/v0/apps/:id/phrases', {
    config: forAdmins('content:read'),
    schema: {
      tags: ['apps'],
      operationId: 'listAppPhrases',
      summary: 'List the translatable texts of an app',
      description:
        'Lists each title, text and label of the working copies and their datasets once. Translations are in `translations` of the app.',
      params: byId,
      response: {
        200: Type.Object({ phrases: Type.Array(Type.String()) }, { title: 'AppPhrases' }),
        ...errors(401, 404),
      },
    },
    handler: async (request) => {
      const { id } = request.params;
      await readContent(await contentRequest(services, request), { kind: 'app', id });
      return { phrases: [...(await listPhrases(services.store, tenantOf(request).id, id))] };
    },
  });
}
