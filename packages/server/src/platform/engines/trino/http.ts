import type { IncomingMessage } from 'node:http';
import { type CheckedAgent, checkedRequest } from '../../egress/checked-agent.ts';
import type { Time } from '../../time/time.ts';
import { EngineError } from '../engine-error.ts';

export interface TrinoRequest {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent: CheckedAgent;
  /** Opens a new connection for every request. */
  readonly freshAgent: CheckedAgent;
  readonly time: Time;
  readonly signal?: AbortSignal;
}

export interface TrinoPage {
  readonly id?: string;
  readonly nextUri?: string;
  readonly columns?: readonly { readonly name: string; readonly type: string }[];
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: { readonly message: string; readonly errorName: string; readonly errorType: string };
}

/** The server makes pages of about a megabyte; one of this size is a mistake or an attack. */
const MAX_PAGE_BYTES = 64_000_000;
const RETRY_MS = 100;

/** One step of Trino's client protocol; retries while the coordinator is busy. */
export async function requestTrinoPage(request: TrinoRequest): Promise<TrinoPage> {
  for (;;) {
    const { status, text } = await sendOnLiveConnection(request);
    if (status === 200) return parsePage(text);
    if (status === 204) return {};
    if (status === 401) throw new EngineError('WRONG_CREDENTIALS');
    if (status === 403) throw new EngineError('NOT_PERMITTED', { detail: text.slice(0, 500) });
    // Trino docs, "Client REST API": on 429, 502, 503 and 504 the client tries again, on all others it fails.
    if (![429, 502, 503, 504].includes(status)) {
      throw new EngineError('FAILED', { detail: `Status ${status}: ${text.slice(0, 500)}` });
    }
    await request.time.sleep(RETRY_MS, { signal: request.signal });
  }
}

/**
 * The server or a balancer may close a pooled connection at any time, which shows only when it is used. A statement is sent
 * again then: the server runs it when its first page is requested, so one without a response never ran. A lost page is not
 * requested again, because a query whose connection broke off fails.
 */
async function sendOnLiveConnection(request: TrinoRequest): Promise<TrinoResponse> {
  try {
    return await send(request);
  } catch (error) {
    if (!(error instanceof ClosedConnectionError)) throw error;
    if (request.method !== 'POST') throw error.cause;
    return send({ ...request, agent: request.freshAgent });
  }
}

/** A request got no response on a connection that had served others before. */
class ClosedConnectionError extends Error {}

interface TrinoResponse {
  readonly status: number;
  readonly text: string;
}

function send({ method, url, headers, body, agent, signal }: TrinoRequest): Promise<TrinoResponse> {
  return new Promise((resolve, reject) => {
    const request = checkedRequest(url, {
      method,
      headers,
      agent,
      ...(signal === undefined ? {} : { signal }),
    });
    let hasResponse = false;
    request.on('error', (error: NodeJS.ErrnoException) => {
      const isClosed = !hasResponse && request.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '');
      reject(isClosed ? new ClosedConnectionError(error.message, { cause: error }) : error);
    });
    request.on('response', (response) => {
      hasResponse = true;
      readText(response).then((text) => resolve({ status: response.statusCode ?? 0, text }), reject);
    });
    request.end(body);
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_PAGE_BYTES)
      throw new EngineError('FAILED', {
        detail: 'A page of the result is too large. Request fewer columns or shorter texts.',
      });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** TC39's "JSON.parse source text access": V8 has it, TypeScript's library not yet. */
declare global {
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
  }
}

/** Integers that a double would round stay raw digits, which `JSON.stringify` writes as they came. */
function parsePage(text: string): TrinoPage {
  return JSON.parse(text, (_, value, { source }) => {
    if (typeof value !== 'number' || Number.isSafeInteger(value) || source === undefined) return value;
    return /^-?\d+$/.test(source) ? JSON.rawJSON(source) : value;
  }) as TrinoPage;
}
