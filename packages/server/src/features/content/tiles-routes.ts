import type { HttpApp } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { contentItemRoutes } from './content-items-routes.ts';
import { contentMoveRoutes } from './content-moves-routes.ts';
import { contentVersionRoutes } from './content-versions-routes.ts';

const resource = { kind: 'tile', plural: 'tiles', article: 'a' } as const;

/** Charts and figures. */
export function tilesRoutes(app: HttpApp, services: Services): void {
  contentItemRoutes(app, services, resource);
  contentMoveRoutes(app, services, resource, ['submit', 'publish', 'return', 'archive', 'unarchive']);
  contentVersionRoutes(app, services, resource);
}
