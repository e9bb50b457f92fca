import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { sentWith } from '../../../support/content/content-files.ts';
import {
  edited,
  filesOf,
  type Instance,
  make,
  makeSales,
  planOf,
  startInstance,
  stopInstance,
} from '../../../support/content/sales-instance.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { APPLY_SCOPES, newApiKey, PLAN_SCOPES } from '../../../support/tokens/new-api-key.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`content from one instance to another, as a pipeline does it, on ${engine}`, () => {
    let staging: Instance;
    let production: Instance;
    let folder: string;
    before(async () => {
      [staging, production] = await Promise.all([startInstance(makeStore), startInstance(makeStore)]);
      folder = mkdtempSync(join(tmpdir(), 'inlay-pipeline-'));
      await makeSales(staging.api);
      await make(production.api, 'connections', { id: 'files-prod', name: 'Warehouse', kind: 'duckdb' });
    });
    after(async () => {
      rmSync(folder, { recursive: true, force: true });
      await Promise.all([stopInstance(staging), stopInstance(production)]);
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
