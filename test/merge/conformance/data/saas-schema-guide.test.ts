import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { type DataClient, dataClient } from '../../../support/data/data-client.ts';
import type { FilledDatabase } from '../../../support/engines/engine-under-test.ts';
import { postgres as engine } from '../../../support/engines/postgres/index.ts';
import { sqliteStore } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { startPostgres } from '../../../support/stores/start-postgres.ts';

const guide = readFileSync(new URL('../../../../docs/guide/saas-schema.md', import.meta.url), 'utf8');
const blocksOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code = '']) => code);

describe('the guide to a SaaS schema', () => {
  const inlay = useInlay(sqliteStore, {
    env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32,::1/128' },
  });
  let data: DataClient;
  let postgres: Awaited<ReturnType<typeof startPostgres>>;
  let database: FilledDatabase;

  before(async () => {
    postgres = await startPostgres();
    const statements = (blocksOf('sql')[0] ?? '').split(';\n').filter((text) => text.trim() !== '');
    database = await engine.server.fill(postgres.url, 'saas', statements);
    const { hostname, port, pathname, username, password } = new URL(database.url);
    data = dataClient(inlay.running.url, await inlay.adminToken());
    await data.create('connections', {
      id: 'billing',
      name: 'Billing',
      kind: 'postgres',
      host: hostname,
      port: Number(port),
      database: pathname.slice(1),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      tls: 'off',
    });
    for (const block of blocksOf('yaml')) {
      const [, id] = /^# datasets\/(\w+)\.yaml$/m.exec(block) ?? [];
      await data.create('datasets', { id, ...parse(block) });
    }
  });
  after(async () => {
    await database?.drop();
    await postgres?.stop();
  });

  it('shows each viewer what its table says', async () => {
    const query = JSON.parse(blocksOf('json')[0] ?? '');
    const plans = /^\| viewer \| (\w+) \| (\w+) \|$/m.exec(guide)?.slice(1) ?? [];
    const viewers = [
      ...guide.matchAll(/^\| (?:`attributes\.customer` is `(\w+)`|without the attribute) \|(.*)\|(.*)\|$/gm),
    ];
    assert.equal(viewers.length, 3);
    for (const [, customer, ...cells] of viewers) {
      const attributes = customer === undefined ? {} : { customer };
      const { status, body } = await data.query('payments', query, {
        username: 'ann@customer.example',
        workspace_id: 'main',
        attributes,
      });
      assert.equal(status, 200, JSON.stringify(body));
      const [names, sums] = body.result.columns.map(({ values }) => values);
      const expected = plans
        .map((plan, index) => [plan, (cells[index] ?? '').trim()])
        .filter(([, sum]) => sum !== '');
      assert.deepEqual(
        names?.map((name, index) => [name, String(Number(sums?.[index]))]),
        expected,
      );
    }
  });

  it('finds both relationships by their foreign keys', async () => {
    await data.ask('datasets/payments', {
      method: 'PATCH',
      headers: { 'if-match': '*' },
      body: { relationships: [], rowRules: [] },
    });
    const { body } = await data.ask<{
      readonly data: readonly { readonly dataset: string; readonly reason: string }[];
    }>('connections/billing/relationships/suggest', { body: {} });
    const suggested = body.data.find(({ dataset }) => dataset === 'payments');
    assert.equal(suggested?.reason, 'foreign-key');
  });
});
