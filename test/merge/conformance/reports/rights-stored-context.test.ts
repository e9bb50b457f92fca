import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sweepEndedContexts } from '@inlay/server/platform/store/sweep-expired';
import { TABLES } from '@inlay/server/platform/store/tables';
import pg from 'pg';
import { dataClient } from '../../../support/data/data-client.ts';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { CONTEXT, signJwt } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { DEMO, reportRights } from '../../../support/reports/report-rights.ts';
import { replyJson, startHost } from '../../../support/reports/start-host.ts';
import { BOTH_STORES, STORES } from '../../../support/server/start-inlay.ts';
import { type RunningPostgres, startPostgres } from '../../../support/stores/start-postgres.ts';

const DAY = 24 * 60 * 60_000;
const NORTH = [
  ['product', 'Coffee', 'Tea'],
  ['revenue', 30, 10],
];

describeEmbedding(
  'rights by a stored context',
  BOTH_STORES,
  (given) => {
    const rights = reportRights(given);
    before(() => rights.change({ rights: 'stored-context', contextDays: 90 }));

    const revenueOf = async (id: string) => {
      const seen = (await rights.see(await rights.viewerOf(id), 'e-dashboard')) as { revenue: unknown };
      return seen.revenue;
    };
    const endsWith = async (id: string, expected: string) => {
      const { reason, effect } = await rights.whyNot(id);
      assert.deepEqual([reason, effect], [expected, 'end']);
    };
    const admin = (method: string, path: string, body?: object) =>
      call<object>(`${given.inlay.url}/api/v0/${path}`, {
        method,
        token: given.setup.adminToken,
        ...(body && { body }),
      });

    it('give a report what its viewer had when they saved it', async () => {
      const id = await rights.subscribe();
      assert.deepEqual(await revenueOf(id), NORTH);
      const { username, workspaceId, clientId, onlyEmbed, bypassesRowRules } = await rights.viewerOf(id);
      assert.deepEqual(
        { username, workspaceId, clientId, onlyEmbed, bypassesRowRules },
        {
          username: CONTEXT.username,
          workspaceId: 'main',
          clientId: '',
          onlyEmbed: null,
          bypassesRowRules: false,
        },
      );
    });

    it('apply the rules of today', async () => {
      const id = await rights.subscribe();
      const setRules = async (rowRules: readonly object[]) =>
        assert.equal((await admin('PATCH', 'datasets/sales', { rowRules })).status, 200);
      const rule = { column: 'region', operator: 'equals', value: { context: 'attributes.region' } };
      await setRules([rule, { column: 'product', operator: 'equals', value: 'Tea' }]);
      assert.deepEqual(await revenueOf(id), [
        ['product', 'Tea'],
        ['revenue', 10],
      ]);
      await setRules([rule]);
      assert.deepEqual(await revenueOf(id), NORTH);
    });

    it('end after the days of the settings', async () => {
      const id = await rights.subscribe();
      const { context_ends_at } = await rights.subscription(id);
      assert.equal(context_ends_at, given.now() + 90 * DAY);
      given.advance(90 * DAY - 1);
      assert.deepEqual(await revenueOf(id), NORTH);
      given.advance(1);
      await endsWith(id, 'context-ended');
      given.advance(-90 * DAY);
      assert.deepEqual(await revenueOf(id), NORTH);
    });

    it('end earlier if the settings allow fewer days than before', async () => {
      const id = await rights.subscribe();
      await rights.change({ contextDays: 7 });
      given.advance(7 * DAY);
      const outcome = rights.whyNot(id);
      await outcome;
      given.advance(-7 * DAY);
      await rights.change({ contextDays: 90 });
      assert.equal((await outcome).reason, 'context-ended');
    });

    it('are erased from the store once they have ended', async () => {
      const id = await rights.subscribe();
      const kept = await rights.subscribe();
      const { store } = given.inlay.services;
      await store.write((transaction) =>
        transaction
          .tenant(DEMO)
          .update('subscriptions', { context_ends_at: given.now() - 1 })
          .where('id', '=', id)
          .execute(),
      );
      await sweepEndedContexts(given.inlay.services, given.now());
      const { sealed_context, context_ends_at } = await rights.subscription(id);
      assert.deepEqual([sealed_context, context_ends_at], [null, null]);
      await endsWith(id, 'context-ended');
      assert.deepEqual(await revenueOf(kept), NORTH);
    });

    it('end when all tokens of the tenant are revoked', async () => {
      const id = await rights.subscribe();
      const outdated = await viewerToken(given.setup, {}, given.now());
      const viewer = await rights.principal(outdated);
      await admin('POST', 'embed-settings/revoke-tokens');
      await endsWith(id, 'tokens-revoked');
      // A request that was authenticated a moment before.
      const late = await rights.columnsOf(id, viewer);
      await given.inlay.services.store.write((transaction) =>
        transaction.tenant(DEMO).update('subscriptions', late).where('id', '=', id).execute(),
      );
      await endsWith(id, 'tokens-revoked');
      assert.deepEqual(await revenueOf(await rights.subscribe()), NORTH);
    });

    it('are erased when Inlay asks for assertions instead, and end with them', async () => {
      const id = await rights.subscribe();
      const assertionUrl = 'https://host.example/assertion';
      await rights.newSecret();
      await rights.change({ rights: 'assertion', assertionUrl });
      assert.equal((await rights.subscription(id)).sealed_context, null);
      await rights.change({ rights: 'stored-context' });
      await endsWith(id, 'context-ended');
    });

    it('rest while reports are off', async () => {
      const id = await rights.subscribe();
      await rights.change({ rights: 'off' });
      const { reason, effect } = await rights.whyNot(id);
      await rights.change({ rights: 'stored-context' });
      assert.deepEqual([reason, effect], ['reports-off', 'skip']);
      assert.deepEqual(await revenueOf(id), NORTH);
    });

    it('fit one subscription only', async () => {
      const mine = await rights.subscription(await rights.subscribe({ attributes: { region: 'south' } }));
      const other = await rights.subscribe();
      const { store } = given.inlay.services;
      const set = (values: object) =>
        store.write((transaction) =>
          transaction.tenant(DEMO).update('subscriptions', values).where('id', '=', other).execute(),
        );
      await set({ sealed_context: mine.sealed_context });
      assert.deepEqual((await rights.whyNot(other)).effect, 'fail');
      const own = await rights.subscribe();
      await store.write((transaction) =>
        transaction
          .tenant(DEMO)
          .update('subscriptions', { username: 'somebody else' })
          .where('id', '=', own)
          .execute(),
      );
      assert.deepEqual((await rights.whyNot(own)).effect, 'fail');
    });

    it('deny where truncation may have taken a value, as an embed does', async () => {
      const attributes = { pad: 'x'.repeat(3500), region: 'north' };
      const token = await viewerToken(given.setup, { attributes }, given.now());
      const viewer = await rights.viewerOf(await rights.subscribeWith(token));
      assert.equal(viewer.truncated, true);
      assert.deepEqual(viewer.attribute('region'), { kind: 'unknown' });
      const seen = await rights.see(viewer, 'e-tile');
      assert.deepEqual(seen, await rights.see(await rights.principal(token), 'e-tile'));
      assert.deepEqual(seen, { revenue: [['product'], ['revenue']] });
    });

    it('need the privilege even if the token had the role ADMIN, and keep the role for rules', async () => {
      const admins = { roles: ['ADMIN'], privileges: {} };
      const token = await viewerToken(given.setup, admins, given.now());
      const inEmbed = await rights.see(await rights.principal(token), 'e-tile');
      assert.ok('revenue' in inEmbed);
      const without = await rights.viewerOf(await rights.subscribe(admins));
      assert.deepEqual(without.roles(), { kind: 'value', value: ['ADMIN'] });
      assert.deepEqual(await rights.see(without, 'e-tile'), { refused: 'ACCESS_DENIED' });
      const permitted = await rights.subscribe({ ...admins, privileges: { sales: ['view'] } });
      assert.ok('revenue' in (await rights.see(await rights.viewerOf(permitted), 'e-tile')));
    });

    for (const [what, path, context] of [
      ['a preview', 'embeds/e-tile/preview-token', { context: CONTEXT }],
      ['an author', 'apps/sales/author-token', undefined],
    ] as const)
      it(`are not those of ${what}`, async () => {
        const { body, status } = await admin('POST', path, context);
        assert.equal(status, 201, JSON.stringify(body));
        const { token } = body as { readonly token: string };
        await assert.rejects(rights.subscribeWith(token), { code: 'ACCESS_DENIED' });
      });
  },
  { world: 'embeds' },
);

const officers = { context: 'groups', operator: 'contains', value: 'officers' };

describeEmbedding(
  'a report by a stored context',
  STORES,
  (given) => {
    const rights = reportRights(given);
    before(async () => {
      // With secrets, a warehouse that is down is another failure than one that is denied.
      await rights.change({ rights: 'stored-context', keepSecrets: true });
      const data = dataClient(given.inlay.url, given.setup.adminToken);
      await data.create('datasets', {
        id: 'cards',
        name: 'Cards',
        connectionId: 'files',
        source: {
          kind: 'sql',
          sql: "SELECT 'north' AS region, 'Alder' AS customer, '4000111122223333' AS card UNION ALL SELECT 'south', 'Birch', '4000111122224444'",
        },
        columns: [
          { name: 'region', type: 'string' },
          { name: 'customer', type: 'string', access: [{ when: officers, show: 'value' }] },
          {
            name: 'card',
            type: 'string',
            access: [{ when: officers, show: 'value' }, { show: 'last-four' }],
          },
        ],
        rowRules: [{ column: 'region', operator: 'equals', value: { context: 'attributes.region' } }],
      });
      for (const column of ['customer', 'card']) {
        const query = { dimensions: [{ column }], measures: [] };
        await data.create('tiles', {
          id: column,
          appId: 'sales',
          title: column,
          kind: 'table',
          datasetId: 'cards',
          query,
        });
        const { status } = await given.admin('POST', `tiles/${column}/publish`, { ifMatch: '*' });
        assert.equal(status, 200);
        await data.create('embeds', { id: column, title: column, target: { kind: 'tile', id: column } });
      }
    });

    for (const [who, context] of [
      ['a viewer', {}],
      ['a viewer of another region', { attributes: { region: 'south' } }],
      ['a viewer of several regions', { attributes: { region: ['north', 'south'] } }],
      ['an insider', { groups: ['insiders'] }],
      ['an officer', { groups: ['officers'] }],
      ['a viewer without attributes', { attributes: {} }],
      ['a viewer without the privilege', { privileges: {} }],
      ['a viewer of another workspace', { workspace_id: 'elsewhere' }],
      ['a viewer whose groups were lost', { groups: ['officers', 'x'.repeat(3500)] }],
    ] as const)
      it(`shows ${who} what an embed shows them: rows, columns and tiles`, async () => {
        const token = await viewerToken(given.setup, context, given.now());
        const inEmbed = await rights.principal(token);
        const inReport = await rights.viewerOf(await rights.subscribeWith(token));
        for (const embed of ['e-dashboard', 'e-story', 'e-hidden', 'e-table', 'customer', 'card', 'none'])
          assert.deepEqual(await rights.see(inReport, embed), await rights.see(inEmbed, embed), embed);
      });

    it('differs between viewers, so the comparison means something', async () => {
      const seenBy = async (context: object, embed: string) =>
        rights.see(await rights.viewerOf(await rights.subscribe(context)), embed);
      const officer = { groups: ['officers'] };
      // A masked column can be listed, but not grouped by.
      for (const [column, value] of [
        ['card', '4000111122223333'],
        ['customer', 'Alder'],
      ] as const) {
        assert.deepEqual(await seenBy({}, column), { [column]: 'DATA_DENIED' });
        assert.deepEqual(await seenBy(officer, column), { [column]: [[column, value]] });
      }
      assert.notDeepEqual(await seenBy({}, 'e-hidden'), await seenBy({ groups: ['insiders'] }, 'e-hidden'));
    });
  },
  { world: 'embeds' },
);

describe('secrets of viewers in reports', () => {
  const canary = 'canary-of-ann-7f3a';
  const secrets = { password: canary };
  let warehouse: RunningPostgres;
  before(async () => {
    warehouse = await startPostgres({ isDurable: false });
    const client = new pg.Client(warehouse.url);
    await client.connect();
    await client.query(`CREATE ROLE ann LOGIN PASSWORD '${canary}'`);
    await client.end();
  });
  after(() => warehouse?.stop());

  describeEmbedding(
    'secrets of viewers in reports',
    BOTH_STORES,
    (given) => {
      const rights = reportRights(given);
      before(async () => {
        const data = dataClient(given.inlay.url, given.setup.adminToken);
        const { hostname, port } = new URL(warehouse.url);
        await data.create('connections', {
          id: 'personal',
          name: 'Personal',
          kind: 'postgres',
          host: hostname,
          port: Number(port),
          database: 'postgres',
          user: 'ann',
          password: '{{ secrets.password }}',
          tls: 'off',
        });
        await data.create('datasets', {
          id: 'who',
          name: 'Who',
          connectionId: 'personal',
          source: { kind: 'sql', sql: 'SELECT current_user::text AS who' },
          columns: [{ name: 'who', type: 'string' }],
          segmented: false,
        });
        await data.create('tiles', {
          id: 'who',
          appId: 'sales',
          title: 'Who',
          kind: 'table',
          datasetId: 'who',
          query: { dimensions: [{ column: 'who' }], measures: [] },
        });
        assert.equal((await given.admin('POST', 'tiles/who/publish', { ifMatch: '*' })).status, 200);
        await data.create('embeds', { id: 'who', title: 'Who', target: { kind: 'tile', id: 'who' } });
      });
      const see = async (id: string) => rights.see(await rights.viewerOf(id), 'who');
      const ANN = { who: [['who', 'ann']] };
      const DENIED = { who: 'DATA_DENIED' };

      it('open connections only if the tenant keeps them, when saved and when sent', async () => {
        const token = await viewerToken(given.setup, { secrets }, given.now());
        assert.deepEqual(await rights.see(await rights.principal(token), 'who'), ANN);
        await rights.change({ rights: 'stored-context', keepSecrets: false });
        const without = await rights.subscribeWith(token);
        assert.deepEqual(await see(without), DENIED);
        await rights.change({ keepSecrets: true });
        assert.deepEqual(await see(without), DENIED, 'they were not stored');
        const withSecrets = await rights.subscribeWith(token);
        assert.deepEqual(await see(withSecrets), ANN);
        await rights.change({ keepSecrets: false });
        assert.deepEqual(await see(withSecrets), DENIED, 'they are no longer used');
        await rights.change({ keepSecrets: true });
        assert.deepEqual(await see(withSecrets), DENIED, 'they are erased');
        assert.deepEqual(await see(await rights.subscribeWith(token)), ANN, 'until the viewer saves again');
      });

      it('are denied if there are none, as in an embed', async () => {
        await rights.change({ rights: 'stored-context', keepSecrets: true });
        const token = await viewerToken(given.setup, { secrets: {} }, given.now());
        assert.deepEqual(await rights.see(await rights.principal(token), 'who'), DENIED);
        assert.deepEqual(await see(await rights.subscribeWith(token)), DENIED);
      });

      it('come from the host, where Inlay asks it, and are stored nowhere', async () => {
        const host = await startHost();
        await rights.newSecret();
        await rights.change({ rights: 'assertion', assertionUrl: host.url, keepSecrets: false });
        const signs = (context: object) =>
          host.respond((response) => {
            const assertion = signJwt(given.claims({ embed_context: { ...CONTEXT, ...context } }));
            replyJson(response, 200, { assertion });
          });
        const id = await rights.subscribe({ secrets: {} });
        signs({ secrets });
        assert.deepEqual(await see(id), ANN);
        signs({ secrets: {} });
        assert.deepEqual(await see(id), DENIED);
        await host.close();
        const { store } = given.inlay.services;
        const tokens = await store.tenant(DEMO).selectFrom('embed_tokens').selectAll().execute();
        assert.ok(!JSON.stringify([tokens, given.inlay.logged()]).includes(canary));
      });

      it('are in no column, log, audit event, principal or error', async () => {
        await rights.change({ rights: 'stored-context', keepSecrets: true });
        const wrong = 'canary-of-nobody-9c1e';
        const good = await rights.subscribe({ secrets });
        const bad = await rights.subscribe({ secrets: { password: wrong } });
        assert.deepEqual(await see(good), ANN);
        assert.deepEqual(await see(bad), { who: 'DATABASE_FAILED' });
        const { store } = given.inlay.services;
        const rows = await Promise.all(
          (Object.keys(TABLES) as (keyof typeof TABLES)[]).map((table) =>
            store.everyTenant.selectFrom(table).selectAll().execute(),
          ),
        );
        assert.ok(JSON.stringify(rows).includes(good));
        const viewer = await rights.viewerOf(good);
        for (const text of [JSON.stringify(rows), given.inlay.logged(), JSON.stringify(viewer)])
          for (const secret of [canary, wrong]) assert.ok(!text.includes(secret));
      });
    },
    { world: 'embeds', env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } },
  );
});
