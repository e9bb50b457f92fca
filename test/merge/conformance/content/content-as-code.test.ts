import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { createConnection } from '@inlay/server/features/connections/manage-connections';
import { OPERATOR } from '@inlay/server/platform/identity/acting';
import {
  type ContentClient,
  contentClient,
  makeOrders,
  TILE,
} from '../../../support/content/content-client.ts';
import { logInAs } from '../../../support/http/api-client.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { type CommandResult, runInlay } from '../../../support/server/run-inlay.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';

const STORY = {
  title: 'How sales went',
  description: 'Told in two steps',
  filters: [{ id: 'region', label: 'Region', datasetId: 'orders', kind: 'dropdown', column: 'region' }],
  steps: [
    {
      id: 'growth',
      title: 'It grew',
      narrative:
        'Revenue is {{ revenue | currency }}.\n\nA second paragraph: *with* "quotes", # and: colons.\n',
      values: { revenue: { tile: 'revenue', column: 'revenue', row: 'total' } },
      tiles: ['revenue'],
      visibility: {
        and: [
          { context: 'groups', operator: 'contains', value: 'board' },
          { or: [{ context: 'attributes.level', operator: 'greater', value: 3 }] },
        ],
      },
    },
    { id: 'end', title: 'no', recommendation: '2026-03-01', source: '0x1F' },
  ],
};

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`content as code on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let admin: ContentClient;
    let folder: string;
    let key: string;

    const plan = (...args: readonly string[]) =>
      inlayCommand('content', 'plan', join(folder, 'sales'), '--url', inlay.url, '--key', key, ...args);
    const result = ({ code, stdout, stderr }: CommandResult) => ({ code, out: stdout, err: stderr });
    const inlayCommand = async (...args: readonly string[]) => result(await runCommand(args, inlay.env));
    const edit = (path: string, change: (text: string) => string) => {
      const file = join(folder, 'sales', path);
      writeFileSync(file, change(readFileSync(file, 'utf8')));
    };

    before(async () => {
      store = await storeWith('started', makeStore);
      inlay = await startInlay(store);
      key = await logInAs(inlay.url);
      admin = contentClient(inlay, key);
      folder = mkdtempSync(join(tmpdir(), 'inlay-content-'));
      await makeOrders(admin);
      const make = async (kind: string, body: object) =>
        assert.equal((await admin('POST', kind, { body })).status, 201, kind);
      await make('apps', {
        id: 'sales',
        title: 'Sales',
        workspaceId: 'main',
        theme: { tokens: { accent: '#ff0000' } },
      });
      const options = { formats: { revenue: { kind: 'currency' } }, colors: { 'north: east': '#00f' } };
      await make('tiles', { id: 'revenue', appId: 'sales', ...TILE, options });
      await make('tiles', { id: 'orders', appId: 'sales', ...TILE, title: 'Orders' });
      await make('stories', { id: 'growth', appId: 'sales', ...STORY });
      await make('dashboards', {
        id: 'board',
        appId: 'sales',
        title: 'Board',
        items: [
          { id: 'a', x: 0, y: 0, w: 6, h: 4, tile: 'revenue' },
          { id: 'b', x: 6, y: 0, w: 6, h: 4, text: '**Hello**' },
        ],
        crossFilter: true,
        drill: [{ id: 'geo', label: 'Place', datasetId: 'orders', levels: ['country', 'city'] }],
      });
      await make('embeds', {
        id: 'embed-1',
        title: 'On the home page',
        alias: 'home',
        target: { kind: 'dashboard', id: 'board' },
        allowedOrigins: ['https://app.example.com'],
        expiresAt: '2030-01-01T00:00:00Z',
      });
    });
    after(async () => {
      rmSync(folder, { recursive: true, force: true });
      await inlay.close();
      await store.drop();
    });

    it('writes an app as readable files with their schemas', async () => {
      const spawned = await runInlay(['content', 'export', 'sales', '--to', folder], inlay.env);
      const { code, out, err } = result(spawned);
      assert.equal(code, 0, err);
      assert.match(out, /15 files, 15 changed/);
      assert.deepEqual(readdirSync(join(folder, 'sales')).sort(), [
        'app.yaml',
        'dashboards',
        'datasets',
        'embeds',
        'schema',
        'stories',
        'tiles',
      ]);
      assert.equal(
        readFileSync(join(folder, 'sales/tiles/orders.yaml'), 'utf8'),
        [
          '# yaml-language-server: $schema=../schema/tile.json',
          'title: Orders',
          'kind: bar',
          'datasetId: orders',
          'query:',
          '  dimensions:',
          '    - column: month',
          '      grain: month',
          '  measures:',
          '    - revenue',
          '',
        ].join('\n'),
      );
      const story = readFileSync(join(folder, 'sales/stories/growth.yaml'), 'utf8');
      assert.match(
        story,
        /narrative: \|\n {6}Revenue is \{\{ revenue \| currency \}\}\.\n\n {6}A second paragraph/,
      );
      const schema = JSON.parse(readFileSync(join(folder, 'sales/schema/tile.json'), 'utf8'));
      assert.ok(schema.$defs.VisibilityRule);
      assert.ok(!JSON.stringify(schema).includes('x-problem'));
      const again = await inlayCommand('content', 'export', 'sales', '--to', folder);
      assert.match(again.out, /15 files, 0 changed/);
    });

    it('finds no difference after an export, and an import changes nothing', async () => {
      const same = await plan();
      assert.deepEqual([same.code, same.out, same.err], [0, 'No changes.\n', '']);
      const before = await admin('GET', 'stories/growth');
      const imported = await inlayCommand('content', 'import', join(folder, 'sales'));
      assert.equal(imported.code, 0, imported.err);
      assert.equal((await admin('GET', 'stories/growth')).body.revision, before.body.revision);
    });

    it('brings an app to another tenant exactly as it was, published', async () => {
      assert.equal((await inlayCommand('tenant', 'create', 'acme')).code, 0);
      const source = join(folder, 'sales');
      const early = await inlayCommand('content', 'import', source, '--tenant', 'acme', '--publish');
      assert.match(
        early.err,
        /datasets\/orders\.yaml:3 {2}\/connectionId refers to a connection that does not exist: 'files'/,
      );
      const connection = { id: 'files', name: 'Files', kind: 'duckdb' } as const;
      await createConnection(inlay.services, 'acme' as TenantId, connection, {
        actor: null,
        caller: OPERATOR,
      });
      const imported = await inlayCommand('content', 'import', source, '--tenant', 'acme', '--publish');
      assert.equal(imported.code, 0, imported.err);
      assert.match(imported.out, /^\+ app\.yaml\n\+ datasets\/orders\.yaml\n\+ tiles\/orders\.yaml\n/);
      const same = await inlayCommand('content', 'import', source, '--tenant', 'acme', '--dry-run');
      assert.equal(same.out, 'No changes.\nThe folder can be imported. Nothing was written.\n');
      const copy = join(folder, 'copy');
      await inlayCommand('content', 'export', 'sales', '--to', copy, '--tenant', 'acme');
      for (const path of [
        'app.yaml',
        'datasets/orders.yaml',
        'tiles/revenue.yaml',
        'stories/growth.yaml',
        'dashboards/board.yaml',
        'embeds/embed-1.yaml',
      ])
        assert.equal(
          readFileSync(join(copy, 'sales', path), 'utf8'),
          readFileSync(join(source, path), 'utf8'),
        );
      const again = await inlayCommand('content', 'import', source, '--tenant', 'acme', '--publish');
      assert.equal(again.code, 0, again.err);
      const versions = await inlay.services.store.everyTenant
        .selectFrom('content_items')
        .select(['kind', 'state', 'published_version'])
        .where('tenant_id', '=', 'acme' as never)
        .execute();
      assert.equal(versions.length, 6);
      for (const { state, published_version } of versions)
        assert.deepEqual([state, published_version], ['published', 1]);
      assert.equal((await admin('GET', 'stories/growth')).body.state, 'draft');
    });

    it('shows differences first, and a dry run writes nothing', async () => {
      edit('tiles/orders.yaml', (text) => text.replace('title: Orders', 'title: All orders'));
      renameSync(join(folder, 'sales/tiles/orders.yaml'), join(folder, 'sales/tiles/all-orders.yaml'));
      edit('stories/growth.yaml', (text) => text.replace('title: It grew', 'title: It grew a lot'));
      const expected =
        '+ tiles/all-orders.yaml\n? tiles/orders.yaml  (only on the instance; --prune deletes it)\n' +
        '~ stories/growth.yaml\n    /steps[growth]/title: "It grew" → "It grew a lot"\n' +
        '\n1 to create, 1 to change, 0 to delete.\n';
      const { code, out } = await plan();
      assert.deepEqual([code, out.replace(/Revision: .*\n$/, '')], [2, expected]);
      const dry = await inlayCommand('content', 'import', join(folder, 'sales'), '--dry-run');
      assert.equal(dry.out, `${expected}The folder can be imported. Nothing was written.\n`);
      assert.equal((await admin('GET', 'tiles/all-orders')).status, 404);
      const real = await inlayCommand('content', 'import', join(folder, 'sales'));
      assert.equal(real.code, 0, real.err);
      assert.equal((await admin('GET', 'tiles/all-orders')).body.title, 'All orders');
      assert.equal((await admin('GET', 'tiles/orders')).status, 200);
      const { body } = await admin('GET', 'audit-events?action=story.import');
      assert.equal((body.data as unknown as unknown[]).length, 1);
    });

    it('refuses an import that removes a measure used by published content', async () => {
      assert.equal((await admin('POST', 'tiles/revenue/publish', { ifMatch: '*' })).status, 200);
      const rename = (from: string, to: string) =>
        edit('datasets/orders.yaml', (text) => text.replace(`name: ${from}`, `name: ${to}`));
      rename('revenue', 'takings');
      const { code, err } = await inlayCommand('content', 'import', join(folder, 'sales'));
      assert.equal(code, 1);
      assert.match(
        err,
        /Published content uses a field that this change would remove: tile “Revenue by month”/,
      );
      const { body } = await admin('GET', 'datasets/orders');
      assert.equal((body.measures as unknown as { name: string }[])[0]?.name, 'revenue');
      rename('takings', 'revenue');
    });

    it('refuses a dataset with an access entry that nobody can match', async () => {
      const entry = "{ when: { context: groups, operator: contains, value: '' }, show: value }";
      const access = `type: string\n    access:\n      - ${entry}`;
      edit('datasets/orders.yaml', (text) => text.replace('type: string', access));
      const { code, err } = await inlayCommand('content', 'import', join(folder, 'sales'));
      assert.equal(code, 1);
      assert.match(
        err,
        /^datasets\/orders\.yaml:\d+ {2}\/columns\/\d+\/access\/0\/when\/value empty text counts as missing/m,
      );
      edit('datasets/orders.yaml', (text) => text.replace(access, 'type: string'));
    });

    it('reports file, line and path of every mistake and writes nothing', async () => {
      edit('tiles/revenue.yaml', (text) => text.replace('kind: bar', 'kind: barr'));
      edit('dashboards/board.yaml', (text) => `${text}a: b: c\n`);
      const broken = await inlayCommand('content', 'import', join(folder, 'sales'));
      assert.equal(broken.code, 1);
      assert.match(broken.err, /^tiles\/revenue\.yaml:3 {2}\/kind must be one of kpi, line/m);
      assert.match(broken.err, /^dashboards\/board\.yaml:\d+ {2}cannot be read/m);
      edit('tiles/revenue.yaml', (text) => text.replace('kind: barr', 'kind: line'));
      edit('dashboards/board.yaml', (text) =>
        text.replace('a: b: c\n', '').replace('tile: revenue', 'tile: missing'),
      );
      const dangling = await inlayCommand('content', 'import', join(folder, 'sales'));
      assert.equal(dangling.code, 1);
      assert.match(
        dangling.err,
        /^dashboards\/board\.yaml:\d+ {2}\/items\/0\/tile refers to a tile that does not exist in this app: 'missing'/,
      );
      assert.equal((await admin('GET', 'tiles/revenue')).body.kind, 'bar');
    });

    it('removes files of items that the app no longer has', async () => {
      await admin('DELETE', 'tiles/orders');
      const { out } = await inlayCommand('content', 'export', 'sales', '--to', folder);
      assert.equal(readdirSync(join(folder, 'sales/tiles')).join(), 'all-orders.yaml,revenue.yaml');
      await admin('DELETE', 'tiles/all-orders');
      const again = await inlayCommand('content', 'export', 'sales', '--to', folder);
      assert.match(again.out, /^- tiles\/all-orders\.yaml\n/, out);
    });
  });
}
