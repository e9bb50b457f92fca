import type { IncomingMessage } from 'node:http';
import type { StatementParam } from '../engine.ts';
import { badResponse, EngineError } from '../engine-error.ts';
import { type HttpRequest, openResponse, readText } from '../http-client.ts';
import { findException } from './errors.ts';

const MAX_REPORT_BYTES = 65_536;

/** Settings of one query, by their names in ClickHouse. */
export type Settings = Readonly<Record<string, string | number>>;

export interface ClickhouseQuery {
  readonly sql: string;
  readonly params?: readonly StatementParam[];
  readonly settings?: Settings;
  readonly signal?: AbortSignal;
}

export type ClickhouseServer = Pick<HttpRequest, 'url' | 'headers' | 'agent'>;

/** Sends a query. Resolves with its response when its first rows arrive; rejects with what the server reports. */
export async function openQuery(
  { url: server, headers, agent }: ClickhouseServer,
  { sql, params = [], settings = {}, signal }: ClickhouseQuery,
): Promise<IncomingMessage> {
  const url = new URL(server);
  for (const [name, value] of Object.entries(settings)) url.searchParams.set(name, String(value));
  for (const [index, param] of params.entries()) url.searchParams.set(`param_p${index + 1}`, escaped(param));
  const request = { method: 'POST', url, headers, agent, body: sql, ...(signal && { signal }) } as const;
  const response = await openResponse(request);
  const { statusCode: status = 0 } = response;
  if (status === 200 && response.headers['x-clickhouse-exception-code'] === undefined) return response;
  throw reported(status, await readText(response, MAX_REPORT_BYTES, (start) => reported(status, start)));
}

function reported(status: number, text: string): Error {
  const exception = findException(text);
  if (exception) return exception;
  const detail = `Status ${status}: ${text.slice(0, 500)}`;
  if (status === 401 || status === 403) return new EngineError('WRONG_CREDENTIALS', { detail });
  // A proxy whose server is gone.
  if ([502, 503, 504].includes(status)) return new EngineError('UNREACHABLE', { detail });
  return badResponse(detail);
}

/** Runs a command whose response does not matter. */
export async function runCommand(server: ClickhouseServer, query: ClickhouseQuery): Promise<void> {
  const response = await openQuery(server, query);
  await readText(response, MAX_REPORT_BYTES, () => badResponse('The response to a command is too long.'));
}

const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/** As in the format TabSeparated, which the server reads parameters in. */
function escaped(param: StatementParam): string {
  if (param === null) return '\\N';
  if (typeof param === 'boolean') return param ? '1' : '0';
  return String(param).replaceAll(/[\\'\t\n\r]/g, (character) => ESCAPES[character] ?? `\\${character}`);
}
