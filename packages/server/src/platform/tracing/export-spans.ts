import { ExportResultCode } from '@opentelemetry/core';
import { OTLPExporterBase } from '@opentelemetry/otlp-exporter-base';
import {
  createOtlpHttpExportDelegate,
  httpAgentFactoryFromOptions,
} from '@opentelemetry/otlp-exporter-base/node-http';
import { JsonTraceSerializer, TraceExporterMetricsHelper } from '@opentelemetry/otlp-transformer';
import { BatchSpanProcessor, type SpanProcessor } from '@opentelemetry/sdk-trace';
import { makeLookup } from '../egress/make-lookup.ts';
import type { ResolveName } from '../egress/name-resolver.ts';
import type { Metrics } from '../metrics.ts';

const MAX_WAITING = 4096;
const TIMEOUT_MS = 5000;

export interface ExportOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly metrics: Pick<Metrics, 'droppedSpans'>;
  readonly resolveName: ResolveName;
  /** Called for the first failure after a success. */
  readonly onError: (error: unknown) => void;
}

/**
 * Sends spans as OTLP/HTTP with JSON, in batches. A collector that is slow or unreachable costs spans, which are
 * counted, and never time of a request.
 */
export function exportSpans(options: ExportOptions): SpanProcessor {
  const { droppedSpans } = options.metrics;
  const otlp = otlpExporter(options);
  let waiting = 0;
  let isFailing = false;
  const batches = new BatchSpanProcessor({
    exporter: {
      export: (spans, done) =>
        otlp.export(spans, (result) => {
          const hasFailed = result.code !== ExportResultCode.SUCCESS;
          if (hasFailed) droppedSpans.inc({ reason: 'export' }, spans.length);
          if (hasFailed && !isFailing) options.onError(result.error);
          isFailing = hasFailed;
          waiting -= spans.length;
          done(result);
        }),
      shutdown: () => otlp.shutdown(),
    },
    maxQueueSize: MAX_WAITING,
    maxExportBatchSize: 512,
    scheduledDelayMillis: 2000,
    exportTimeoutMillis: 2 * TIMEOUT_MS,
  });
  return {
    onStart: () => {},
    onEnd: (span) => {
      // The SDK's queue drops spans without telling.
      if (waiting >= MAX_WAITING) return droppedSpans.inc({ reason: 'queue' });
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: async () => {
      // Failures are counted above.
      await batches.forceFlush().catch(() => {});
      await otlp.forceFlush();
    },
    shutdown: () => batches.shutdown(),
  };
}

/** Not `OTLPTraceExporter`, which adds the headers of `OTEL_EXPORTER_OTLP_HEADERS` to those that are configured. */
const otlpExporter = ({ url, headers, resolveName }: ExportOptions) =>
  new OTLPExporterBase(
    createOtlpHttpExportDelegate(
      {
        url: url.href,
        headers: async () => ({ ...headers, 'content-type': 'application/json' }),
        compression: 'none',
        timeoutMillis: TIMEOUT_MS,
        concurrencyLimit: 8,
        agentFactory: httpAgentFactoryFromOptions({ keepAlive: true, lookup: makeLookup(resolveName) }),
      },
      JsonTraceSerializer,
      'otlp_http_span_exporter',
      TraceExporterMetricsHelper,
      undefined,
    ),
  );
