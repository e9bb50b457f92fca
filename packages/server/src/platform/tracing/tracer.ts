import { randomText } from '../random-text.ts';
import { currentTrace, parseTraceparent, type TraceContext } from './current-trace.ts';

/** Attributes of spans never hold secrets, names of viewers or values of data: spans leave the instance (ADR 283). */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Numbers of OTLP. */
export const SPAN_KINDS = { internal: 1, server: 2, client: 3 } as const;

export interface EndedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  readonly name: string;
  readonly kind: keyof typeof SPAN_KINDS;
  /** Milliseconds since 1970, with fractions. */
  readonly startedAt: number;
  readonly endedAt: number;
  readonly attributes: SpanAttributes;
  readonly isFailed: boolean;
}

export interface Span {
  set(attributes: SpanAttributes): void;
  /** The first call counts. */
  end(outcome?: { readonly isFailed: boolean }): void;
}

export interface RequestSpan extends Span {
  readonly context: TraceContext;
  rename(name: string): void;
}

/** Records how long the steps of a request take. The instance of `createTracer`, or `NO_TRACER`. */
export interface Tracer {
  readonly isOn: boolean;
  /** Runs `work` in a child of the current span. */
  span<T>(name: string, work: (span: Span) => T, kind?: EndedSpan['kind']): T;
  /** A child of the current span that does not become the current one. */
  start(name: string): Span;
  /** The first span of a request, in the trace of the caller if `header` names one. */
  startRequest(header: string | string[] | undefined): RequestSpan;
  /** Sends what is left. */
  close(): Promise<void>;
}

const NO_SPAN: Span = { set: () => {}, end: () => {} };

export const NO_TRACER: Tracer = {
  isOn: false,
  span: (_name, work) => work(NO_SPAN),
  start: () => NO_SPAN,
  startRequest: () => {
    throw new Error('Traces are off.');
  },
  close: async () => {},
};

interface SpanExporter {
  add(span: EndedSpan): void;
  close(): Promise<void>;
}

/** `ratio` of the requests without a caller's trace are recorded. */
export function createTracer(exporter: SpanExporter, ratio: number): Tracer {
  const startIn = (
    parent: Omit<TraceContext, 'request'> & Partial<Pick<TraceContext, 'request'>>,
    { parentId, name, kind }: { readonly parentId?: string; name: string; readonly kind: EndedSpan['kind'] },
  ) => {
    const context = { ...parent, spanId: randomText(8, 'hex'), request: parent.request ?? { isOver: false } };
    const { traceId, spanId, isSampled } = context;
    const startedAt = performance.now();
    let attributes: SpanAttributes = {};
    let isEnded = false;
    const span = {
      context,
      rename: (to: string) => {
        name = to;
      },
      set: (more: SpanAttributes) => {
        attributes = { ...attributes, ...more };
      },
      end: ({ isFailed = false } = {}) => {
        if (isEnded || !isSampled) return;
        isEnded = true;
        const times = {
          startedAt: performance.timeOrigin + startedAt,
          endedAt: performance.timeOrigin + performance.now(),
        };
        exporter.add({ traceId, spanId, parentId, name, kind, ...times, attributes, isFailed });
      },
    };
    return span;
  };

  const child = (name: string, kind: EndedSpan['kind'] = 'internal') => {
    const parent = currentTrace.getStore();
    return parent?.isSampled && !parent.request.isOver
      ? startIn(parent, { parentId: parent.spanId, name, kind })
      : undefined;
  };

  return {
    isOn: true,
    span: (name, work, kind) => {
      const span = child(name, kind);
      if (!span) return work(NO_SPAN);
      return currentTrace.run(span.context, () => endWith(span, work));
    },
    start: (name) => child(name) ?? NO_SPAN,
    startRequest: (header) => {
      const caller = parseTraceparent(header);
      const traceId = caller?.traceId ?? randomText(16, 'hex');
      const isSampled = caller?.isSampled ?? isChosen(traceId, ratio);
      return startIn(
        { traceId, isSampled, spanId: '' },
        { ...(caller ? { parentId: caller.spanId } : {}), name: 'request', kind: 'server' },
      );
    },
    close: () => exporter.close(),
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

/** By the trace id, so that all nodes decide alike (OpenTelemetry's TraceIdRatioBased). */
const isChosen = (traceId: string, ratio: number): boolean =>
  Number.parseInt(traceId.slice(-8), 16) < ratio * 2 ** 32;
