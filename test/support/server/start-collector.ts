import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Value = { readonly stringValue?: string; readonly intValue?: string; readonly boolValue?: boolean };
type Attributes = readonly { readonly key: string; readonly value: Value }[];

export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: Attributes;
  readonly status: { readonly code?: number };
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: Attributes };
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

export interface Collector {
  readonly url: string;
  readonly spans: CollectedSpan[];
  readonly resources: Attributes[];
  /** Everything that was sent, as text. */
  readonly received: string[];
  readonly headers: IncomingHttpHeaders[];
  close(): Promise<void>;
}

/** An OpenTelemetry collector that keeps what it is sent. With `status` it refuses, or, as `hang`, never responds. */
export async function startCollector(status: number | 'hang' = 200): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const resources: Attributes[] = [];
  const received: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push(body);
    headers.push(request.headers);
    for (const { resource, scopeSpans } of (JSON.parse(body) as ExportRequest).resourceSpans) {
      resources.push(resource.attributes);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    if (status !== 'hang') response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`,
    spans,
    resources,
    received,
    headers,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const attributesOf = ({ attributes }: { readonly attributes: Attributes }) =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, boolValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? boolValue : Number(intValue)),
    ]),
  );
