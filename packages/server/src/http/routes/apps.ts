import type { Services } from '../../services.ts';
import type { HttpApp } from '../http-app.ts';
import { contentItemRoutes } from './content-items.ts';
import { contentMoveRoutes } from './content-moves.ts';
import { contentVersionRoutes } from './content-versions.ts';

const resource = { kind: 'app', plural: 'apps', article: 'an' } as const;

/** Apps hold what belongs together; privileges are given by app. */
export function appsRoutes(app: HttpApp, services: Services): void {
  contentItemRoutes(app, services, resource);
  contentMoveRoutes(app, services, resource, ['archive', 'unarchive']);
  contentVersionRoutes(app, services, resource);
}
