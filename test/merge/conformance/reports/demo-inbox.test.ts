import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Page } from '@inlay/protocol/pagination';
import type { Destination, ReportSettings } from '@inlay/protocol/report-settings';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { demoHostFolder, enrollDemoHost } from '@inlay/server/features/demo/enroll-demo-host';
import { enrollDemoInbox, resetDemoInbox } from '@inlay/server/features/demo/enroll-demo-inbox';
import { call, logInAs } from '../../../support/http/api-client.ts';
import { STORES, startInlay, type TestInlay } from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';

const demo = 'demo' as TenantId;
const INBOX = 'Back office inbox';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`the inbox of the demo on ${engine}`, () => {
    /** Servers that start on the same store, one after the other. */
    const startEach = async (
      ...starts: readonly [Readonly<Record<string, string>>, (inlay: TestInlay) => Promise<void>][]
    ) => {
      const store = await storeWith('started', makeStore);
      try {
        for (const [env, test] of starts) {
          const inlay = await startInlay(store, { env: { INLAY_DEMO: 'true', ...env } });
          await test(inlay).finally(() => inlay.close());
        }
      } finally {
        await store.drop();
      }
    };
    const enroll = async ({ services }: TestInlay) => {
      await enrollDemoHost(services, demo);
      await enrollDemoInbox(services, demo);
    };
    const client = async ({ url }: TestInlay) => {
      const token = await logInAs(url);
      return <T>(path: string, options: { readonly method?: string; readonly body?: object } = {}) =>
        call<T>(`${url}/api/v0/${path}`, { token, ...options });
    };
    const read = async (inlay: TestInlay) => {
      const api = await client(inlay);
      const { rights, pageUrl } = (await api<ReportSettings>('report-settings')).body;
      const { data } = (await api<Page<Destination>>('report-destinations')).body;
      const inboxes = data.map(({ name, kind, workspaceId, host }) => ({ name, kind, workspaceId, host }));
      return { rights, pageUrl, inboxes };
    };
    const secretFile = ({ services }: TestInlay) => join(demoHostFolder(services), 'inbox-secret');
    const secretOf = (inlay: TestInlay) => readFileSync(secretFile(inlay), 'utf8');
    const at = (port: number) => ({
      rights: 'stored-context',
      pageUrl: `http://localhost:${port}/#{embed}`,
      inboxes: [{ name: INBOX, kind: 'webhook', workspaceId: 'main', host: `127.0.0.1:${port}` }],
    });

    it('is set up once, with a secret that only the demo host can read', async () => {
      await startEach([
        { INLAY_DEMO_PORT: '4711' },
        async (inlay) => {
          await enroll(inlay);
          assert.deepEqual(await read(inlay), at(4711));
          const secret = secretOf(inlay);
          assert.match(secret, /^inl_secret_/);
          assert.equal(statSync(secretFile(inlay)).mode & 0o777, 0o600);
          await enroll(inlay);
          assert.equal(secretOf(inlay), secret);
          assert.deepEqual(await read(inlay), at(4711));
          await resetDemoInbox(inlay.services, demo);
          assert.notEqual(secretOf(inlay), secret);
          assert.ok(!inlay.logged().includes(secret));
        },
      ]);
    });

    it('follows the demo host to another port', async () => {
      let secret = '';
      await startEach(
        [
          { INLAY_DEMO_PORT: '4711' },
          async (inlay) => {
            await enroll(inlay);
            secret = secretOf(inlay);
          },
        ],
        [
          { INLAY_DEMO_PORT: '4712' },
          async (inlay) => {
            await enroll(inlay);
            assert.deepEqual(await read(inlay), at(4712));
            assert.equal(secretOf(inlay), secret);
          },
        ],
      );
    });

    it('leaves settings that an administrator has changed alone', async () => {
      await startEach([
        {},
        async (inlay) => {
          const api = await client(inlay);
          await api('report-settings', { method: 'PATCH', body: { contextDays: 7 } });
          await enroll(inlay);
          assert.deepEqual(await read(inlay), { rights: 'off', pageUrl: null, inboxes: [] });
        },
      ]);
    });

    it('does not come back once an administrator has deleted it', async () => {
      await startEach([
        {},
        async (inlay) => {
          await enroll(inlay);
          const api = await client(inlay);
          const { data } = (await api<Page<Destination>>('report-destinations')).body;
          await api(`report-destinations/${data[0]?.id}`, { method: 'DELETE' });
          await enroll(inlay);
          assert.deepEqual((await read(inlay)).inboxes, []);
        },
      ]);
    });

    it('is set up only while its tenant may connect to loopback', async () => {
      await startEach([
        { INLAY_ALLOW_PRIVATE_NETWORKS: 'none' },
        async (inlay) => {
          await enroll(inlay);
          assert.deepEqual(await read(inlay), { rights: 'off', pageUrl: null, inboxes: [] });
        },
      ]);
    });
  });
}
