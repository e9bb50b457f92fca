import type { FastifyRequest } from 'fastify';
import { currentTrace, traceparent } from '../tracing/current-trace.ts';
import type { RequestSpan, Tracer } from '../tracing/tracer.ts';
import type { HttpApp } from './http-app.ts';

/** The status that proxies log when the caller closes the connection before the response is sent. */
const CALLER_GONE = 499;

/** A span for each request, under its route's pattern: addresses may hold tokens. */
export function traceRequests(app: HttpApp, tracer: Tracer): void {
  if (!tracer.isOn) return;
  const spans = new WeakMap<FastifyRequest, RequestSpan>();
  app.addHook('onRequest', (request, reply, done) => {
    const span = tracer.startRequest(request.headers.traceparent);
    spans.set(request, span);
    // W3C Trace Context Level 2 §3.4: tells the caller the id under which to look for the request.
    reply.header('traceresponse', traceparent(span.context));
    reply.raw.once('close', () => {
      const route = request.routeOptions.url ?? 'unknown';
      const status = reply.raw.writableFinished ? reply.statusCode : CALLER_GONE;
      span.rename(`${request.method} ${route}`);
      span.set({
        'http.request.method': request.method,
        'http.route': route,
        'http.response.status_code': status,
        'inlay.request_id': request.id,
        'inlay.tenant': request.tenant?.id,
      });
      span.end({ isFailed: status >= 500 });
      span.context.request.isOver = true;
    });
    currentTrace.run(span.context, done);
  });
  // Reading a body leaves the context: its events belong to the connection.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    if (span) currentTrace.run(span.context, done);
    else done();
  });
}
