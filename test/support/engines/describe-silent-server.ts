import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import { type DataClient, dataClient } from '../data/data-client.ts';
import { logInAs } from '../http/api-client.ts';
import { startTcpProxy, type TcpProxy } from '../network/tcp-proxy.ts';
import { sqliteStore, startInlay, type TestInlay, type TestStore } from '../server/start-inlay.ts';
import { eventually } from '../time/eventually.ts';

/** Tests of Inlay in front of a server whose connections fall silent; `url` is that of a server that responds. */
export function describeSilentServer(kind: EngineName, url: string | undefined): void {
  describe(`Inlay with a ${kind} whose connections fall silent`, () => {
    let proxy: TcpProxy;
    let store: TestStore;
    let inlay: TestInlay;
    let data: DataClient;

    before(async () => {
      const { port, pathname, username, password } = new URL(url ?? '');
      proxy = await startTcpProxy(Number(port));
      store = await sqliteStore();
      inlay = await startInlay(store, {
        env: { INLAY_QUERY_SECONDS: '5', INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' },
      });
      data = dataClient(inlay.url, await logInAs(inlay.url));
      await data.create('connections', {
        id: 'warehouse',
        name: 'Warehouse',
        kind,
        host: '127.0.0.1',
        port: proxy.port,
        database: pathname.slice(1),
        user: username,
        password,
        tls: 'off',
      });
      await data.create('datasets', {
        id: 'one',
        name: 'One',
        connectionId: 'warehouse',
        source: { kind: 'sql', sql: `SELECT 'Tea' AS product` },
        cacheSeconds: 0,
        segmented: false,
        measures: [{ name: 'rows', kind: 'count' }],
      });
    });
    after(async () => {
      proxy?.drop();
      await inlay?.close();
      await proxy?.close();
      await store?.drop();
    });

    // Differs each time, so that no two share a query.
    let asked = 0;
    const query = () => {
      asked += 1;
      const spec = { dimensions: [{ column: 'product' }], measures: ['rows'], limit: asked };
      return data.query('one', spec, { username: 'ann', workspace_id: 'main' });
    };

    it('ends queries at the time limit, then pauses them, and runs them again when it responds', async () => {
      assert.equal((await query()).status, 200);
      proxy.silence();
      for (const { status } of await Promise.all(Array.from({ length: 4 }, query)))
        assert.ok([503, 504].includes(status), String(status));
      // The circuit breaker opens after a few timeouts in a row; from then on nobody waits.
      await eventually(async () => {
        const { status, body } = await query();
        assert.deepEqual([status, (body as { details?: unknown }).details], [503, { code: 'CIRCUIT_OPEN' }]);
      });
      proxy.drop();
      proxy.thaw();
      await eventually(async () => assert.equal((await query()).status, 200));
    });
  });
}
