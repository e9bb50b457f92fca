import type { Services } from '../services.ts';
import type { HttpApp } from './http-app.ts';

interface Answered {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly statusCode: number;
  readonly ms: number;
}

/** Times every request under its route's pattern. Addresses are not logged whole: a launcher's holds a token. */
export function measureRequests(app: HttpApp, services: Services): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method } = request;
    const { statusCode, elapsedTime: ms } = reply;
    const route = request.routeOptions.url ?? 'unknown';
    recordAnswer(services, { requestId, method, route, statusCode, ms });
    done();
  });
}

export function recordAnswer({ metrics, log }: Services, answered: Answered): void {
  const { requestId, method, route, statusCode, ms } = answered;
  const status = String(statusCode);
  metrics.httpSeconds.observe({ method, route, status }, ms / 1000);
  log.debug({ requestId, method, route, status, ms: Math.round(ms) }, 'request');
}
