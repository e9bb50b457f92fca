import findMyWay from 'find-my-way';
import { AppError } from '../errors.ts';
import type { HttpApp } from './http-app.ts';

/** Unknown addresses answer 404; known ones asked with another method answer 405 and name theirs (RFC 9110 §15.5.6). */
export function answerUnknownRoutes(app: HttpApp): void {
  const methods = new Map<string, Set<string>>();
  const router = findMyWay({ ignoreTrailingSlash: false });
  app.addHook('onRoute', ({ url, method }) => {
    let known = methods.get(url);
    if (!known) {
      known = new Set();
      methods.set(url, known);
      router.on('GET', url, () => {}, known);
    }
    for (const name of [method].flat()) known.add(name);
  });
  app.setNotFoundHandler((request) => {
    const found = router.find('GET', request.url.split('?', 1)[0] ?? '/');
    if (!found) throw new AppError('NOT_FOUND');
    const allow = [...(found.store as Set<string>)].sort().join(', ');
    throw new AppError('METHOD_NOT_ALLOWED', {
      message: `This address answers ${allow}, not ${request.method}.`,
      headers: { allow },
    });
  });
}
