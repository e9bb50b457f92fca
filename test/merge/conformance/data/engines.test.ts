import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Connection, ConnectionField, ConnectionTest, Engine } from '@inlay/protocol/connection';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ConnectionDefinition } from '@inlay/server/features/connections/connection-schemas';
import { insertConnection } from '@inlay/server/features/connections/connections';
import { ENGINES } from '@inlay/server/platform/engines/engines';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import { sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

describe('engines', () => {
  const inlay = useInlay(sqliteStore);
  let data: DataClient;
  let engines: readonly Engine[];
  before(async () => {
    data = dataClient(inlay.running.url, await inlay.adminToken());
    engines = (await data.ask<{ data: readonly Engine[] }>('engines')).body.data;
  });

  const problemsOf = async (body: object) => {
    const { status, body: refusal } = await data.ask<Refusal>('connections', { body });
    assert.equal(status, 400, JSON.stringify(body));
    return refusal.details;
  };

  it('engine list: describes the engines and their fields', () => {
    assert.deepEqual(
      engines.map(({ name, readsFiles }) => [name, readsFiles]),
      ENGINES.map(({ name, openFiles }) => [name, openFiles !== undefined]),
    );
    const fields = engines.find(({ name }) => name === 'clickhouse')?.fields ?? [];
    assert.deepEqual(
      fields.map(({ name, type, required, default: preset }) => [name, type, required, preset]),
      [
        ['host', 'text', true, null],
        ['port', 'integer', false, null],
        ['database', 'text', false, null],
        ['user', 'text', true, null],
        ['password', 'secret', false, null],
        ['tls', 'choice', false, 'verified'],
        ['certificateAuthority', 'multiline', false, null],
      ],
    );
  });

  it('engine list: is for administrators only', async () => {
    assert.equal((await inlay.call('/api/v0/engines')).status, 401);
  });

  it('connection: is created from the fields of its engine, and returns all except the secret', async () => {
    for (const engine of engines) {
      const values = Object.fromEntries(engine.fields.map((field) => [field.name, exampleOf(field)]));
      const made = await data.create('connections', { name: engine.example, kind: engine.name, ...values });
      const { body } = await data.ask<Connection>(`connections/${made.id}`);
      for (const { name, type } of engine.fields) {
        if (type === 'secret') assert.equal(name in body, false, name);
        else assert.equal(body[name], values[name], `${engine.name} ${name}`);
      }
    }
  });

  it('connection: names each required field of its engine that is missing', async () => {
    for (const { name, fields } of engines) {
      const required = fields.filter((field) => field.required);
      if (required.length === 0) continue;
      assert.deepEqual(
        await problemsOf({ name: 'Empty', kind: name }),
        required.map((field) => ({ path: `/${field.name}`, problem: 'is required' })),
      );
    }
  });

  it('connection: refuses fields that its engine does not have', async () => {
    const problem = 'is not a field of connections of the kind duckdb, which have no settings';
    const body = { name: 'Files', kind: 'duckdb', host: 'db', password: 'p', allowed: { host: ['db'] } };
    assert.deepEqual(
      await problemsOf(body),
      ['/host', '/password', '/allowed'].map((path) => ({ path, problem })),
    );
  });

  it('connection: requires the password again when fields of the target change, in form order', async () => {
    const fields = { host: 'db.example.com', database: 'd', user: 'u', password: 'p' };
    const { id } = await data.create('connections', { name: 'Warehouse', kind: 'postgres', ...fields });
    const change = (body: object) =>
      data.ask<Refusal>(`connections/${id}`, { method: 'PATCH', headers: { 'if-match': '*' }, body });
    const { status, body } = await change({ tls: 'off', port: 1, host: 'other.example.com', user: 'v' });
    assert.equal(status, 400);
    assert.deepEqual(body.details, [
      {
        path: '/password',
        problem: 'must be entered again, because the host, the port, and the encryption changed',
      },
    ]);
    assert.equal((await change({ user: 'v', database: 'e' })).status, 200);
  });

  it('connection: lists the engines in the error for an unknown kind', async () => {
    const [found, ...others] = (await problemsOf({ name: 'Wrong', kind: 'oracle' })) ?? [];
    assert.deepEqual(others, []);
    assert.equal(found?.path, '/kind');
    for (const { name } of engines) assert.ok(found?.problem.includes(name), name);
  });

  it('connection: is listed if this version lacks its engine, and reports that when used', async () => {
    const { services } = inlay.running;
    // As a backup of a newer version would bring it.
    const definition: ConnectionDefinition = { kind: JSON.parse('"newer"') };
    const connection = { id: 'newer', name: 'From a newer version', definition, sealedPassword: null };
    await services.store.write((transaction) =>
      insertConnection(transaction, 'demo' as TenantId, connection, services.time.now()),
    );
    const { body: read } = await data.ask<Connection>('connections/newer');
    assert.deepEqual([read.kind, read.host], ['newer', null]);
    const { status, body } = await data.ask<ConnectionTest>('connections/newer/test', { body: {} });
    assert.deepEqual([status, body.code], [200, 'BAD_CONNECTION']);
    assert.match(body.message, /does not support connections of the kind 'newer'/);
    assert.equal((await data.ask('connections/newer/tables')).status, 502);
    const changed = await data.ask('connections/newer', {
      method: 'PATCH',
      headers: { 'if-match': '"1"' },
      body: { name: 'Renamed' },
    });
    assert.equal(changed.status, 400);
    assert.equal((await data.ask('connections/newer', { method: 'DELETE' })).status, 204);
  });
});

function exampleOf({ type, choices, placeholder }: ConnectionField): string | number {
  if (type === 'integer') return Number(placeholder);
  return choices?.at(-1)?.value ?? placeholder ?? 'example';
}
