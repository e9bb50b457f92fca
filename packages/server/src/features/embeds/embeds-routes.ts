import type { HttpApp } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import { contentItemRoutes, contentVersionRoutes } from '../content/index.ts';

const resource = { kind: 'embed', plural: 'embeds', article: 'an' } as const;

/** What customers' pages name, and how it is shown there. */
export function embedsRoutes(app: HttpApp, services: Services): void {
  contentItemRoutes(app, services, resource);
  contentVersionRoutes(app, services, resource);
}
