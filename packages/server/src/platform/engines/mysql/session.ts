import type { PoolConnection } from 'mysql2';
import type { Time } from '../../time/time.ts';

/** The settings that a pooled connection has, so that each is sent only once. */
interface Session {
  readonly timeoutStatement: (timeoutMs: number) => string;
  timeoutMs: number | undefined;
  usedAt: number;
}

/** Connections idle for longer are pinged before use. */
const FRESH_MS = 1000;

const sessions = new WeakMap<PoolConnection, Session>();

/** Makes a session that only reads, in UTC, and ends statements itself if the cancel request does not arrive. */
export async function prepareSession(
  connection: PoolConnection,
  timeoutMs: number,
  time: Time,
): Promise<void> {
  const session = sessions.get(connection) ?? (await beginSession(connection, time));
  sessions.set(connection, session);
  const stale = time.monotonic() - session.usedAt > FRESH_MS;
  session.usedAt = time.monotonic();
  if (session.timeoutMs === timeoutMs && !stale) return;
  await runCommand(connection, session.timeoutStatement(timeoutMs));
  session.timeoutMs = timeoutMs;
}

async function beginSession(connection: PoolConnection, time: Time): Promise<Session> {
  await runCommand(connection, `SET SESSION time_zone = '+00:00'`);
  await runCommand(connection, 'SET SESSION TRANSACTION READ ONLY');
  const version = await runCommand(connection, 'SELECT VERSION()');
  const isMariadb = /mariadb/i.test(JSON.stringify(version));
  return {
    timeoutStatement: (timeoutMs) =>
      isMariadb
        ? `SET SESSION max_statement_time = ${Math.max(0.001, timeoutMs / 1000)}`
        : `SET SESSION max_execution_time = ${Math.max(1, Math.ceil(timeoutMs))}`,
    timeoutMs: undefined,
    usedAt: time.monotonic(),
  };
}

export function runCommand(connection: Pick<PoolConnection, 'query'>, sql: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error, rows) => (error === null ? resolve(rows) : reject(error)));
  });
}
