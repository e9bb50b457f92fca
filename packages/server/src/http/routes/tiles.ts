import type { HttpApp } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { contentItemRoutes } from './content-items.ts';
import { contentMoveRoutes } from './content-moves.ts';
import { contentVersionRoutes } from './content-versions.ts';

const resource = { kind: 'tile', plural: 'tiles', article: 'a' } as const;

/** Charts and figures. */
export function tilesRoutes(app: HttpApp, services: Services): void {
  contentItemRoutes(app, services, resource);
  contentMoveRoutes(app, services, resource, ['submit', 'publish', 'return', 'archive', 'unarchive']);
  contentVersionRoutes(app, services, resource);
}
