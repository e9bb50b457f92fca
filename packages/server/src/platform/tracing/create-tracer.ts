// Loads the OpenTelemetry SDK. Imported only when traces are on (ADR 283).
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import {
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { ParentBasedSampler, TraceIdRatioBasedSampler, TracerProvider } from '@opentelemetry/sdk-trace';
import { VERSION } from '../../version.ts';
import { currentTrace, type TraceContext } from './current-trace.ts';
import { type ExportOptions, exportSpans } from './export-spans.ts';
import { NO_SPAN, type RequestSpan, type Span, type Tracer } from './tracer.ts';

interface TracerOptions extends ExportOptions {
  /** The share of the requests without a caller's trace that are recorded. */
  readonly ratio: number;
}

interface NewSpan extends Pick<TraceContext, 'request'> {
  readonly name: string;
  readonly kind: SpanKind;
}

export function createTracer({ ratio, ...options }: TracerOptions): Tracer {
  const exporting = exportSpans(options);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'inlay',
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
      'host.name': hostname(),
    }),
    // By the trace id, so that all nodes decide alike.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [exporting],
  });
  const tracer = provider.getTracer('inlay', VERSION);

  const startIn = (parent: SpanContext | undefined, { name, kind, request }: NewSpan): RequestSpan => {
    const within = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind }, within);
    const { traceId, spanId, traceFlags } = span.spanContext();
    return {
      context: { traceId, spanId, traceFlags, request },
      rename: (to) => span.updateName(to),
      set: (attributes) => span.setAttributes(attributes),
      end: (outcome) => {
        if (outcome?.isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };

  const child = (name: string, kind: SpanKind) => {
    const parent = currentTrace.getStore();
    if (!parent || parent.traceFlags === TraceFlags.NONE || parent.request.isOver) return undefined;
    return startIn(parent, { name, kind, request: parent.request });
  };

  return {
    isOn: true,
    span: (name, work, kind) => {
      const span = child(name, kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL);
      if (!span) return work(NO_SPAN);
      return currentTrace.run(span.context, () => endWith(span, work));
    },
    start: (name) => child(name, SpanKind.INTERNAL) ?? NO_SPAN,
    startRequest: (header) =>
      startIn(parseTraceParent(String(header)) ?? undefined, {
        name: 'request',
        kind: SpanKind.SERVER,
        request: { isOver: false },
      }),
    flush: () => exporting.forceFlush(),
  };
}

/** Ends a span when its work has ended, synchronous or not. */
function endWith<T>(span: Span, work: (span: Span) => T): T {
  const failed = (error: unknown): never => {
    span.set({ 'error.type': errorType(error) });
    span.end({ isFailed: true });
    throw error;
  };
  try {
    const result = work(span);
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    return result.then((value) => {
      span.end();
      return value;
    }, failed) as T;
  } catch (error) {
    return failed(error);
  }
}

/** A code of ours or of the system. Messages may contain values. */
function errorType(error: unknown): string {
  const { code, name } = (error ?? {}) as { readonly code?: unknown; readonly name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown';
}
