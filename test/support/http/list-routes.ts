import type { HttpApp } from '@inlay/server/platform/http/http-app';

export interface RegisteredRoute {
  readonly method: string;
  readonly url: string;
}

/**
 * Every route that the router knows, from its own printed tree: a route that was added past the API's
 * description is in it too. `HEAD` comes with each `GET` and is left out.
 */
export function listRoutes(app: HttpApp): RegisteredRoute[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', segment = '', methods = ''] =
        /^([\s│]*)[├└]── (\S*)(?: \(([A-Z, ]+)\))?/.exec(line) ?? [];
      if (segment === '') return [];
      const depth = indent.length / 4;
      parents.splice(depth, parents.length, segment);
      const url = parents.join('');
      return methods
        .split(', ')
        .filter((method) => method !== '' && method !== 'HEAD')
        .map((method) => ({ method, url }));
    });
}
