import type { TraceContext } from './current-trace.ts';

/** Attributes of spans never hold secrets, names of viewers or values of data: spans leave the instance (ADR 283). */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Span {
  set(attributes: SpanAttributes): void;
  /** The first call counts. */
  end(outcome?: { readonly isFailed: boolean }): void;
}

export interface RequestSpan extends Span {
  readonly context: TraceContext;
  rename(name: string): void;
}

/** Records how long the steps of a request take. The result of `createTracer`, or `NO_TRACER`. */
export interface Tracer {
  readonly isOn: boolean;
  /** Runs `work` in a child of the current span. */
  span<T>(name: string, work: (span: Span) => T, kind?: 'client'): T;
  /** A child of the current span that does not become the current one. */
  start(name: string): Span;
  /** The first span of a request, in the trace of the caller if `header` names one. */
  startRequest(header: string | string[] | undefined): RequestSpan;
  /** Sends the spans that have ended. */
  flush(): Promise<void>;
}

export const NO_SPAN: Span = { set: () => {}, end: () => {} };

export const NO_TRACER: Tracer = {
  isOn: false,
  span: (_name, work) => work(NO_SPAN),
  start: () => NO_SPAN,
  startRequest: () => {
    throw new Error('Traces are off.');
  },
  flush: async () => {},
};
