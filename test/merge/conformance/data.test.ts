import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type DataClient, dataClient, type Refusal } from '../../support/data-client.ts';
import { STORES } from '../../support/start-inlay.ts';
import { useInlay } from '../../support/use-inlay.ts';

const SALES = 'region,amount,day\nnorth,10,2026-01-01\nnorth,5,2026-01-02\nsouth,7,2026-01-01\n';
const context = (region?: unknown) => ({
  username: 'ann@customer.example',
  workspace_id: 'main',
  attributes: region === undefined ? {} : { region },
});
const byRegion = { column: 'region', operator: 'equals', value: { context: 'attributes.region' } };
const total = { dimensions: [{ column: 'region' }], measures: ['amount sum'] };

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`connections, files and datasets on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let data: DataClient;
    before(async () => {
      data = dataClient(inlay.running.url, await inlay.adminToken());
      await data.create('connections', { id: 'files', name: 'Files', kind: 'duckdb' });
      assert.equal((await data.upload('sales.csv', SALES)).status, 201);
      await data.create('datasets', {
        id: 'sales',
        name: 'Sales',
        connectionId: 'files',
        source: { kind: 'file', file: 'sales' },
        measures: [{ name: 'amount sum', kind: 'sum', column: 'amount' }],
        rowRules: [byRegion],
      });
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

    it('uses the columns of the source if a dataset lists none, and shows a sample', async () => {
      const { body } = await data.ask<{ columns: { name: string; type: string }[] }>('datasets/sales');
      assert.deepEqual(
        body.columns.map(({ name, type }) => [name, type]),
        [
          ['region', 'string'],
          ['amount', 'integer'],
          ['day', 'date'],
        ],
      );
      const sample = await data.ask<{ rowCount: number }>('datasets/sales/sample');
      assert.equal(sample.body.rowCount, 3);
      const inferred = await data.ask<{ columns: unknown[] }>('datasets/infer', {
        body: {
          connectionId: 'files',
          source: { kind: 'sql', sql: 'SELECT 1 AS one, {{ attributes.x }} AS x' },
        },
      });
      assert.equal(inferred.status, 200, JSON.stringify(inferred.body));
      assert.equal(inferred.body.columns.length, 2);
    });

    it('lists the files as tables', async () => {
      const { body } = await data.ask<{ data: { name: string }[] }>('connections/files/tables');
      assert.ok(body.data.some(({ name }) => name === 'sales'));
    });

    it('checks a dataset against the real columns and reports the path of each mistake', async () => {
      const wrong = async (change: object) => {
        const { status, body } = await data.ask<Refusal>('datasets/sales', { method: 'PATCH', body: change });
        assert.equal(status, 400, JSON.stringify(body));
        return body.details?.map(({ path }) => path);
      };
      assert.deepEqual(await wrong({ columns: [{ name: 'nope', type: 'string' }], rowRules: null }), [
        '/measures/0/column',
      ]);
      assert.deepEqual(
        await wrong({ columns: [{ name: 'amount', type: 'string' }], rowRules: null, measures: null }),
        ['/columns/0/type'],
      );
      assert.deepEqual(await wrong({ rowRules: [{ ...byRegion, column: 'country' }] }), [
        '/rowRules/0/column',
      ]);
      assert.deepEqual(await wrong({ source: { kind: 'file', file: 'gone' } }), ['/source']);
      assert.deepEqual(await wrong({ source: { kind: 'sql', sql: 'DROP TABLE sales' } }), ['/source']);
      assert.deepEqual(await wrong({ surprise: 1 }), ['/surprise']);
      assert.deepEqual(await wrong({ connectionId: 'gone' }), ['/connectionId']);
      assert.deepEqual(await wrong({ workspaceId: 'gone' }), ['/workspaceId']);
    });

    it('returns each viewer only their rows, even from the cache, and none without the attribute', async () => {
      const seen = async (region?: unknown) => {
        const { status, body } = await data.query('sales', { ...total, totals: true }, context(region));
        assert.equal(status, 200, JSON.stringify(body));
        return [body.result.columns.map(({ values }) => values), body.result.totals, body.from];
      };
      assert.deepEqual(await seen('north'), [[['north'], [15]], { 'amount sum': 15 }, 'engine']);
      assert.deepEqual(await seen('north'), [[['north'], [15]], { 'amount sum': 15 }, 'cache']);
      assert.deepEqual(await seen('south'), [[['south'], [7]], { 'amount sum': 7 }, 'engine']);
      for (const nothing of [undefined, '', [], null, 'NORTH', "north' OR '1'='1", 1, { a: 1 }])
        assert.deepEqual((await seen(nothing))[0], [[], []], JSON.stringify(nothing));
    });

    it('returns each viewer subtotals of only their rows, and explains each statement', async () => {
      const query = {
        dimensions: [{ column: 'region' }, { column: 'day' }],
        measures: ['amount sum'],
        subtotals: [{ dimensions: ['region'] }, { dimensions: [] }],
        limit: 1,
      };
      const seen = async (region?: unknown) => {
        const { status, body } = await data.query('sales', query, context(region));
        assert.equal(status, 200, JSON.stringify(body));
        return body.result.subtotals?.map(({ columns }) => columns.map(({ values }) => values));
      };
      assert.deepEqual(await seen('north'), [[['north'], [15]], [[15]]]);
      assert.deepEqual(await seen('south'), [[['south'], [7]], [[7]]]);
      // As the engine says of no rows, so that a denied viewer learns nothing from the difference.
      assert.deepEqual(await seen(), [[[], []], [[null]]]);
      const { body } = await data.ask<{ statements: { purpose: string; sql: string }[] }>(
        'datasets/sales/explain',
        { body: { query, context: context('north') } },
      );
      assert.deepEqual(
        body.statements.map(({ purpose }) => purpose),
        ['rows', 'subtotals', 'subtotals'],
      );
      for (const { sql } of body.statements) assert.match(sql, /:attributes\.region/);
      const wrong = { ...query, subtotals: [{ dimensions: ['amount'] }] };
      const refused = await data.ask<Refusal>('datasets/sales/query', {
        body: { query: wrong, context: context('north') },
      });
      assert.equal(refused.status, 400);
      assert.match(refused.body.message, /amount is not a dimension of this query/);
    });

    it('distinguishes two queries with the same statement', async () => {
      await data.ask('datasets/sales', {
        method: 'PATCH',
        body: {
          measures: [
            { name: 'amount sum', kind: 'sum', column: 'amount' },
            { name: 'turnover', kind: 'sum', column: 'amount' },
          ],
        },
      });
      const names = async (measure: string) => {
        const { body } = await data.query('sales', { dimensions: [], measures: [measure] }, context('north'));
        return body.result.columns.map(({ name }) => name);
      };
      assert.deepEqual(await names('amount sum'), ['amount sum']);
      assert.deepEqual(await names('turnover'), ['turnover']);
    });

    it('gives new measures a label, and keeps existing labels', async () => {
      const amount = { kind: 'sum', column: 'amount' };
      const labels = ({ measures }: Record<string, unknown>) =>
        (measures as { label?: string }[]).map(({ label }) => label);
      const made = await data.create('datasets', {
        ...{ name: 'Labels', connectionId: 'files', source: { kind: 'file', file: 'sales' } },
        measures: [
          { ...amount, name: 'net_revenue' },
          { ...amount, name: 'gross', label: 'With tax' },
        ],
        rowRules: [byRegion],
      });
      assert.deepEqual(labels(made), ['Net revenue', 'With tax']);
      const { body } = await data.ask(`datasets/${made.id}`, {
        method: 'PATCH',
        body: {
          measures: [
            { ...amount, name: 'net_revenue' },
            { ...amount, name: 'amount_sum' },
          ],
        },
      });
      assert.deepEqual(labels(body), [undefined, 'Amount sum']);
      await data.ask(`datasets/${made.id}`, { method: 'DELETE' });
    });

    it('refuses an invalid query and reports the path', async () => {
      const query = { dimensions: [{ column: 'gone' }], measures: [] };
      const { status, body } = await data.query('sales', query, context('north'));
      assert.equal(status, 400);
      assert.deepEqual((body as unknown as Refusal).details?.[0]?.path, '/dimensions/0/column');
      const wrong = await data.ask<Refusal>('datasets/sales/query', { body: { query: total, context: {} } });
      assert.equal(wrong.status, 400);
      assert.match(wrong.body.message, /username/);
    });

    it('limits a dataset to its workspace', async () => {
      await data.ask('datasets/sales', { method: 'PATCH', body: { workspaceId: 'main' } });
      const elsewhere = { ...context('north'), workspace_id: 'other' };
      assert.equal((await data.query('sales', total, elsewhere)).status, 404);
      assert.equal((await data.query('sales', total, context('north'))).status, 200);
    });

    it('lists datasets by workspace, and refuses to delete a workspace that has some', async () => {
      await data.create('workspaces', { id: 'lived-in', name: 'Lived in' });
      await data.ask('datasets/sales', { method: 'PATCH', body: { workspaceId: 'lived-in' } });
      const listed = await data.ask<{ data: { id: string }[] }>('datasets?workspace=lived-in');
      assert.deepEqual(
        listed.body.data.map(({ id }) => id),
        ['sales'],
      );
      const refused = await data.ask<Refusal>('workspaces/lived-in', { method: 'DELETE' });
      assert.equal(refused.status, 409);
      assert.match(refused.body.message, /still has datasets: 'sales'/);
      await data.ask('datasets/sales', { method: 'PATCH', body: { workspaceId: 'main' } });
      assert.equal((await data.ask('workspaces/lived-in', { method: 'DELETE' })).status, 204);
    });

    it('lists only the filter values that the viewer can see', async () => {
      const values = async (given: unknown) => {
        const query = `column=region&context=${encodeURIComponent(JSON.stringify(given))}`;
        const { status, body } = await data.ask<{ values: unknown[] }>(
          `datasets/sales/filter-values?${query}`,
        );
        return status === 200 ? body.values : status;
      };
      assert.deepEqual(await values(context('south')), ['south']);
      assert.deepEqual(await values(context()), []);
      assert.equal(await values({ ...context('south'), secrets: { x: 'y' } }), 400);
    });

    it('explains the rules, the statement and a hidden row, and shows no secret', async () => {
      const { status, body } = await data.ask<{
        rows: string;
        statements: { sql: string; parameters: { name: string; value: unknown }[] }[];
        row: { visible: boolean };
      }>('datasets/sales/explain', {
        body: {
          query: total,
          context: { ...context('north'), secrets: { warehouse: 'canary-secret' } },
          row: { region: 'south' },
        },
      });
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(body.rows, 'some');
      assert.match(body.statements[0]?.sql ?? '', /:attributes\.region/);
      assert.deepEqual(
        body.statements[0]?.parameters.map(({ name, value }) => [name, value]),
        [['attributes.region', 'north']],
      );
      assert.equal(body.row.visible, false);
      assert.doesNotMatch(JSON.stringify(body) + inlay.running.logged(), /canary-secret/);
    });

    it('accepts a file in parts, reports where to continue, and hides it until it is complete', async () => {
      const bytes = Buffer.from(SALES);
      const part = (first: number, last: number) =>
        data.upload('parts.csv', bytes.subarray(first, last + 1), {
          'content-range': `bytes ${first}-${last}/${bytes.length}`,
        });
      const first = await part(0, 29);
      assert.equal(first.status, 202, JSON.stringify(first.body));
      assert.equal(first.body.bytes, 30);
      const gap = await part(40, bytes.length - 1);
      assert.equal(gap.status, 409);
      assert.deepEqual(gap.body.details, { received: 30 });
      const tables = await data.ask<{ data: { name: string }[] }>('connections/files/tables');
      assert.ok(!tables.body.data.some(({ name }) => name === 'parts'));
      const listed = await data.ask<{ data: { name: string; bytes: number; complete: boolean }[] }>('files');
      const arriving = listed.body.data.find(({ name }) => name === 'parts.csv');
      assert.deepEqual([arriving?.bytes, arriving?.complete], [30, false]);
      const end = await part(30, bytes.length - 1);
      assert.equal(end.status, 201, JSON.stringify(end.body));
      assert.equal(end.body.rows, 3);
    });

    it('replaces a file and drops its cached results', async () => {
      const before = await data.query('sales', total, context('south'));
      assert.deepEqual(before.body.result.columns[1]?.values, [7]);
      await data.upload('sales.csv', SALES.replace('south,7', 'south,8'));
      const after = await data.query('sales', total, context('south'));
      assert.deepEqual(after.body.result.columns[1]?.values, [8]);
    });

    it('refuses unreadable files and names with path traversal', async () => {
      assert.equal((await data.upload('broken.parquet', 'no parquet at all')).status, 400);
      assert.equal((await data.upload('broken.json', '{"a": [1, 2')).status, 400);
      for (const name of [
        'x.exe',
        '.hidden.csv',
        '..%2fsales.csv',
        'a%5c..%5cb.csv',
        'sales.duckdb',
        'a*.csv',
      ])
        assert.equal((await data.upload(name, SALES)).status, 400, name);
    });

    it('refuses a dataset without a source, with columns or without', async () => {
      const fields = { name: 'None', connectionId: 'files' };
      const columns = [{ name: 'a', type: 'string' }];
      for (const body of [fields, { ...fields, columns }, { ...fields, source: null }]) {
        const { status, body: refusal } = await data.ask<Refusal>('datasets', { body });
        assert.equal(status, 400, JSON.stringify(refusal));
        assert.deepEqual(refusal.details?.[0]?.path, '/source');
      }
      const change = await data.ask<Refusal>('datasets/sales', {
        method: 'PATCH',
        body: { source: null, columns: null },
      });
      assert.deepEqual([change.status, change.body.details?.[0]?.path], [400, '/source']);
      const trial = { dataset: { connectionId: 'files' }, query: total, context: context('north') };
      const tried = await data.ask<Refusal>('datasets/try', { body: trial });
      assert.equal(tried.status, 400, JSON.stringify(tried.body));
      const inferred = await data.ask<Refusal>('datasets/infer', { body: { connectionId: 'files' } });
      assert.equal(inferred.status, 400);
    });

    it('reveals no server path in errors about sources and files', async () => {
      const folder = String(inlay.running.env.INLAY_DATA_DIR);
      const statements = [
        `SELECT * FROM read_csv('${folder}/files/demo/none.csv')`,
        `SELECT * FROM '${folder}/none.parquet'`,
        `ATTACH '${folder}/inlay.db' AS x`,
        "SELECT * FROM glob('/**')",
        "SELECT * FROM read_text('sales.csv')",
        "COPY (SELECT 1) TO 'out.csv'",
      ];
      for (const sql of statements) {
        const body = { connectionId: 'files', source: { kind: 'sql', sql } };
        const answer = await data.ask<Refusal>('datasets/infer', { body });
        assert.equal(answer.status, 400, sql);
        assert.doesNotMatch(answer.body.message, new RegExp(`${folder}|/\\w+/\\w+/`), sql);
      }
      for (const [name, content] of Object.entries({ 'bad.json': '[{"a":', 'bad.parquet': 'PAR1' })) {
        const answer = await data.upload(name, content);
        assert.equal(answer.status, 400, JSON.stringify(answer.body));
        assert.doesNotMatch(JSON.stringify(answer.body), new RegExp(folder));
      }
      assert.doesNotMatch(inlay.running.logged(), new RegExp(`${folder}/`));
    });

    it('refuses to delete anything that is in use', async () => {
      assert.equal((await data.ask('connections/files', { method: 'DELETE' })).status, 409);
      assert.equal((await data.ask('files/sales.csv', { method: 'DELETE' })).status, 409);
      assert.equal((await data.ask('files/parts.csv', { method: 'DELETE' })).status, 204);
      assert.equal((await data.ask('files/parts.csv', { method: 'DELETE' })).status, 404);
      assert.equal((await data.ask('datasets/sales', { method: 'DELETE' })).status, 204);
      assert.equal((await data.ask('connections/files', { method: 'DELETE' })).status, 204);
    });

    it('audits each change, without values', async () => {
      const { body } = await data.ask<{ data: { action: string }[] }>('audit-events?limit=200');
      const actions = new Set(body.data.map(({ action }) => action));
      for (const action of [
        'connection.create',
        'connection.change',
        'connection.delete',
        'dataset.create',
        'dataset.change',
        'dataset.delete',
        'file.upload',
        'file.delete',
      ])
        assert.ok(actions.has(action), action);
      assert.doesNotMatch(JSON.stringify(body), /canary/);
    });
  });
}
