import type { CheckedAgent } from '../../egress/checked-agent.ts';
import type { Time } from '../../time/time.ts';
import { badResponse, EngineError } from '../engine-error.ts';
import { ClosedConnectionError, type HttpRequest, openResponse, readText } from '../http-client.ts';
import { MAX_PAGE_BYTES, pageTooLarge, parsePage, type TrinoPage } from './page.ts';

export interface TrinoRequest extends HttpRequest {
  /** Opens a new connection for every request. */
  readonly freshAgent: CheckedAgent;
  readonly time: Time;
}

const RETRY_MS = 100;

/** One step of Trino's client protocol; retries while the coordinator is busy. */
export async function requestTrinoPage(request: TrinoRequest): Promise<TrinoPage> {
  for (;;) {
    const { status, text } = await sendOnLiveConnection(request);
    if (status === 200) return parsePage(text);
    if (status === 204 && request.method === 'DELETE') return {};
    if (status === 401) throw new EngineError('WRONG_CREDENTIALS');
    const detail = `Status ${status}: ${text.slice(0, 500)}`;
    if (status === 403) throw new EngineError('NOT_PERMITTED', { detail });
    // Trino docs, "Client REST API": on 429, 502, 503 and 504 the client tries again, on all others it fails.
    if (![429, 502, 503, 504].includes(status)) throw badResponse(detail);
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

interface TrinoResponse {
  readonly status: number;
  readonly text: string;
}

async function send({ freshAgent: _agent, time: _time, ...request }: TrinoRequest): Promise<TrinoResponse> {
  const response = await openResponse(request);
  const text = await readText(response, MAX_PAGE_BYTES, pageTooLarge);
  return { status: response.statusCode ?? 0, text };
}
