import assert from 'node:assert/strict';
import { Agent, request } from 'node:http';
import { before, describe, it } from 'node:test';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';

interface Answer {
  readonly users: number;
  readonly message: string;
  readonly details: {
    readonly total: number;
    readonly problems: readonly { readonly line: number; readonly field: string; readonly problem: string }[];
  };
}

interface Listed {
  readonly id: string;
  readonly state: string;
  readonly users: number;
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`user imports over the API on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let token: string;
    const send = (text: string, format = 'csv') =>
      inlay.call<Answer>(`/api/v0/user-imports?format=${format}`, {
        method: 'POST',
        token,
        rawBody: text,
        headers: { 'content-type': 'text/csv' },
      });
    const imports = async () =>
      (await inlay.call<{ data: readonly Listed[] }>('/api/v0/user-imports', { token })).body.data;
    const total = async () =>
      (await inlay.call<{ meta: { total: number } }>('/api/v0/users?limit=1', { token })).body.meta.total;
    before(async () => {
      token = await inlay.adminToken();
    });

    it('add more users than the bulk route accepts, all at once at the end', async () => {
      const before = await total();
      const lines = Array.from({ length: 1500 }, (_, n) => `csv-${n}@customer.example,Ann`);
      const { status, body } = await send(`username,firstName\n${lines.join('\n')}\n`);
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal(body.users, 1500);
      assert.equal(await total(), before + 1500);
      const [newest] = await imports();
      assert.deepEqual([newest?.state, newest?.users], ['done', 1500]);
      const { body: audit } = await inlay.call<{ data: { actor: string; details: { users: number } }[] }>(
        '/api/v0/audit-events?action=user.import',
        { token },
      );
      assert.deepEqual([audit.data[0]?.actor, audit.data[0]?.details.users], ['admin@demo.test', 1500]);
    });

    it('add nobody if lines are invalid, and report each', async () => {
      const before = await total();
      const { status, body } = await send(
        '{"username":"fine@customer.example"}\n{"username":""}\nno json\n{"username":"csv-1@customer.example"}\n',
        'jsonl',
      );
      assert.equal(status, 400);
      assert.equal(body.details.total, 3);
      assert.deepEqual(
        body.details.problems.map(({ line }) => line),
        [2, 3, 4],
      );
      assert.match(body.message, /No users were imported/);
      assert.equal(await total(), before);
    });

    it('report missing columns and the accepted formats', async () => {
      assert.match((await send('name,mail\na,b\n')).body.message, /is not a column/);
      assert.equal((await send('username\na\n', 'xml')).status, 400);
    });

    it('refuse a long file by its first row, and leave the connection to the next request', async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const ask = (path: string, body?: string) =>
        new Promise<number | undefined>((resolve, reject) => {
          const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' };
          const options = { agent, headers, method: body === undefined ? 'GET' : 'POST' };
          const sent = request(`${inlay.running.url}${path}`, options, (response) => {
            response.on('end', () => resolve(response.statusCode)).resume();
          });
          sent.on('error', reject).end(body);
        });
      const file = `name,mail\n${'a,b\n'.repeat(1_000_000)}`;
      for (let attempt = 0; attempt < 3; attempt += 1) {
        assert.equal(await ask('/api/v0/user-imports?format=csv', file), 400);
        assert.equal(await ask('/api/v0/me'), 200);
      }
      agent.destroy();
    });

    it('add nobody from an incomplete file', async () => {
      const before = await total();
      const sent = request(`${inlay.running.url}/api/v0/user-imports?format=csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-length': 10_000_000 },
      });
      sent.on('error', () => {});
      sent.write(`username\n${Array.from({ length: 600 }, (_, n) => `cut-${n}`).join('\n')}\n`);
      // What is read so far is told while the file is still on its way.
      const broken = await eventually(async () => {
        const staging = (await imports()).find(({ state }) => state === 'staging');
        assert.ok(staging && staging.users > 0 && staging.users <= 600, JSON.stringify(staging));
        return staging.id;
      });
      sent.destroy();
      await eventually(async () => {
        assert.equal(await total(), before);
        assert.ok((await imports()).every(({ id, state }) => id !== broken || state === 'abandoned'));
      });
      assert.equal(await total(), before);
      // Nothing of it is in the way of the same names.
      const again = await send('username\ncut-1\n');
      assert.equal(again.status, 201, JSON.stringify(again.body));
    });
  });
}
