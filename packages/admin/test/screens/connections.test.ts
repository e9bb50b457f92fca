import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list, type Responses, refuse } from '../support/fake-api.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { ORDERS, sampleWorld, WAREHOUSE } from '../support/sample-world.ts';
import { versionedRecord } from '../support/versioned-record.ts';

const storedConnection = () => {
  const record = versionedRecord(WAREHOUSE, 'version');
  return {
    record,
    responses: {
      ...sampleWorld,
      'GET /connections/{id}': record.get,
      // The password is written, never read.
      'PATCH /connections/{id}': ({ headers, body: { password: _, ...body } }) =>
        record.patch({ headers, body }),
    } satisfies Responses,
  };
};

const password = (app: OpenApp) => app.getByLabel('Password');
const save = (app: OpenApp) => app.getByRole('button', { name: 'Save', exact: true });

describe('connections in the admin app', () => {
  it('are created with the fields of their engine, and show errors at these', async (test) => {
    const problem = 'is required because database contains a placeholder';
    const app = await openApp(test, '/connections/new?kind=postgres', {
      ...sampleWorld,
      'POST /connections': () => refuse(400, { details: [{ path: '/database', problem }] }),
    });
    await app.getByLabel('Name').first().fill('Warehouse');
    await app.getByLabel('Host').fill('db.example.com');
    await app.getByLabel('Port').fill('5433');
    await app.getByLabel('Database').fill('{{ attributes.database }}');
    await app.getByLabel('User').fill('reader');
    await password(app).fill('canary');
    const add = app.getByRole('button', { name: 'Add connection' });
    await add.click();
    const database = app.getByLabel('Database').first();
    await eventually(() => assert.equal(database.descriptions()[0], `Database ${problem}.`));
    assert.ok(database.isFocused());
    app.api.respond({ 'POST /connections': () => WAREHOUSE });
    await database.fill('shop');
    await add.click();
    await eventually(() => assert.equal(app.path(), '/connections/warehouse'));
    const { kind, name, host, port, user, ...sent } = app.api.calls('POST /connections').at(-1)?.body ?? {};
    assert.deepEqual(
      [kind, name, host, port, user],
      ['postgres', 'Warehouse', 'db.example.com', 5433, 'reader'],
    );
    assert.ok('password' in sent && sent.password === 'canary');
    await app.getByRole('button', { name: 'Test connection' }).waitFor();
    assert.doesNotMatch(app.page.document.body.innerHTML, /canary/);
  });

  it('are tested before they are saved', async (test) => {
    const failed = { ok: false, code: 'UNREACHABLE', message: 'Cannot be reached.', detail: null };
    const app = await openApp(test, '/connections/new?kind=postgres', {
      ...sampleWorld,
      'POST /connections/test': () => failed,
    });
    const run = app.getByRole('button', { name: 'Test connection' });
    await run.click();
    await eventually(() => assert.ok(app.getByLabel('Name').first().isFocused()));
    assert.equal(app.api.calls('POST /connections/test').length, 0);
    await app.getByLabel('Name').first().fill('Warehouse');
    await app.getByLabel('Host').fill('db.example.com');
    await app.getByLabel('Database').fill('shop');
    await app.getByLabel('User').fill('reader');
    await run.click();
    await app.getByText('Cannot be reached.').waitFor();
    app.api.respond({ 'POST /connections/test': () => ({ ...failed, ok: true, message: '' }) });
    await run.click();
    await app.getByText('Save it to use it in datasets.').waitFor();
    const sent = app.api.calls('POST /connections/test').at(-1)?.body?.connection as { host: string };
    assert.equal(sent.host, 'db.example.com');
    assert.equal(app.api.calls('POST /connections').length, 0);
    await app.assertAccessible();
  });

  it('report missing fields before anything is sent', async (test) => {
    const app = await openApp(test, '/connections/new?kind=postgres', sampleWorld);
    await app.getByRole('button', { name: 'Add connection' }).click();
    await app.getByText('Host is required.').waitFor();
    assert.deepEqual(app.api.writes, []);
  });

  it('ask for the password again where the server does, and never show it', async (test) => {
    const { responses } = storedConnection();
    const details = [{ path: '/password', problem: 'must be entered again, because the port changed' }];
    const app = await openApp(test, '/connections/warehouse', {
      ...responses,
      'PATCH /connections/{id}': () => refuse(400, { details }),
    });
    await app.getByLabel('Port').fill('5433');
    await save(app).click();
    await eventually(() =>
      assert.equal(
        password(app).descriptions()[0],
        'Password must be entered again, because the port changed.',
      ),
    );
    app.api.respond(responses);
    await password(app).fill('canary');
    await save(app).click();
    await app.getByText('Warehouse saved.', { exact: true }).waitFor();
    await eventually(() => assert.equal(password(app).value(), ''));
    assert.deepEqual(app.api.calls('PATCH /connections/{id}').at(-1)?.body, {
      port: 5433,
      password: 'canary',
    });
    assert.doesNotMatch(app.page.document.body.innerHTML, /canary/);
  });

  it('are tested as they are saved, and with changes before those are saved', async (test) => {
    const { responses } = storedConnection();
    const result = { ok: false, code: null, message: 'The database cannot be reached.', detail: null };
    const app = await openApp(test, '/connections/warehouse', {
      ...responses,
      'POST /connections/{id}/test': () => result,
    });
    const run = app.getByRole('button', { name: 'Test connection' });
    await run.click();
    await app.getByText('The database cannot be reached.').waitFor();
    await app.getByLabel('Port').fill('5433');
    await app.getByRole('button', { name: 'Undo changes' }).waitFor();
    await run.click();
    await eventually(() =>
      assert.deepEqual(app.api.calls('POST /connections/{id}/test').at(-1)?.body, { change: { port: 5433 } }),
    );
    await save(app).click();
    await app.getByText('Warehouse saved.', { exact: true }).waitFor();
    app.api.respond({ 'POST /connections/{id}/test': () => ({ ...result, ok: true, message: '' }) });
    await run.click();
    await app.getByText('Connection works').waitFor();
  });

  it('list their tables, from which a dataset is created', async (test) => {
    const { responses } = storedConnection();
    const columns = [{ name: 'region', type: 'text', nullable: true }];
    const app = await openApp(test, '/connections/warehouse', {
      ...responses,
      'GET /connections/{id}/tables': () => list({ schema: 'public', name: 'admin_orders', columns }),
    });
    await app.getByRole('button', { name: 'List tables' }).click();
    const create = app.getByRole('link', { name: 'Create dataset from admin_orders' });
    await create.waitFor();
    const address = new URL(create.element().getAttribute('href') ?? '', 'http://inlay.test');
    assert.equal(address.pathname, '/admin/datasets/new');
    assert.equal(address.searchParams.get('connection'), 'warehouse');
  });

  it('offer a dashboard from several of their tables', async (test) => {
    const { responses } = storedConnection();
    const columns = [{ name: 'region', type: 'text', nullable: true }];
    const names = Array.from({ length: 21 }, (_, at) => `table_${at}`);
    const app = await openApp(test, '/connections/warehouse', {
      ...responses,
      'GET /connections/{id}/tables': () =>
        list(...names.map((name) => ({ schema: 'public', name, columns }))),
    });
    await app.getByRole('button', { name: 'List tables' }).click();
    const box = (name: string) => app.getByRole('checkbox', { name: `Choose ${name}`, exact: true });
    await box('table_1').check();
    await box('table_3').check();
    await app.getByText('2 tables chosen.').waitFor();
    const propose = app.getByRole('link', { name: 'Propose a dashboard' });
    const address = new URL(propose.element().getAttribute('href') ?? '', 'http://inlay.test');
    assert.deepEqual(
      [address.pathname, address.searchParams.get('connection'), address.searchParams.getAll('table')],
      ['/admin/start', 'warehouse', ['table_1', 'table_3']],
    );
    for (const name of names.slice(4)) await box(name).check();
    await box('table_0').check();
    await app.getByText('20 tables chosen. That is the most at once.').waitFor();
    assert.ok(box('table_2').isDisabled());
  });

  it('in use are not deleted, and say by what', async (test) => {
    const { responses } = storedConnection();
    const app = await openApp(test, '/connections/warehouse', {
      ...responses,
      'GET /datasets': () => ({
        data: [{ ...ORDERS, connectionId: 'warehouse' }],
        meta: { page: 1, limit: 25, total: 1, lastPage: 1 },
      }),
      'DELETE /connections/{id}': () => refuse(409, { message: 'The dataset Orders uses this connection.' }),
    });
    await app.getByRole('link', { name: 'Orders' }).waitFor();
    await app.getByRole('button', { name: 'Delete…' }).click();
    await app.getByRole('button', { name: 'Delete connection' }).click();
    await app.getByText('uses this connection').waitFor();
  });
});
