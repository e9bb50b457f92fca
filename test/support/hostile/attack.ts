import assert from 'node:assert/strict';
import type { Refusal } from '../data/data-client.ts';
import type { ApiResponse } from '../http/api-client.ts';
import type { TestCertificate } from '../network/test-certificate.ts';
import type { WatchedCommand } from '../server/spawn-watched-inlay.ts';
import { unitCpuMs } from '../time/cpu-units.ts';
import { eventually } from '../time/eventually.ts';
import type { ConnectionRequest, HostileCase } from './hostile-case.ts';
import { type HostileServer, startHostileServer } from './start-hostile-server.ts';
import { type ThreatenedInlay, VIEWER } from './start-threatened-inlay.ts';

const MAX_TURN_MS = 100;
/** The same on a slow machine: `unitCpuMs` is about 25 ms on a fast one. */
const MAX_TURN_UNITS = 4;
const MAX_GROWTH_BYTES = 100_000_000;
/** What a query returns from a server that does nothing wrong. */
const GOOD_ROWS = [
  ['Oslo', 'Rome'],
  [7, 9],
];

interface Attack {
  readonly kind: string;
  readonly hostile: HostileCase;
  readonly certificate: TestCertificate | undefined;
}

/**
 * Connects a tenant to a hostile server and makes every request that uses the connection. Returns everything that is
 * wrong with the responses, with what another tenant gets meanwhile and afterward, and with the server.
 */
export async function attack(inlay: ThreatenedInlay, given: Attack): Promise<readonly string[]> {
  const { kind, hostile, certificate } = given;
  const server = await inlay.running();
  const database = await startHostileServer(hostile.script(certificate));
  const problems: string[] = [];
  let isHarmed = true;
  try {
    const connection = await connectTo(inlay, kind, database, certificate !== undefined);
    // Forgets what came before.
    await server.peaks();
    const { rssBytes } = await server.peaks();
    problems.push(...(await request(inlay, { ...given, connection, database })));
    problems.push(...(await inlay.othersProblems()));
    problems.push(...(await harmTo(server, rssBytes)));
    if (database.attacks() === 0) problems.push('the database was never reached');
    isHarmed = problems.length > 0;
  } catch (error) {
    problems.push(await endOf(server, error));
  } finally {
    await database.close();
    // The next case finds a server without harm.
    if (isHarmed) await inlay.stopServing();
  }
  return problems;
}

/** A server that has ended fails the requests at hand; anything else is a mistake in here. */
async function endOf(server: WatchedCommand, error: unknown): Promise<string> {
  const isAlive = await server.peaks().then(
    () => true,
    () => false,
  );
  if (isAlive) throw error;
  const { stderr } = await server.result;
  return `the server ended: ${stderr.slice(-1000)}`;
}

async function connectTo(
  { attacked }: ThreatenedInlay,
  kind: string,
  { port }: HostileServer,
  isSecure: boolean,
) {
  const { id } = await attacked.create('connections', {
    name: `Hostile ${port}`,
    kind,
    host: '127.0.0.1',
    port,
    database: kind === 'trino' ? 'memory/sales' : 'sales',
    user: 'viewer',
    // Nobody can connect yet, so that the dataset is saved without a look at its table.
    password: '{{ secrets.later }}',
    tls: isSecure ? 'unverified' : 'off',
  });
  const { id: dataset } = await attacked.create('datasets', {
    name: `Hostile ${port}`,
    connectionId: id,
    source: { kind: 'table', table: 't' },
    columns: [{ name: 'city', type: 'string' }],
    measures: [{ name: 'rows', kind: 'count' }],
    cacheSeconds: 0,
    segmented: false,
  });
  const { status } = await attacked.ask(`connections/${id}`, {
    method: 'PATCH',
    headers: { 'if-match': '*' },
    body: { password: 'not a secret' },
  });
  assert.equal(status, 200);
  return { id, dataset };
}

interface Requested extends Attack {
  readonly connection: { readonly id: string; readonly dataset: string };
  readonly database: HostileServer;
}

async function request(inlay: ThreatenedInlay, given: Requested): Promise<readonly string[]> {
  const { connection, database, hostile } = given;
  const { attacked } = inlay;
  const tested = attacked.ask<ConnectionTest>(`connections/${connection.id}/test`, { method: 'POST' });
  const listed = attacked.ask<{ data: readonly unknown[] }>(`connections/${connection.id}/tables`);
  const pending = Promise.all([tested, listed]);
  pending.catch(() => {});
  const query = () =>
    attacked.query(connection.dataset, { dimensions: [{ column: 'city' }], measures: ['rows'] }, VIEWER);
  const queried = await eventually(async () => {
    const response = await query();
    // On a busy machine, the time of a query may be over before the database has said anything.
    const isTooEarly = database.attacks() === 0 || hostile.expected === 'answers';
    assert.ok(!isTooEarly || ![503, 504].includes(response.status), 'the query took too long');
    return response;
  });
  const problems = await inlay.othersProblems();
  // These wait longer than a query, if the database lets them.
  await database.settled();
  if (hostile.expected !== 'answers') await database.close();
  const [test, tables] = await pending;
  return [
    ...problems,
    ...checkTest(test, hostile),
    ...checkData('tables', tables, hostile, ({ data }) => data.length > 0),
    ...checkData('query', queried, hostile, ({ result }) => {
      const values = result.columns.map((column) => column.values);
      return hostile.expected === 'answers' ? isEqual(values, GOOD_ROWS) : result.rowCount > 0;
    }),
  ];
}

interface ConnectionTest {
  readonly ok: boolean;
  readonly code: string | null;
  readonly message: string;
}

function checkTest({ status, body }: ApiResponse<ConnectionTest>, hostile: HostileCase): readonly string[] {
  const shown = `test: ${status} ${JSON.stringify(body).slice(0, 300)}`;
  if (status !== 200) return [shown];
  const isExplained = body.ok || (body.code !== null && body.message !== '');
  return isExplained && isAsExpected('test', body.ok, hostile) ? [] : [shown];
}

/** A response has what was asked for, or is an error that the API documents, but no failure of the server itself. */
function checkData<T>(
  name: ConnectionRequest,
  { status, body }: ApiResponse<T>,
  hostile: HostileCase,
  hasContent: (body: T) => boolean,
): readonly string[] {
  const shown = `${name}: ${status} ${JSON.stringify(body).slice(0, 300)}`;
  if (status === 200) return hasContent(body) && isAsExpected(name, true, hostile) ? [] : [shown];
  const { message, code } = body as unknown as Refusal;
  const isExplained = status >= 400 && status !== 500 && message !== '' && code !== undefined;
  return isExplained && isAsExpected(name, false, hostile) ? [] : [shown];
}

function isAsExpected(
  name: ConnectionRequest,
  isAnswered: boolean,
  { expected, affects }: HostileCase,
): boolean {
  if (expected === 'either' || !affects.includes(name)) return true;
  return isAnswered === (expected === 'answers');
}

function isEqual(actual: unknown, expected: unknown): boolean {
  return JSON.stringify(actual) === JSON.stringify(expected);
}

async function harmTo(server: WatchedCommand, rssBytes: number): Promise<readonly string[]> {
  const peaks = await server.peaks();
  const growth = peaks.rssBytes - rssBytes;
  const isLong = peaks.turnMs > MAX_TURN_MS && peaks.turnMs > MAX_TURN_UNITS * unitCpuMs();
  return [
    ...(isLong ? [`a turn of the event loop computed for ${peaks.turnMs.toFixed(0)} ms`] : []),
    ...(growth > MAX_GROWTH_BYTES ? [`its memory grew by ${(growth / 1e6).toFixed(0)} MB`] : []),
  ];
}
