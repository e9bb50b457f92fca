import type { IncomingHttpHeaders } from 'node:http';
import type { Time } from '../time/time.ts';
import { type CheckedAgent, checkedRequest, makeCheckedAgent } from './checked-agent.ts';
import { AddressNotAllowedError, type EgressRules } from './egress-rules.ts';
import { urlProblem } from './url-problem.ts';

export interface FetchOptions {
  readonly egress: EgressRules;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly time: Time;
  readonly signal?: AbortSignal;
}

export interface Outgoing {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Throws for a status whose body is not to be read. */
  readonly checkStatus?: (status: number, host: string) => void;
}

export interface Fetched {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

export type FetchErrorCode =
  | 'BAD_ADDRESS'
  | 'FAILED'
  | 'TIMEOUT'
  | 'CANCELLED'
  | 'TOO_LARGE'
  | 'BAD_RESPONSE';

export class FetchError extends Error {
  override readonly name = 'FetchError';
  readonly code: FetchErrorCode;

  constructor(code: FetchErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * Sends one request to an address that a tenant configured: no redirects, bounded in time and size, https unless the
 * operator listed the address.
 */
export async function fetchBounded(
  address: string,
  outgoing: Outgoing,
  options: FetchOptions,
): Promise<Fetched> {
  const url = readUrl(address);
  // A new connection: a shared one may have been opened under other rules.
  const agent =
    url.protocol === 'https:'
      ? makeCheckedAgent(options.egress.anyAllowed, { tls: {}, keepAlive: false })
      : makeCheckedAgent(options.egress.onlyListed, { tls: undefined, keepAlive: false });
  const { signal: timeout, release } = options.time.deadline(options.timeoutMs);
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal]);
  try {
    return await send(url, outgoing, { agent, maxBytes: options.maxBytes, signal });
  } catch (error) {
    if (error instanceof FetchError || error instanceof AddressNotAllowedError) throw error;
    if (options.signal?.aborted)
      throw new FetchError('CANCELLED', `The request to ${url.host} was canceled.`);
    if (timeout.aborted) {
      throw new FetchError('TIMEOUT', `${url.host} did not respond within ${options.timeoutMs / 1000} s.`);
    }
    const reason = error instanceof Error ? error.message : String(error);
    throw new FetchError('FAILED', `${url.host} could not be reached: ${reason}.`, { cause: error });
  } finally {
    release();
  }
}

function readUrl(address: string): URL {
  const problem = urlProblem(address);
  if (problem !== undefined) throw new FetchError('BAD_ADDRESS', `The URL ${problem}.`);
  return new URL(address);
}

interface Connection {
  readonly agent: CheckedAgent;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

function send(url: URL, outgoing: Outgoing, { agent, maxBytes, signal }: Connection): Promise<Fetched> {
  const { method = 'GET', headers, body, checkStatus } = outgoing;
  return new Promise((resolve, reject) => {
    const request = checkedRequest(url, {
      agent,
      signal,
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const status = response.statusCode ?? 0;
      try {
        checkStatus?.(status, url.host);
      } catch (error) {
        request.destroy(error as Error);
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        chunks.push(chunk);
        if (size > maxBytes) {
          request.destroy(
            new FetchError('TOO_LARGE', `${url.host} responded with more than ${maxBytes} bytes.`),
          );
        }
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status, bytes: Buffer.concat(chunks), headers: response.headers }));
    });
    request.end(body);
  });
}
