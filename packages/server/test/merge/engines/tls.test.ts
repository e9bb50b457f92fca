import assert from 'node:assert/strict';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { skipEngine } from '../../../../../test/support/engines/skip-engine.ts';
import { makeTestCertificate } from '../../../../../test/support/network/test-certificate.ts';
import { startMariadb } from '../../../../../test/support/stores/start-mariadb.ts';
import { startPostgres } from '../../../../../test/support/stores/start-postgres.ts';
import { eventually } from '../../../../../test/support/time/eventually.ts';
import type { NetworkConnection } from '../../../src/platform/engines/connection-config.ts';
import type { QueryLimits } from '../../../src/platform/engines/engine.ts';
import { openLocal, readUrl } from '../../platform/engines/engine-fixture.ts';
import { rejectsWith } from '../../platform/engines/rejects-with.ts';

const LIMITS: QueryLimits = { maxRows: 10, maxBytes: 1000, timeoutMs: 120_000 };
const right = makeTestCertificate('DNS:localhost,IP:127.0.0.1');
const wrong = makeTestCertificate('DNS:elsewhere.test');
const skipWithoutOpenssl =
  right === undefined || wrong === undefined
    ? 'openssl is not installed, which makes the certificates'
    : false;

const SERVERS = {
  postgres: {
    start: startPostgres,
    skip: false,
    endless: 'SELECT count(*) FROM generate_series(1, 100000000000)',
    running: `SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%series(1, 1000%'
      AND pid <> pg_backend_pid()`,
  },
  mysql: {
    start: startMariadb,
    skip: skipEngine('mysql'),
    endless: 'SELECT count(a.seq * 2) FROM seq_1_to_1000000 AS a JOIN seq_1_to_1000000 AS b',
    running: `SELECT count(*) FROM information_schema.processlist WHERE info LIKE '%AS a JOIN seq%'
      AND id <> connection_id()`,
  },
} as const;

for (const engine of ['postgres', 'mysql'] as const) {
  const skip = SERVERS[engine].skip || skipWithoutOpenssl;
  describe(`${engine} over TLS`, { skip }, () => {
    let server: { url: string; stop(): Promise<void> };
    let network: NetworkConnection;
    before(async () => {
      server = await SERVERS[engine].start(right === undefined ? {} : { tls: right });
      network = {
        ...readUrl(engine, server.url),
        tls: 'verified',
        certificateAuthority: right?.certificate ?? '',
      };
    });
    after(() => server?.stop());

    async function attempt(changes: Partial<NetworkConnection>): Promise<void> {
      const opened = await openLocal({ ...network, ...changes });
      try {
        await opened.test();
      } finally {
        await opened.close();
      }
    }

    test('connects by name and by address with a valid certificate', async () => {
      await attempt({ host: 'localhost' });
      await attempt({ host: '127.0.0.1' });
    });

    test('refuses a certificate of an unknown authority', async () => {
      await rejectsWith('TLS_FAILED', attempt({ certificateAuthority: wrong?.certificate ?? '' }));
      const { certificateAuthority: _, ...publicOnly } = network;
      const opened = await openLocal(publicOnly);
      await rejectsWith('TLS_FAILED', opened.test());
      await opened.close();
    });

    test('accepts any certificate if verification is off', () =>
      attempt({ tls: 'unverified', certificateAuthority: '' }));

    test('cancels in the database over TLS as well', async () => {
      const opened = await openLocal(network);
      const untilRunning = (count: number) =>
        eventually(async () => {
          const { columns } = await opened.query({ sql: SERVERS[engine].running, params: [] }, LIMITS);
          assert.deepEqual(columns[0]?.values, [count]);
        });
      const controller = new AbortController();
      const { endless } = SERVERS[engine];
      const querying = opened.query({ sql: endless, params: [] }, LIMITS, controller.signal);
      const rejected = rejectsWith('CANCELLED', querying);
      await untilRunning(1);
      controller.abort();
      await rejected;
      await untilRunning(0);
      await opened.close();
    });
  });

  describe(`${engine} with the certificate of another host`, { skip }, () => {
    test('is refused by name and by address', async (t) => {
      const server = await SERVERS[engine].start(wrong === undefined ? {} : { tls: wrong });
      t.after(() => server.stop());
      const network = { ...readUrl(engine, server.url), certificateAuthority: wrong?.certificate ?? '' };
      for (const host of ['localhost', '127.0.0.1']) {
        const unverified = await openLocal({ ...network, host, tls: 'unverified' });
        await unverified.test();
        await unverified.close();
        const verified = await openLocal({ ...network, host, tls: 'verified' });
        await rejectsWith('TLS_FAILED', verified.test());
        await verified.close();
      }
    });
  });

  test(`${engine} without TLS is refused by a connection that requires it`, {
    skip: SERVERS[engine].skip,
  }, async (t) => {
    const server = await SERVERS[engine].start();
    t.after(() => server.stop());
    const opened = await openLocal({ ...readUrl(engine, server.url), tls: 'verified' });
    await rejectsWith('TLS_FAILED', opened.test());
    await opened.close();
  });
}

for (const engine of ['clickhouse', 'trino'] as const) {
  test(`${engine} over https: verifies the certificate`, {
    skip: skipWithoutOpenssl,
  }, async (t) => {
    let requests = 0;
    const server = createServer({ cert: right?.certificate, key: right?.key }, async (request, response) => {
      requests += 1;
      const sql = await text(request);
      if (engine === 'trino')
        response.end('{"id":"1","columns":[{"name":"n","type":"integer"}],"data":[[1]]}');
      else response.end(sql.includes('getSetting') ? '2\n' : '["n"]\n["UInt8"]\n[1]\n');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    const network: NetworkConnection = {
      engine,
      host: 'localhost',
      port: (server.address() as AddressInfo).port,
      database: 'd',
      user: 'u',
      password: { reveal: () => 'p' },
      tls: 'verified',
    };
    const trusted = await openLocal({ ...network, certificateAuthority: right?.certificate ?? '' });
    await trusted.test();
    await trusted.close();
    const before = requests;
    const untrusted = await openLocal(network);
    await rejectsWith('TLS_FAILED', untrusted.test());
    await untrusted.close();
    assert.equal(requests, before);
  });
}
