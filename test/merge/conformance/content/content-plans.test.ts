import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { ContentFile, ContentPlan, FolderProblem } from '@inlay/content/content-plan';
import {
  type ContentClient,
  contentClient,
  dashboardOf,
  makeOrders,
  TILE,
} from '../../../support/content/content-client.ts';
import { parsedFiles, sentWith } from '../../../support/content/content-files.ts';
import { logInAs } from '../../../support/http/api-client.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { STORES, startInlay, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';
import { APPLY_SCOPES, newApiKey, PLAN_SCOPES } from '../../../support/tokens/new-api-key.ts';

interface Folder {
  readonly files: readonly ContentFile[];
  readonly publish?: boolean;
  readonly prune?: boolean;
  readonly revision?: string;
}

interface Instance {
  readonly store: TestStore;
  readonly inlay: TestInlay;
  readonly key: string;
  readonly api: ContentClient;
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  const start = async (): Promise<Instance> => {
    const store = await storeWith('started', makeStore);
    const inlay = await startInlay(store);
    const key = await logInAs(inlay.url);
    return { store, inlay, key, api: contentClient(inlay, key) };
  };
  const stop = async ({ inlay, store }: Instance) => {
    await inlay.close();
    await store.drop();
  };
  const make = async (api: ContentClient, kind: string, body: object) => {
    const made = await api('POST', kind, { body });
    assert.equal(made.status, 201, JSON.stringify(made.body));
  };
  /** An app with two tiles on a dashboard, and an embed of it. */
  const makeSales = async (api: ContentClient) => {
    await makeOrders(api);
    await make(api, 'apps', { id: 'sales', title: 'Sales', workspaceId: 'main' });
    for (const id of ['revenue', 'orders']) await make(api, 'tiles', { id, appId: 'sales', ...TILE });
    await make(api, 'dashboards', { id: 'board', appId: 'sales', ...dashboardOf('revenue', 'orders') });
    const items = [
      { kind: 'tile', id: 'revenue' },
      { kind: 'tile', id: 'orders' },
      { kind: 'dashboard', id: 'board' },
    ];
    assert.equal((await api('POST', 'apps/sales/publish', { body: { items } })).status, 200);
    await make(api, 'embeds', { id: 'home', title: 'Home', target: { kind: 'dashboard', id: 'board' } });
  };
  const filesOf = async (api: ContentClient): Promise<readonly ContentFile[]> =>
    parsedFiles((await api('GET', 'apps/sales/content')).body.files);
  const planOf = async (api: ContentClient, body: Folder) =>
    (await api('POST', 'content-plans', { body: sentWith(body) })) as unknown as {
      readonly status: number;
      readonly body: ContentPlan & { readonly message: string; readonly details: readonly FolderProblem[] };
    };
  const edited = (files: readonly ContentFile[], path: string, change: object): readonly ContentFile[] =>
    files.map((file) =>
      file.path === path ? { path, content: { ...(file.content as object), ...change } } : file,
    );

  describe(`content plans on ${engine}`, () => {
    let given: Instance;
    let files: readonly ContentFile[];
    before(async () => {
      given = await start();
      await makeSales(given.api);
      files = await filesOf(given.api);
    });
    after(() => stop(given));

    it('have no changes for an unchanged export', async () => {
      const { status, body } = await planOf(given.api, { files, publish: true, prune: true });
      assert.equal(status, 200, JSON.stringify(body));
      assert.deepEqual([body.app, body.files, body.embeds], ['sales', [], []]);
    });

    it('list changes and the published embeds that they reach, and change nothing', async () => {
      const changed = edited(files, 'tiles/revenue.yaml', { title: 'Takings' });
      const draft = await planOf(given.api, { files: changed });
      assert.deepEqual(
        draft.body.files.map(({ path, action }) => [path, action]),
        [['tiles/revenue.yaml', 'change']],
      );
      assert.deepEqual(draft.body.embeds, []);
      const published = await planOf(given.api, { files: changed, publish: true });
      assert.deepEqual(published.body.embeds, [
        {
          id: 'home',
          appId: 'sales',
          title: 'Home',
          change: 'changed',
          because: [{ kind: 'tile', id: 'revenue', title: 'Takings' }],
        },
      ]);
      assert.equal((await given.api('GET', 'tiles/revenue')).body.title, TILE.title);
    });

    it('list embeds of every app that a changed dataset reaches', async () => {
      await make(given.api, 'apps', { id: 'other', title: 'Other', workspaceId: 'main' });
      await make(given.api, 'tiles', { id: 'elsewhere', appId: 'other', ...TILE });
      assert.equal((await given.api('POST', 'tiles/elsewhere/publish', { ifMatch: '*' })).status, 200);
      await make(given.api, 'embeds', { id: 'far', title: 'Far', target: { kind: 'tile', id: 'elsewhere' } });
      const changed = edited(files, 'datasets/orders.yaml', { name: 'All orders' });
      const { body } = await planOf(given.api, { files: changed });
      const because = [{ kind: 'dataset', id: 'orders', title: 'All orders' }];
      assert.deepEqual(
        body.embeds.map(({ id, appId, because: causes }) => [id, appId, causes]),
        [
          ['home', 'sales', because],
          ['far', 'other', because],
        ],
      );
    });

    it('delete what the files lack only with prune, and only what nothing else uses', async () => {
      const left = files.filter(
        ({ path }) => !/^(?:tiles\/orders|datasets\/orders|dashboards|embeds)/.test(path),
      );
      const kept = await planOf(given.api, { files: left });
      const actions = (plan: ContentPlan) => plan.files.map(({ path, action }) => `${action} ${path}`).sort();
      assert.deepEqual(actions(kept.body), [
        'keep dashboards/board.yaml',
        'keep datasets/orders.yaml',
        'keep embeds/home.yaml',
        'keep tiles/orders.yaml',
      ]);
      const pruned = await planOf(given.api, { files: left, prune: true });
      assert.deepEqual(actions(pruned.body), [
        'delete dashboards/board.yaml',
        'delete embeds/home.yaml',
        'delete tiles/orders.yaml',
        'keep datasets/orders.yaml',
      ]);
      assert.deepEqual(
        pruned.body.embeds.map(({ id, change }) => [id, change]),
        [['home', 'deleted']],
      );
      assert.equal((await given.api('GET', 'tiles/orders')).status, 200);
    });

    it('report the file and key of every mistake', async () => {
      const wrong = edited(
        edited(files, 'tiles/revenue.yaml', { kind: 'barr' }),
        'dashboards/board.yaml',
        dashboardOf('missing'),
      );
      const shape = await planOf(given.api, { files: wrong });
      assert.equal(shape.status, 400);
      assert.deepEqual(
        shape.body.details.map(({ file, path }) => [file, path]),
        [['tiles/revenue.yaml', '/kind']],
      );
      const names = edited(
        edited(files, 'tiles/revenue.yaml', { query: { dimensions: [], measures: ['revenu'] } }),
        'tiles/orders.yaml',
        { query: { dimensions: [], measures: ['takings'] } },
      );
      const { status, body } = await planOf(given.api, { files: names });
      assert.equal(status, 400);
      assert.deepEqual(body.details.map(({ file, path }) => [file, path]).sort(), [
        ['tiles/orders.yaml', '/query/measures/0'],
        ['tiles/revenue.yaml', '/query/measures/0'],
      ]);
    });

    it('refuse paths that are no files of an app', async () => {
      for (const path of [
        '../app.yaml',
        'tiles/../../x.yaml',
        'tiles/..%2fx.yaml',
        '/etc/passwd',
        'tiles/.yaml',
        'tiles/a/b.yaml',
        'tiles\\a.yaml',
        'tiles/-a.yaml',
        '__proto__/a.yaml',
        'constructor/a.yaml',
        'schema/tile.json',
      ]) {
        const { status, body } = await planOf(given.api, { files: [...files, { path, content: {} }] });
        assert.equal(status, 400, path);
        assert.equal(body.details.length > 0, true, path);
      }
      const twice = await planOf(given.api, { files: [...files, ...files.slice(0, 1)] });
      assert.match(twice.body.message, /^app\.yaml {2}is there twice/);
      const none = await planOf(given.api, { files: files.slice(1) });
      assert.match(none.body.message, /^app\.yaml {2}is missing/);
    });

    it('refuse files that are not JSON, nested too deeply, or name a prototype', async () => {
      for (const [text, problem] of [
        ['title: Sales', 'is not valid JSON'],
        [JSON.stringify('x'.repeat(1024 * 1024)), 'is larger than 1 MiB'],
        ['['.repeat(1000), 'is nested more than 100 levels deep'],
        ['{"__proto__": {}}', "contains the forbidden name '__proto__'"],
      ]) {
        const body = { files: [...sentWith({ files }).files, { path: 'tiles/x.yaml', text }] };
        const refused = await given.api('POST', 'content-plans', { body });
        assert.equal(refused.status, 400);
        assert.deepEqual(refused.body.details as unknown, [{ file: 'tiles/x.yaml', path: '', problem }]);
      }
    });

    it('can be applied only while the instance, the files and the options are those of the plan', async () => {
      const changed = edited(files, 'tiles/revenue.yaml', { title: 'Takings' });
      const request = { files: changed, publish: true };
      const { revision } = (await planOf(given.api, request)).body;
      const apply = (body: Folder) => given.api('POST', 'content-applications', { body: sentWith(body) });
      const otherOption = await apply({ ...request, prune: true, revision });
      assert.deepEqual([otherOption.status, otherOption.body.code], [412, 'STALE_VERSION']);
      assert.match(String(otherOption.body.message), /^The files or options are not those of the plan/);
      const otherFile = await apply({ ...request, files, revision });
      assert.equal(otherFile.status, 412);
      const tile = { title: 'By hand' };
      assert.equal((await given.api('PATCH', 'tiles/orders', { body: tile, ifMatch: '*' })).status, 200);
      const late = await apply({ ...request, revision });
      assert.equal(late.status, 412);
      assert.match(String(late.body.message), /^The content of the instance changed since the plan was made/);
      assert.equal((await given.api('GET', 'tiles/revenue')).body.title, TILE.title);
      const again = (await planOf(given.api, request)).body;
      const applied = await apply({ ...request, revision: again.revision });
      assert.equal(applied.status, 200, JSON.stringify(applied.body));
      assert.deepEqual(applied.body as unknown, again);
      const { body } = await given.api('GET', 'tiles/revenue');
      assert.deepEqual([body.title, body.state], ['Takings', 'published']);
      assert.equal((await given.api('GET', 'tiles/orders')).body.title, TILE.title);
    });

    it('leave archived content alone', async () => {
      await make(given.api, 'tiles', { id: 'gone', appId: 'sales', ...TILE });
      await make(given.api, 'embeds', { id: 'of-gone', title: 'Gone', target: { kind: 'tile', id: 'gone' } });
      assert.equal((await given.api('POST', 'tiles/gone/archive', { ifMatch: '*' })).status, 200);
      const exported = await filesOf(given.api);
      assert.ok(!exported.some(({ path }) => /gone/.test(path)));
      const { body } = await planOf(given.api, { files: exported, prune: true, publish: true });
      assert.deepEqual(body.files, []);
    });
  });

  describe(`content from one instance to another, as a pipeline does it, on ${engine}`, () => {
    let staging: Instance;
    let production: Instance;
    let folder: string;
    before(async () => {
      [staging, production] = await Promise.all([start(), start()]);
      folder = mkdtempSync(join(tmpdir(), 'inlay-pipeline-'));
      await makeSales(staging.api);
      await make(production.api, 'connections', { id: 'files-prod', name: 'Warehouse', kind: 'duckdb' });
    });
    after(async () => {
      rmSync(folder, { recursive: true, force: true });
      await Promise.all([stop(staging), stop(production)]);
    });

    const source = () => join(folder, 'sales');
    const run = async ({ inlay }: Instance, args: readonly string[], env: Record<string, string> = {}) => {
      const scopes = args[0] === 'apply' ? APPLY_SCOPES : PLAN_SCOPES;
      const key = await newApiKey(
        inlay.url,
        args.includes('--with-files') ? [...scopes, 'data:query'] : scopes,
      );
      return runCommand(['content', ...args], { INLAY_URL: inlay.url, INLAY_KEY: key, ...env });
    };
    const edit = (path: string, change: (text: string) => string) =>
      writeFileSync(join(source(), path), change(readFileSync(join(source(), path), 'utf8')));

    it('exports, edits, plans, applies and verifies', async () => {
      const exported = await run(staging, ['export', 'sales', '--to', folder]);
      assert.deepEqual([exported.code, exported.stderr], [0, '']);
      edit('tiles/revenue.yaml', (text) => text.replace('Revenue by month', 'Monthly revenue'));
      const options = ['--publish', '--map', 'files=Warehouse'];
      const plan = await run(production, ['plan', source(), ...options, '--json']);
      assert.deepEqual([plan.code, plan.stderr], [2, '']);
      const { revision, files, embeds, changed } = JSON.parse(plan.stdout);
      assert.ok(files.every(({ action }: { action: string }) => action === 'create'));
      assert.deepEqual([embeds[0].id, embeds[0].change, changed], ['home', 'new', true]);
      const wrong = await run(production, ['apply', source(), '--revision', revision]);
      assert.deepEqual([wrong.code, wrong.stdout], [1, '']);
      const applied = await run(production, ['apply', source(), ...options, '--revision', revision]);
      assert.deepEqual(applied, { code: 0, stdout: 'Applied.\n', stderr: '' });
      const { body } = await production.api('GET', 'tiles/revenue');
      assert.deepEqual([body.title, body.state], ['Monthly revenue', 'published']);
      assert.equal((await production.api('GET', 'datasets/orders')).body.connectionId, 'files-prod');
      const same = await run(production, ['plan', source(), ...options]);
      assert.deepEqual([same.code, same.stdout], [0, 'No changes.\n']);
      const twice = await run(production, ['apply', source(), ...options]);
      assert.deepEqual([twice.code, twice.stdout], [0, 'No changes.\nNothing to apply.\n']);
    });

    it('applies nothing with a key that only reads', async () => {
      const reading = { INLAY_KEY: await newApiKey(production.inlay.url, PLAN_SCOPES) };
      edit('tiles/revenue.yaml', (text) => `${text}\n`);
      const refused = await run(
        production,
        ['apply', source(), '--publish', '--map', 'files=Warehouse', '--prune'],
        reading,
      );
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, /^The key lacks a scope\. A plan and an export need content:read/);
    });

    it('prints changes, embeds and the revision for people', async () => {
      edit('tiles/revenue.yaml', (text) => text.replace('Monthly revenue', 'Revenue'));
      rmSync(join(source(), 'tiles/orders.yaml'));
      edit('dashboards/board.yaml', (text) => text.slice(0, text.indexOf('  - id: item-1')));
      const { code, stdout } = await run(production, [
        'plan',
        source(),
        '--publish',
        '--prune',
        '--map',
        'files=files-prod',
      ]);
      assert.equal(code, 2);
      assert.match(
        stdout,
        new RegExp(
          [
            '^~ tiles/revenue\\.yaml',
            '    /title: "Monthly revenue" → "Revenue"',
            '- tiles/orders\\.yaml',
            '~ dashboards/board\\.yaml',
            '    /items\\[item-1\\]: removed .*',
            '',
            'Published embeds that viewers will see differently:',
            '  ~ home “Home”: dashboard “Sales”, tile “Revenue”',
            '',
            '0 to create, 2 to change, 1 to delete\\.',
            'Revision: [0-9a-f]{32}\\.[0-9a-f]{32}\n$',
          ].join('\n'),
        ),
      );
    });

    it('names file, line and key of a mistake that the instance found', async () => {
      const broken = join(folder, 'broken');
      cpSync(source(), broken, { recursive: true });
      const tile = join(broken, 'tiles/revenue.yaml');
      writeFileSync(tile, readFileSync(tile, 'utf8').replace('- revenue\n', '- revenu\n'));
      const { code, stderr } = await run(production, ['plan', broken, '--map', 'files=files-prod']);
      assert.equal(code, 1);
      assert.match(stderr, /^tiles\/revenue\.yaml:10 {2}\/query\/measures\/0 .*Did you mean “revenue”\?\n$/);
    });

    it('creates connections from files, with secrets of the environment that nothing prints', async () => {
      const body = {
        id: 'warehouse',
        name: 'Warehouse A',
        kind: 'postgres',
        host: 'a.example',
        database: 'x',
        user: 'u',
      };
      await make(staging.api, 'connections', { ...body, password: 'staging-secret' });
      const change = { connectionId: 'warehouse' };
      const files = edited(await filesOf(staging.api), 'datasets/orders.yaml', change);
      const { revision } = (await planOf(staging.api, { files })).body;
      const sent = sentWith({ files, revision });
      const moved = await staging.api('POST', 'content-applications', { body: sent });
      assert.equal(moved.status, 200, JSON.stringify(moved.body));
      const to = join(folder, 'with-connections');
      const exported = await run(staging, ['export', 'sales', '--to', to, '--with-connections']);
      assert.equal(exported.code, 0, exported.stderr);
      const file = join(to, 'sales/connections/warehouse.yaml');
      const text = readFileSync(file, 'utf8');
      assert.match(text, /^password: \$\{WAREHOUSE_PASSWORD\}$/m);
      const varied = text.replace('host: a.example', `host: \${HOST_OF}`);
      writeFileSync(file, varied.replace('name: Warehouse A', `name: Warehouse \${HOST_OF}`));
      const args = ['plan', join(to, 'sales')];
      const missing = await run(production, args, { HOST_OF: 'b.example' });
      assert.equal(missing.code, 1);
      assert.match(
        missing.stderr,
        /^connections\/warehouse\.yaml:\d+ {2}\/password needs the environment variable WAREHOUSE_PASSWORD, which is not set\n$/,
      );
      const env = { HOST_OF: 'b.example', WAREHOUSE_PASSWORD: 'production-secret' };
      const planned = await run(production, [...args, '--json'], env);
      assert.equal(planned.code, 2, planned.stderr);
      const template = await run(production, args, { ...env, WAREHOUSE_PASSWORD: '{{ secret }}' });
      assert.match(
        template.stderr,
        /\/password needs another value of WAREHOUSE_PASSWORD: it must not contain \{\{\n$/,
      );
      const applied = await run(production, ['apply', join(to, 'sales')], env);
      assert.equal(applied.code, 0, applied.stderr);
      const { body: made } = await production.api('GET', 'connections/warehouse');
      assert.deepEqual([made.host, made.hasPassword], ['b.example', true]);
      const rotated = await run(production, args, {
        ...env,
        HOST_OF: 'c.example',
        WAREHOUSE_PASSWORD: 'next-secret',
      });
      assert.match(rotated.stdout, /\/host: changed \(from a variable\)\n {4}\/password: changed\n/);
      for (const { stdout, stderr } of [missing, planned, template, applied, rotated])
        assert.doesNotMatch(`${stdout}${stderr}`, /secret|[bc]\.example/);
      const same = await run(production, args, env);
      assert.deepEqual([same.code, same.stdout], [0, 'No changes.\n']);
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^password: .*$/m, 'password: plain'));
      const plain = await run(production, args, env);
      assert.match(plain.stderr, /\/password must not be in a file/);
    });

    it('includes uploaded files', async () => {
      const upload = await fetch(`${staging.inlay.url}/api/v0/files/shops.csv`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${staging.key}` },
        body: 'city,amount\nLyon,5\n',
      });
      assert.equal(upload.status, 201);
      const dataset = {
        id: 'shops',
        name: 'Shops',
        connectionId: 'files',
        source: { kind: 'file', file: 'shops' },
      };
      await make(staging.api, 'datasets', {
        ...dataset,
        measures: [{ name: 'n', kind: 'sum', column: 'amount' }],
      });
      await make(staging.api, 'apps', {
        id: 'shops',
        title: 'Shops',
        workspaceId: 'main',
        datasets: ['shops'],
      });
      const exported = await run(staging, ['export', 'shops', '--to', folder, '--with-files']);
      assert.equal(exported.code, 0, exported.stderr);
      const shops = join(folder, 'shops');
      assert.equal(readFileSync(join(shops, 'files/shops.csv'), 'utf8'), 'city,amount\nLyon,5\n');
      assert.ok(!existsSync(join(shops, 'files/shops.csv.part')));
      const options = ['--map', 'files=files-prod', '--with-files'];
      const plan = await run(production, ['plan', shops, ...options]);
      assert.equal(plan.code, 2, plan.stderr);
      assert.match(plan.stdout, /^\+ files\/shops\.csv {2}\(19 bytes\)\n/);
      const applied = await run(production, ['apply', shops, ...options]);
      assert.equal(applied.code, 0, applied.stderr);
      const same = await run(production, ['plan', shops, ...options]);
      assert.deepEqual([same.code, same.stdout], [0, 'No changes.\n'], same.stderr);
      writeFileSync(join(shops, 'files/shops.csv'), 'city,amount\nLyon,6\n');
      const changed = await run(production, ['plan', shops, ...options]);
      assert.match(changed.stdout, /^~ files\/shops\.csv/);
    });
  });
}
