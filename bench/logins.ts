import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { freePort } from '../test/support/server/free-port.ts';
import { ADMIN, sqliteStore } from '../test/support/server/start-inlay.ts';
import { prepareRequest } from './load/prepare-request.ts';
import { sendAll } from './load/send.ts';
import { startServer } from './load/server-process.ts';
import { perSecond, printTable } from './table.ts';

const count = 200;

/** Logins against the bare password hash that each of them must pay for. */
export async function benchLogins(): Promise<void> {
  const bare = await bareVerifications();
  const store = await sqliteStore();
  const port = await freePort();
  const server = await startServer(port, { ...store.env, INLAY_ADMIN_PASSWORD: ADMIN.password });
  const headers = { 'content-type': 'application/json' };
  const request = prepareRequest(`${server.url}/api/login`, { headers, body: JSON.stringify(ADMIN) });
  await sendAll(
    port,
    Array.from({ length: 20 }, () => request),
    8,
  );
  const logins = await sendAll(
    port,
    Array.from({ length: count }, () => request),
    8,
  );
  await server.stop();
  await store.drop();
  printTable('Logins', [
    { what: 'bare argon2id on every core', figure: perSecond(bare) },
    {
      what: 'logins, 8 connections',
      figure: perSecond(logins.perSecond),
      ratio: `${((100 * logins.perSecond) / bare).toFixed(0)} % of bare`,
    },
  ]);
}

async function bareVerifications(): Promise<number> {
  const stored = await hash(ADMIN.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  let left = count;
  const started = performance.now();
  const worker = async () => {
    while (left-- > 0) await verify(stored, ADMIN.password);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  return count / ((performance.now() - started) / 1000);
}
