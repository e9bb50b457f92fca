import assert from 'node:assert/strict';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { BuilderDashboard, BuilderDocument } from '@inlay/content/builder';
import type { RenderedDashboard } from '@inlay/content/builder-preview';
import type { Page } from '@inlay/protocol/pagination';
import type { Usage } from '@inlay/protocol/usage';
import type { BuilderContents } from '../../../fixtures/populate.ts';
import { type FixtureClient, fixtureClient } from '../../../support/data/fixture-client.ts';
import {
  type Engine,
  emptyStoreFor,
  FROZEN,
  fixturePath,
  openFixture,
  readFixtureContents,
} from '../../../support/data/open-fixture.ts';
import {
  type EmbedSetup,
  exchange,
  goodClaims,
  setUpEmbedding,
  signJwt,
} from '../../../support/embeds/embed-client.ts';
import { openPage, viewerToken } from '../../../support/embeds/embed-world.ts';
import { call, logInAs } from '../../../support/http/api-client.ts';
import { type ApiDescription, operationsOf } from '../../../support/http/api-description.ts';
import { assertInvalidGrant } from '../../../support/http/assert-refused.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import {
  BOTH_STORES,
  STORES,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { timeAt } from '../../../support/time/fake-time.ts';
import { recordCredentials } from '../../../support/tokens/record-credentials.ts';
import { sessionStatus } from '../../../support/tokens/token-client.ts';
import { readTenant, type TenantContents } from '../../../support/users/read-tenant.ts';

/** Routes that a release had and this version no longer has, on purpose: `GET /api/v0/users/{}`. */
const REMOVED: Readonly<Record<string, readonly string[]>> = {
  // Of the page's own script: `render` and `messages` took their place, and pages know the rows of their marks.
  '0.1': [
    'POST /embed/api/v0/embeds/{}/builder/dashboards/{}/tiles/{}/painting',
    'POST /embed/api/v0/embeds/{}/builder/dashboards/{}/tiles/{}/point',
    'POST /embed/api/v0/embeds/{}/tiles/{}/painting',
    'POST /embed/api/v0/embeds/{}/tiles/{}/point',
    'POST /embed/api/v0/embeds/{}/words',
  ],
};

/** Settings that tenants have had since, with the values that an upgrade gives them. */
const ADDED_SETTINGS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  '0.1': { allowedLinkHosts: [], allowedImageHosts: [], auditDays: null },
};

const ORIGIN = 'https://app.example.com';

/** Usernames that look alike read differently in the names of tests. */
const inAscii = (text: string) =>
  `'${text.replaceAll(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)}'`;

for (const version of FROZEN) {
  const upgraded = (tenant: TenantContents): TenantContents => ({
    ...tenant,
    tenantSettings: { ...(tenant.tenantSettings as object), ...ADDED_SETTINGS[version] },
  });
  const contents = readFixtureContents(version);
  const time = timeAt(() => contents.now);
  const key = createPrivateKey(contents.privateKey);
  const options = { time, env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.1/32' } };

  for (const engine of Object.keys(STORES) as Engine[]) {
    const { admin: credentials, tenants, ...frozen } = contents.stores[engine];

    describe(`a ${engine} store of ${version}, upgraded`, () => {
      let store: TestStore;
      let inlay: TestInlay;
      let admin: FixtureClient;
      let setup: EmbedSetup;
      before(async () => {
        store = await openFixture(version, engine);
        inlay = await startInlay(store, options);
        const adminToken = await logInAs(inlay.url, credentials);
        admin = fixtureClient(inlay.url, adminToken);
        setup = await setupOf(inlay, adminToken, frozen);
      });
      after(async () => {
        await inlay?.close();
        await store?.drop();
      });

      const signed = (claims: object = {}) =>
        signJwt({ ...goodClaims(setup, contents.now), embed_context: contents.viewer, ...claims }, { key });
      const tokenFor = async (context: object) => {
        const { status, body } = await exchange(setup, signed({ embed_context: context }));
        assert.equal(status, 200, JSON.stringify(body));
        return body.access_token as string;
      };
      const htmlOf = async (embed: string, fields: Readonly<Record<string, string>> = {}) => {
        const page = await openPage(inlay, embed, { token: frozen.token, origin: ORIGIN, ...fields });
        assert.equal(page.status, 200, page.html);
        return page.html;
      };

      it('keeps everything that an administrator can list, for each tenant', async () => {
        assert.deepEqual(await readTenant(admin), upgraded(tenants.demo));
        const { host } = frozen.acme;
        const token = await logInAs(inlay.url, credentials, { host });
        assert.deepEqual(await readTenant(fixtureClient(inlay.url, token, host)), upgraded(tenants.acme));
      });

      it('keeps an administrator signed in', async () => {
        const session = fixtureClient(inlay.url, frozen.adminSession);
        assert.equal((await session('GET', '/api/v0/me')).username, credentials.username);
      });

      it('keeps published versions of content', async () => {
        const first = await admin('GET', '/api/v0/tiles/months/versions/1');
        assert.match(JSON.stringify(first), /"Revenue by month"/);
        assert.match(JSON.stringify(await admin('GET', '/api/v0/tiles/months')), /"Revenue per month"/);
      });

      it('keeps audit events and usage counts', async () => {
        const { data } = await admin<Page<{ action: string }>>('GET', '/api/v0/audit-events?limit=200');
        const actions = new Set(data.map(({ action }) => action));
        assert.deepEqual(
          frozen.auditActions.filter((action) => !actions.has(action)),
          [],
        );
        const { days, embeds } = await admin<Usage>('GET', '/api/v0/usage');
        assert.ok((days.at(-1)?.exchanges ?? 0) >= (frozen.usage.today?.exchanges ?? 1));
        for (const { id, views } of frozen.usage.embeds)
          assert.ok((embeds.find((embed) => embed.id === id)?.views ?? 0) >= views, id);
      });

      it('opens the sealed password of a connection and the sealed secrets of a token', async () => {
        const { port } = await admin<{ port: number }>('GET', '/api/v0/connections/warehouse');
        const database = await recordCredentials(port);
        try {
          await admin('POST', '/api/v0/connections/warehouse/test', { body: {} });
          assert.deepEqual([...new Set(database.received)], ['reader:fixture-warehouse-password']);
          await openPage(inlay, 'e-live', { token: frozen.token, origin: ORIGIN });
          assert.equal(database.received.at(-1), 'viewer:fixture-viewer-secret');
        } finally {
          database.close();
        }
      });

      it('opens embeds with a token that was issued before, and shows the uploaded files', async () => {
        const tile = await htmlOf('e-tile');
        assert.match(tile, /Coffee/, 'rows of a CSV file');
        assert.doesNotMatch(tile, /Cocoa/, 'row rules hold');
        const dashboard = await htmlOf('e-dashboard');
        assert.match(dashboard, /Sold <strong>.*40/);
        assert.match(dashboard, />€?50/, 'rows of a JSON file');
        assert.doesNotMatch(dashboard, /Insiders only/);
        assert.match(await htmlOf('e-visitors'), /120/, 'rows of a Parquet file');
        assert.match(await htmlOf('e-story'), /How it grew/, 'the published version, not the draft');
        assert.match(await htmlOf('e-dashboard', { lang: 'de' }), /Überblick/);
        assert.match(await htmlOf('revenue-tile'), /Coffee/, 'an alias');
      });

      it('keeps the tokens of tenants apart', async () => {
        const { host, token } = frozen.acme;
        const page = await openPage(inlay, 'a-tile', { token }, { host });
        assert.match(page.html, /340/);
        const statusOf = (sent: string, at: object) =>
          call(`${inlay.url}/embed/api/v0/session`, { token: sent, headers: { ...at } });
        assert.equal((await statusOf(token, { host })).status, 200);
        assert.equal((await statusOf(token, {})).status, 401);
        assert.equal((await statusOf(frozen.token, { host })).status, 401);
      });

      it('refuses a token that was revoked before', async () => {
        assert.equal(await sessionStatus(setup, frozen.token), 200);
        assert.equal(await sessionStatus(setup, frozen.revokedToken), 401);
      });

      it('exchanges a new assertion, with the current and the previous client secret', async () => {
        for (const secret of [frozen.clientSecret, frozen.formerClientSecret]) {
          const { status, body } = await exchange({ ...setup, secret }, signed());
          assert.equal(status, 200, JSON.stringify(body));
          assert.equal(await sessionStatus(setup, body.access_token as string), 200);
        }
      });

      it('refuses a jti that was used before', async () => {
        assertInvalidGrant(await exchange(setup, signed({ jti: frozen.usedJti })));
      });

      for (const builder of frozen.builders) {
        const { username, workspace_id: workspace } = builder.context;
        it(`shows ${inAscii(username)} of ${workspace} their own dashboards in the builder`, async () =>
          assertOwnDashboards(fixtureClient(inlay.url, await tokenFor(builder.context)), builder));
      }
    });

    describe(`a backup of ${version}, restored into an empty ${engine} store`, () => {
      it('has everything that the store had', async (test) => {
        const store = await emptyStoreFor(version, engine);
        test.after(() => store.drop());
        const { code, stderr } = await runCommand(
          ['restore', fixturePath(version, 'backup.tar.gz')],
          store.env,
        );
        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
        const inlay = await startInlay(store, options);
        test.after(() => inlay.close());
        const backedUp = contents.stores.SQLite;
        const adminToken = await logInAs(inlay.url, backedUp.admin);
        assert.deepEqual(
          await readTenant(fixtureClient(inlay.url, adminToken)),
          upgraded(backedUp.tenants.demo),
        );
        const setup = await setupOf(inlay, adminToken, backedUp);
        const tokenFor = async (context: object) => {
          const claims = { ...goodClaims(setup, contents.now), embed_context: context };
          return (await exchange(setup, signJwt(claims, { key }))).body.access_token ?? '';
        };
        const token = await tokenFor(contents.viewer);
        assert.match((await openPage(inlay, 'e-tile', { token, origin: ORIGIN })).html, /Coffee/);
        for (const builder of backedUp.builders)
          await assertOwnDashboards(fixtureClient(inlay.url, await tokenFor(builder.context)), builder);
      });
    });

    describe(`content that ${version} exported, imported into an empty tenant on ${engine}`, () => {
      it('is published and shows data', async (test) => {
        const store = await BOTH_STORES[engine]();
        test.after(() => store.drop());
        const inlay = await startInlay(store);
        test.after(() => inlay.close());
        const setup = await setUpEmbedding(inlay);
        const admin = fixtureClient(inlay.url, setup.adminToken);
        await prepareImport(admin, version);
        const folder = fixturePath(version, 'content', 'sales');
        const { code, stderr } = await runCommand(['content', 'import', folder, '--publish'], store.env);
        assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
        const imported = await readTenant(admin);
        const idsOf = (tenant: object, list: string) =>
          (tenant as { lists: Record<string, readonly { id: string }[]> }).lists[list]?.map(({ id }) => id);
        assert.deepEqual(idsOf(imported, 'tiles'), idsOf(tenants.demo, 'tiles'));
        assert.deepEqual(idsOf(imported, 'datasets'), idsOf(tenants.demo, 'datasets'));
        const page = await openPage(inlay, 'e-dashboard', {
          token: await viewerToken(setup, contents.viewer),
        });
        assert.match(page.html, /Coffee/);
      });
    });
  }

  describe(`the API of ${version}`, () => {
    it('still exists, except for routes that were removed on purpose', async (test) => {
      const store = await BOTH_STORES.SQLite();
      test.after(() => store.drop());
      const inlay = await startInlay(store);
      test.after(() => inlay.close());
      const { body } = await call<ApiDescription>(`${inlay.url}/api/openapi.json`);
      const former: ApiDescription = JSON.parse(readFileSync(fixturePath(version, 'openapi.json'), 'utf8'));
      const missing = routesOf(former).filter((route) => !routesOf(body).includes(route));
      assert.deepEqual(missing.sort(), [...(REMOVED[version] ?? [])].sort());
    });
  });
}

/** The owner finds their dashboard as they left it, with the rows of the upload and no names. */
async function assertOwnDashboards(
  client: FixtureClient,
  { embed, dashboards }: BuilderContents,
): Promise<void> {
  const path = `/embed/api/v0/embeds/${embed}/builder/dashboards`;
  const { data } = await client<Page<BuilderDashboard>>('GET', `${path}?limit=200`);
  // Nobody recorded whether viewers made them.
  assert.deepEqual(
    data.filter(({ owner, updatedBy }) => owner !== null || updatedBy !== null),
    [],
  );
  for (const { id, title, state, origin } of dashboards) {
    const listed = data.find((dashboard) => dashboard.id === id);
    assert.deepEqual(
      [listed?.title, listed?.state, listed?.mine, listed?.origin?.id ?? null],
      [title, state, true, origin],
    );
    const opened = await client<BuilderDocument>('GET', `${path}/${id}`);
    assert.deepEqual([opened.side, opened.content.title], ['working', title]);
    const view = await client<RenderedDashboard>('POST', `${path}/${id}/view`, { body: { width: 900 } });
    assert.match(view.html, /Coffee/);
  }
}

/** What the tenant's own server knows: the settings of now, and the secret that was issued then. */
async function setupOf(
  inlay: TestInlay,
  adminToken: string,
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
): Promise<EmbedSetup> {
  const client = fixtureClient(inlay.url, adminToken);
  const settings = await client<{ iss: string; aud: string }>('GET', '/api/v0/embed-settings');
  return {
    inlay,
    adminToken,
    realm: 'demo',
    clientId,
    secret: clientSecret,
    issuer: settings.iss,
    audience: settings.aud,
    tokenUrl: `${inlay.url}/api/auth/realms/demo/protocol/openid-connect/token`,
  };
}

/** Connections, files and themes are no part of an app: its content names them. */
async function prepareImport(admin: FixtureClient, version: string): Promise<void> {
  const warehouse = {
    kind: 'clickhouse',
    host: 'warehouse.invalid',
    database: 'sales',
    user: 'x',
    password: 'x',
  };
  await admin('POST', '/api/v0/connections', { body: { id: 'files', name: 'Files', kind: 'duckdb' } });
  await admin('POST', '/api/v0/connections', { body: { id: 'per-viewer', name: 'Warehouse', ...warehouse } });
  for (const name of ['sales.csv', 'targets.json', 'visits.parquet'])
    await admin('PUT', `/api/v0/files/${name}`, {
      raw: readFileSync(fixturePath(version, 'files', 'demo', name)),
    });
  await admin('PUT', '/api/v0/themes/forest', { body: {} });
}

/** Names of parameters are not part of a route: `GET /api/v0/users/{}`. */
const routesOf = (description: ApiDescription) =>
  operationsOf(description).map(({ name }) => name.replaceAll(/\{[^}]+\}/g, '{}'));
