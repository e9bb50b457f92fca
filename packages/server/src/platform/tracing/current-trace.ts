import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanContext } from '@opentelemetry/api';

/** The span that the running code belongs to. Plain data, so that it can be sent to another process. */
export interface TraceContext extends Pick<SpanContext, 'traceId' | 'spanId' | 'traceFlags'> {
  /** Shared by all spans of a request. Work that outlives the request, such as delayed counts, is not part of its trace. */
  readonly request: { isOver: boolean };
}

/** Empty unless traces are on. */
export const currentTrace = new AsyncLocalStorage<TraceContext>();

/** W3C Trace Context §3.2. */
export const traceparent = ({ traceId, spanId, traceFlags }: TraceContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags}`;
