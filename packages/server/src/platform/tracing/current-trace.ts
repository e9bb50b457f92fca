import { AsyncLocalStorage } from 'node:async_hooks';

/** The span that the running code belongs to. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** Shared by all spans of a request. Work that outlives the request, such as delayed counts, is not part of its trace. */
  readonly request: { isOver: boolean };
}

/** Empty unless traces are on. */
export const currentTrace = new AsyncLocalStorage<TraceContext>();

/** W3C Trace Context §3.2. */
export const traceparent = ({ traceId, spanId, isSampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

const PATTERN =
  /^(?!ff)[0-9a-f]{2}-(?<traceId>[0-9a-f]{32})-(?<spanId>[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?:-.*)?$/;

/** The caller's span, or undefined where the header is missing or not valid. */
export function parseTraceparent(
  header: string | string[] | undefined,
): Pick<TraceContext, 'traceId' | 'spanId' | 'isSampled'> | undefined {
  const { traceId, spanId, flags } = (typeof header === 'string' && PATTERN.exec(header)?.groups) || {};
  // Version 00 ends after the flags; later versions may add fields.
  if (!traceId || !spanId || !flags || (String(header).startsWith('00') && String(header).length !== 55))
    return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
