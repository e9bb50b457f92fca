import type { IncomingMessage } from 'node:http';
import findMyWay from 'find-my-way';
import { AppError } from '../errors.ts';
import type { Time } from '../time/time.ts';
import type { HttpApp } from './http-app.ts';
import { endWithRefusal } from './raw-refusals.ts';

/**
 * Unknown addresses get 404; known ones called with another method get 405 and `Allow` (RFC 9110 §15.5.6).
 * Call it before the routes are registered and after the hooks that set headers and find the tenant.
 */
export function refuseUnknownRoutes(app: HttpApp, { time }: { readonly time: Time }): void {
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set();
    for (const name of [method].flat()) known.add(name);
    methods.set(url, known);
  });
  // Made for the first request that needs it: it takes a few percent of the time to start.
  let findMethods: ReturnType<typeof methodsByPath> | undefined;
  const refusal = ({ url = '/', method = '' }: Pick<IncomingMessage, 'url' | 'method'>): AppError => {
    findMethods ??= methodsByPath(methods);
    const found = findMethods(url.split('?', 1)[0] ?? '/');
    if (!found) return new AppError('NOT_FOUND');
    const allow = [...found].sort().join(', ');
    return new AppError('METHOD_NOT_ALLOWED', {
      message: `This address does not support ${method}. Use ${allow}.`,
      headers: { allow },
    });
  };
  // Before the body is read, because the content type does not matter for an unknown address.
  app.addHook('onRequest', (request, _reply, done) => done(request.is404 ? refusal(request) : undefined));
  app.setNotFoundHandler((request) => {
    throw refusal(request);
  });
  // Node emits `connect` for CONNECT, and without a listener closes the connection without a response.
  app.server.on('connect', (request, socket) => endWithRefusal(time, socket, refusal(request)));
}

function methodsByPath(
  methods: ReadonlyMap<string, ReadonlySet<string>>,
): (path: string) => ReadonlySet<string> | undefined {
  const router = findMyWay({ ignoreTrailingSlash: false });
  for (const url of methods.keys()) router.on('GET', url, () => {}, url);
  return (path) => methods.get(String(router.find('GET', path)?.store));
}
