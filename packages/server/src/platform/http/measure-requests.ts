import type { Logger } from 'pino';
import type { Metrics } from '../metrics.ts';
import type { Time } from '../time/time.ts';
import type { HttpApp } from './http-app.ts';

interface Measuring {
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly time: Time;
}

interface CompletedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly statusCode: number;
  readonly ms: number;
}

/** The status that proxies log when the caller closes the connection before the response is sent. */
const CALLER_GONE = 499;

/** Times every request by route pattern. URLs are not logged: a launcher's contains a token. */
export function measureRequests(app: HttpApp, services: Measuring): void {
  app.decorateRequest('arrivedAt', 0);
  app.decorateRequest('deadline', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { id: requestId, method, routeOptions } = request;
    const { raw } = reply;
    const started = performance.now();
    request.arrivedAt = services.time.monotonic();
    const record = (statusCode: number) => {
      request.deadline?.release();
      const route = routeOptions.url ?? 'unknown';
      recordResponse(services, { requestId, method, route, statusCode, ms: performance.now() - started });
    };
    // Not Fastify's `onResponse`, which is not called if the caller leaves before the response is sent.
    const gone = () => record(CALLER_GONE);
    raw.once('close', gone);
    raw.once('finish', () => {
      raw.off('close', gone);
      record(reply.statusCode);
    });
    done();
  });
}

function recordResponse({ metrics, log }: Measuring, completed: CompletedRequest): void {
  const { requestId, method, route, statusCode, ms } = completed;
  const status = String(statusCode);
  metrics.httpSeconds.observe({ method, route, status }, ms / 1000);
  log.debug({ requestId, method, route, status, ms: Math.round(ms) }, 'request');
}
