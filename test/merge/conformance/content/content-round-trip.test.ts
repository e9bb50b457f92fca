import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { createConnection } from '@inlay/server/features/connections/manage-connections';
import { OPERATOR } from '@inlay/server/platform/identity/acting';
import { type BuilderClient, CHART, canvasOf, made, person } from '../../../support/builder/builder-world.ts';
import type { ContentClient } from '../../../support/content/content-client.ts';
import { describeBuilders } from '../../../support/embeds/describe-embedding.ts';
import { logInAs } from '../../../support/http/api-client.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { STORES, sqliteStore, startInlay } from '../../../support/server/start-inlay.ts';
import { storeWith } from '../../../support/server/worlds.ts';

/** Every file of a folder, by path. */
const filesOf = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]),
  );

describeBuilders('export and import of an app with a builder', STORES, (given) => {
  let admin: ContentClient;
  let folder: string;
  let ann: BuilderClient;
  let draft: string;
  let shared: string;
  let copy: string;

  const inlay = async (...args: readonly string[]) => runCommand(args, given.store.env);
  const exported = (name: string, ...args: readonly string[]) =>
    inlay('content', 'export', 'sales', '--to', join(folder, name), ...args);

  const plan = (source: string, ...args: readonly string[]) =>
    inlay('content', 'plan', source, '--url', given.inlay.url, '--key', given.setup.adminToken, ...args);

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inlay-round-trip-'));
    admin = given.admin;
    ann = await person(given.inlay, given.setup, 'ann', ['contribute', 'validate'], { groups: ['board'] });
    draft = (await made(ann, canvasOf('My draft', { chart: CHART }))).dashboard.id;
    shared = (await made(ann, canvasOf('Shared', { chart: CHART }, { tile: 'revenue' }))).dashboard.id;
    const sharing = { with: 'groups', groups: ['board'], right: 'edit' };
    assert.equal((await ann('PUT', `dashboards/${shared}/sharing`, { body: sharing })).status, 200);
    const publish = await ann('POST', `dashboards/${shared}/publish`, { body: {}, ifMatch: '*' });
    assert.equal(publish.status, 200, JSON.stringify(publish.body));
    const copied = await ann('POST', 'dashboards/overview/copy', { body: {} });
    assert.equal(copied.status, 201, JSON.stringify(copied.body));
    copy = copied.body.dashboard.id;
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('writes dashboards of viewers with owner, sharing and origin', async () => {
    const { code, stderr } = await exported('first');
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
    const files = filesOf(join(folder, 'first', 'sales'));
    assert.match(files['app.yaml'] ?? '', /^format: 2$/m);
    const ofDraft = files[`builder-dashboards/${draft}.yaml`] ?? '';
    assert.match(ofDraft, /username: ann@customer\.example/);
    assert.match(ofDraft, /published: false/);
    assert.match(ofDraft, /title: My draft/);
    const ofShared = files[`builder-dashboards/${shared}.yaml`] ?? '';
    assert.match(ofShared, /with: groups\n {2}groups:\n {4}- board\n {2}right: edit/);
    assert.match(ofShared, /published: true/);
    assert.match(
      files[`builder-dashboards/${copy}.yaml`] ?? '',
      /origin:\n {2}id: overview\n {2}changed: false/,
    );
    assert.equal(files[`dashboards/${draft}.yaml`], undefined);
  });

  it('recreates the app in an empty tenant, byte for byte', async () => {
    assert.equal((await inlay('tenant', 'create', 'acme')).code, 0);
    const by = { actor: null, caller: OPERATOR };
    const { services } = given.inlay;
    await createConnection(services, 'acme' as TenantId, { id: 'files', name: 'Files', kind: 'duckdb' }, by);
    const down = {
      kind: 'postgres',
      host: 'warehouse.invalid',
      database: 'x',
      user: 'x',
      password: 'x',
    } as const;
    await createConnection(services, 'acme' as TenantId, { id: 'down', name: 'Down', ...down }, by);
    const source = join(folder, 'first', 'sales');
    const imported = await inlay('content', 'import', source, '--publish', '--tenant', 'acme');
    assert.deepEqual({ code: imported.code, stderr: imported.stderr }, { code: 0, stderr: '' });
    assert.equal((await exported('second', '--tenant', 'acme')).code, 0);
    assert.deepEqual(filesOf(join(folder, 'second', 'sales')), filesOf(source));
    const same = await inlay('content', 'import', source, '--dry-run', '--tenant', 'acme');
    assert.match(same.stdout, /^No changes\.\n/);
  });

  it('recreates the app in an empty instance over HTTP, byte for byte', async (test) => {
    const store = await storeWith('started', sqliteStore);
    const empty = await startInlay(store);
    test.after(async () => {
      await empty.close();
      await store.drop();
    });
    const at = async ({ url }: { readonly url: string }) => ['--url', url, '--key', await logInAs(url)];
    const env = { ...given.store.env, DOWN_PASSWORD: 'x' };
    const from = await at(given.inlay);
    const to = await at(empty);
    const written = await exported('http', '--with-connections', ...from);
    assert.deepEqual({ code: written.code, stderr: written.stderr }, { code: 0, stderr: '' });
    const source = join(folder, 'http', 'sales');
    const applied = await runCommand(['content', 'apply', source, '--publish', ...to], env);
    assert.deepEqual({ code: applied.code, stderr: applied.stderr }, { code: 0, stderr: '' });
    assert.equal((await exported('http-again', '--with-connections', ...to)).code, 0);
    assert.deepEqual(filesOf(join(folder, 'http-again', 'sales')), filesOf(source));
  });

  it('leaves private drafts private and changes nothing in the tenant that it came from', async () => {
    const before = await ann('GET', `dashboards/${draft}`);
    const again = await inlay('content', 'import', join(folder, 'first', 'sales'), '--publish');
    assert.deepEqual({ code: again.code, stderr: again.stderr }, { code: 0, stderr: '' });
    assert.deepEqual((await ann('GET', `dashboards/${draft}`)).body.dashboard, before.body.dashboard);
    const bob = await person(given.inlay, given.setup, 'bob', ['contribute']);
    assert.equal((await bob('GET', `dashboards/${draft}`)).status, 404);
    assert.equal((await bob('GET', `dashboards/${shared}`)).status, 200);
  });

  it('restores a dashboard that its owner deleted', async () => {
    assert.equal((await ann('DELETE', `dashboards/${draft}`, { ifMatch: '*' })).status, 204);
    const { code, stdout } = await inlay('content', 'import', join(folder, 'first', 'sales'));
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`^\\+ builder-dashboards/${draft}\\.yaml$`, 'm'));
    const { status, body } = await ann('GET', `dashboards/${draft}`);
    const { mine, state, owner } = body.dashboard;
    // A file does not say whether its owner is a viewer or an administrator.
    assert.deepEqual([status, mine, state, owner], [200, true, 'draft', null]);
  });

  it('reads a folder without a format as format 1, and refuses a newer one', async () => {
    const source = join(folder, 'first', 'sales');
    const file = join(source, 'app.yaml');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('format: 2\n', ''));
    const old = await plan(source);
    assert.deepEqual([old.code, old.stdout], [0, 'No changes.\n']);
    writeFileSync(file, text.replace('format: 2\n', 'format: 3\ncolumns: 5\n'));
    for (const newer of [await plan(source), await inlay('content', 'import', source)]) {
      assert.equal(newer.code, 1);
      assert.match(newer.stderr, /^app\.yaml:2 {2}\/format is 3, .*supports formats up to 2\. Upgrade Inlay/);
      assert.equal(newer.stderr.split('\n').length, 2);
    }
    writeFileSync(file, text.replace('format: 2\n', 'format: two\n'));
    const wrong = await inlay('content', 'import', source);
    assert.match(wrong.stderr, /app\.yaml:2 {2}\/format must be a whole number from 1 to 2/);
    writeFileSync(file, text);
  });

  it('does not count dashboards of viewers that a folder lacks as a difference', async () => {
    await made(ann, canvasOf('Made later', { text: 'later' }));
    const { code, stdout } = await plan(join(folder, 'first', 'sales'), '--prune');
    assert.deepEqual([code, stdout], [0, 'No changes.\n']);
    assert.equal((await admin('GET', 'apps/sales')).status, 200);
  });
});
