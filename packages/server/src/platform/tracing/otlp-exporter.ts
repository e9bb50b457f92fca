import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { VERSION } from '../../version.ts';
import type { ResolveName } from '../egress/name-resolver.ts';
import { postJson } from '../egress/post-json.ts';
import type { Metrics } from '../metrics.ts';
import type { Time, Timer } from '../time/time.ts';
import { type EndedSpan, SPAN_KINDS, type SpanAttributes } from './tracer.ts';

const MAX_WAITING = 4096;
const BATCH = 512;
const EVERY_MS = 2000;
const TIMEOUT_MS = 5000;

interface Options {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly metrics: Pick<Metrics, 'droppedSpans'>;
  readonly time: Time;
  readonly resolveName: ResolveName;
  /** Called for the first failure after a success. */
  readonly onError: (error: unknown) => void;
}

/**
 * Sends spans as OTLP/HTTP with JSON, in batches and one request at a time. A collector that is slow or unreachable
 * costs spans, which are counted, and never time of a request.
 */
export class OtlpExporter {
  readonly #options: Options;
  readonly #resource = resource();
  #waiting: EndedSpan[] = [];
  #sending: Promise<void> | undefined;
  #timer: Timer | undefined;
  #isFailing = false;

  constructor(options: Options) {
    this.#options = options;
  }

  add(span: EndedSpan): void {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#options.metrics.droppedSpans.inc({ reason: 'queue' });
      return;
    }
    this.#waiting.push(span);
    if (this.#waiting.length >= BATCH) this.#send();
    else this.#sendLater();
  }

  /** Sends what is waiting. */
  async close(): Promise<void> {
    await this.#sending;
    while (this.#waiting.length > 0 && !this.#isFailing) {
      this.#send();
      await this.#sending;
    }
    this.#timer?.stop();
  }

  #sendLater(): void {
    this.#timer ??= this.#options.time.after(EVERY_MS, () => this.#send());
  }

  #send(): void {
    this.#timer?.stop();
    this.#timer = undefined;
    if (this.#sending || this.#waiting.length === 0) return;
    const batch = this.#waiting.slice(0, BATCH);
    this.#waiting = this.#waiting.slice(BATCH);
    this.#sending = this.#post(batch).finally(() => {
      this.#sending = undefined;
      if (this.#waiting.length >= BATCH) this.#send();
      else if (this.#waiting.length > 0) this.#sendLater();
    });
  }

  async #post(batch: readonly EndedSpan[]): Promise<void> {
    const { metrics, onError, url, ...options } = this.#options;
    try {
      await postJson(url, requestBody(this.#resource, batch), { ...options, timeoutMs: TIMEOUT_MS });
      this.#isFailing = false;
    } catch (error) {
      metrics.droppedSpans.inc({ reason: 'export' }, batch.length);
      if (!this.#isFailing) onError(error);
      this.#isFailing = true;
    }
  }
}

const resource = () => ({
  attributes: attributesOf({
    'service.name': 'inlay',
    'service.version': VERSION,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
  }),
});

/** ExportTraceServiceRequest of OTLP 1, in its JSON form. */
function requestBody(ofProcess: ReturnType<typeof resource>, spans: readonly EndedSpan[]): string {
  return JSON.stringify({
    resourceSpans: [
      {
        resource: ofProcess,
        scopeSpans: [{ scope: { name: 'inlay', version: VERSION }, spans: spans.map(spanBody) }],
      },
    ],
  });
}

const spanBody = ({ traceId, spanId, parentId, name, kind, ...span }: EndedSpan) => ({
  traceId,
  spanId,
  ...(parentId === undefined ? {} : { parentSpanId: parentId }),
  name,
  kind: SPAN_KINDS[kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: attributesOf(span.attributes),
  status: span.isFailed ? { code: 2 } : {},
});

const attributesOf = (attributes: SpanAttributes) =>
  Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: otlpValue(value) }],
  );

function otlpValue(value: string | number | boolean) {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

/** Nanoseconds since 1970 do not fit a number. */
const nanoseconds = (ms: number): string => {
  const whole = Math.floor(ms);
  return `${whole}${String(Math.floor((ms - whole) * 1e6)).padStart(6, '0')}`;
};
