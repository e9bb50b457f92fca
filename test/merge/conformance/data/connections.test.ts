import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`connections on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let data: DataClient;
    before(async () => {
      data = dataClient(inlay.running.url, await inlay.adminToken());
      await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
      assert.equal((await data.upload('sales.csv', 'region,amount\nnorth,10\n')).status, 201);
    });

    const postgres = {
      name: 'Warehouse',
      kind: 'postgres',
      host: 'db.example.com',
      database: 'sales',
      user: 'reader',
      password: 'canary-password',
    };

    it('names new connections and datasets after what they are called', async () => {
      const source = { kind: 'file', file: 'sales' };
      const dataset = { name: 'Verkäufe 2026', connectionId: 'files', source, segmented: false };
      const ids: string[] = [];
      for (let time = 0; time < 2; time += 1) {
        const made = await data.create('datasets', dataset);
        const connection = await data.create('connections', { ...postgres, name: 'Verkäufe 2026' });
        ids.push(made.id, connection.id);
      }
      assert.deepEqual(ids.slice(0, 2), ['verkaufe-2026', 'verkaufe-2026']);
      for (const id of ids.slice(2)) assert.match(id, /^verkaufe-2026-\w{6}$/);
      for (const [index, id] of ids.entries())
        await data.ask(`${index % 2 === 0 ? 'datasets' : 'connections'}/${id}`, { method: 'DELETE' });
    });

    it('never returns a password, and reports the context values that the connection uses', async () => {
      const made = await data.create('connections', { ...postgres, password: '{{ secrets.warehouse }}' });
      assert.equal(made.hasPassword, true);
      assert.deepEqual(made.reads, ['secrets.warehouse']);
      assert.equal('password' in made, false);
      const fixed = await data.create('connections', postgres);
      const { body, headers } = await data.ask(`connections/${fixed.id}`);
      assert.deepEqual(body, fixed);
      assert.equal(headers.etag, '"1"');
      assert.doesNotMatch(JSON.stringify((await data.ask('connections')).body), /canary/);
      assert.doesNotMatch(inlay.running.logged(), /canary-password/);
    });

    it('tests a connection before it, or a change of it, is saved', async () => {
      const test = (path: string, body: object) => data.ask<Refusal & { ok?: boolean }>(path, { body });
      const unreachable = { ...postgres, host: '10.1.2.3', id: 'tested' };
      const fresh = await test('connections/test', { connection: unreachable });
      assert.deepEqual([fresh.status, fresh.body.ok, fresh.body.code], [200, false, 'ADDRESS_NOT_ALLOWED']);
      assert.match(fresh.body.message, /INLAY_ALLOW_PRIVATE_NETWORKS=\S*10\.1\.2\.3\/32/);
      assert.equal((await data.ask('connections/tested')).status, 404);
      const files = await test('connections/test', { connection: { name: 'Files', kind: 'duckdb' } });
      assert.equal(files.body.ok, true, JSON.stringify(files.body));
      const { id, host } = await data.create('connections', postgres);
      const moved = await test(`connections/${id}/test`, { change: { host: '10.1.2.3' } });
      assert.deepEqual(
        [moved.status, moved.body.details],
        [400, [{ path: '/password', problem: 'must be entered again, because the host changed' }]],
      );
      const change = { host: '10.1.2.3', password: 'other' };
      const changed = await test(`connections/${id}/test`, { change });
      assert.deepEqual([changed.body.ok, changed.body.code], [false, 'ADDRESS_NOT_ALLOWED']);
      assert.equal((await data.ask(`connections/${id}`)).body.host, host);
      await data.ask(`connections/${id}`, { method: 'DELETE' });
    });

    it('refuses a template without a list of allowed values, and a list without a template', async () => {
      const wrong = async (change: object) => {
        const { status, body } = await data.ask<Refusal>('connections', { body: { ...postgres, ...change } });
        assert.equal(status, 400, JSON.stringify(body));
        return body.details?.map(({ path }) => path);
      };
      assert.deepEqual(await wrong({ database: '{{ attributes.db }}' }), ['/allowed/database']);
      assert.deepEqual(await wrong({ allowed: { database: ['sales'] } }), ['/allowed/database']);
      assert.deepEqual(await wrong({ host: '{{ secret.host }}' }), ['/host']);
      assert.deepEqual(await wrong({ user: '{{ attributes.x' }), ['/user']);
      assert.deepEqual(await wrong({ host: '/var/run/postgresql' }), ['/host']);
      assert.deepEqual(await wrong({ host: '{{ attributes.h }}', allowed: { host: ['/tmp/socket'] } }), [
        '/allowed/host/0',
      ]);
    });

    it("requires the password again when a connection's target changes", async () => {
      const { id } = await data.create('connections', postgres);
      const change = (body: object, headers = {}) =>
        data.ask<Refusal>(`connections/${id}`, { method: 'PATCH', body, headers });
      assert.equal((await change({ host: 'evil.example.com' })).status, 400);
      assert.equal((await change({ tls: 'off' })).status, 400);
      assert.equal((await change({ name: 'Renamed' })).status, 200);
      assert.equal((await change({ host: 'new.example.com', password: 'new' })).status, 200);
      assert.equal((await change({ name: 'x' }, { 'if-match': '"1"' })).status, 412);
      assert.equal((await change({ name: 'x' }, { 'if-match': '"3"' })).status, 200);
    });

    it('refuses private and metadata addresses when a connection is tested', async () => {
      for (const host of [
        '127.0.0.1',
        '169.254.169.254',
        'localhost',
        '10.0.0.1',
        '::1',
        '0x7f.1',
        '[::1]',
      ]) {
        const { status, body } = await data.ask<Refusal & { id: string }>('connections', {
          body: { ...postgres, host, tls: 'off' },
        });
        if (status === 400) continue;
        const test = await data.ask<{ ok: boolean; code: string }>(`connections/${body.id}/test`, {
          body: {},
        });
        assert.equal(test.status, 200);
        assert.equal(test.body.ok, false, host);
        assert.ok(['ADDRESS_NOT_ALLOWED', 'UNREACHABLE'].includes(test.body.code), test.body.code);
      }
    });

    it('audits each change, without values', async () => {
      const { body } = await data.ask<{ data: { action: string }[] }>('audit-events?limit=200');
      const actions = new Set(body.data.map(({ action }) => action));
      for (const action of ['create', 'change', 'delete'])
        assert.ok(actions.has(`connection.${action}`), action);
      assert.doesNotMatch(JSON.stringify(body), /canary/);
    });
  });
}
