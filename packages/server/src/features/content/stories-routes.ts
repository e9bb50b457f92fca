import type { HttpApp } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { contentItemRoutes } from './content-items-routes.ts';
import { contentMoveRoutes } from './content-moves-routes.ts';
import { contentVersionRoutes } from './content-versions-routes.ts';

const resource = { kind: 'story', plural: 'stories', article: 'a' } as const;

/** Findings told step by step. */
export function storiesRoutes(app: HttpApp, services: Services): void {
  contentItemRoutes(app, services, resource);
  contentMoveRoutes(app, services, resource, ['submit', 'publish', 'return', 'archive', 'unarchive']);
  contentVersionRoutes(app, services, resource);
}
