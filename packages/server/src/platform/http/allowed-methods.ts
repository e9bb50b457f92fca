import findMyWay from 'find-my-way';
import { AppError } from '../errors.ts';
import type { HttpApp } from './http-app.ts';

/** Unknown addresses answer 404; known ones asked with another method answer 405 and name theirs (RFC 9110 §15.5.6). */
export function answerUnknownRoutes(app: HttpApp): void {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    methods.set(url, known);
  });
  // Made for the first request that needs it: it takes a few percent of the time to start.
  let router: ReturnType<typeof routerOf> | undefined;
  app.setNotFoundHandler((request) => {
    router ??= routerOf(methods);
    const found = router.find('GET', request.url.split('?', 1)[0] ?? '/');
    if (!found) throw new AppError('NOT_FOUND');
    const allow = [...(found.store as Set<string>)].sort().join(', ');
    throw new AppError('METHOD_NOT_ALLOWED', {
      message: `This address answers ${allow}, not ${request.method}.`,
      headers: { allow },
    });
  });
}

function routerOf(methods: ReadonlyMap<string, ReadonlySet<string>>) {
  const router = findMyWay({ ignoreTrailingSlash: false });
  for (const [url, known] of methods) router.on('GET', url, () => {}, known);
  return router;
}
