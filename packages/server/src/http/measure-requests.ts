import type { Services } from '../services.ts';
import type { HttpApp } from './http-app.ts';

/** Times every request under its route's pattern. Addresses are not logged whole: a launcher's holds a token. */
export function measureRequests(app: HttpApp, { metrics }: Services): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = String(reply.statusCode);
    metrics.httpSeconds.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
    request.log.debug(
      { requestId: request.id, method: request.method, route, status, ms: Math.round(reply.elapsedTime) },
      'request',
    );
    done();
  });
}
