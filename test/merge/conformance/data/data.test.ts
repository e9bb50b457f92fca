import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type DataClient, dataClient, type Refusal } from '../../../support/data/data-client.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';

const SALES = 'region,amount,day\nnorth,10,2026-01-01\nnorth,5,2026-01-02\nsouth,7,2026-01-01\n';
const context = (region?: unknown) => ({
  username: 'ann@customer.example',
  workspace_id: 'main',
  attributes: region === undefined ? {} : { region },
});
const byRegion = { column: 'region', operator: 'equals', value: { context: 'attributes.region' } };
const total = { dimensions: [{ column: 'region' }], measures: ['amount sum'] };

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`files and datasets on ${engine}`, () => {
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
      assert.deepEqual(inferred.body.columns[0], { name: 'one', type: 'integer', label: 'One' });
    });

    it('lists the files as tables', async () => {
      const { body } = await data.ask<{ data: { name: string }[] }>('connections/files/tables');
      assert.ok(body.data.some(({ name }) => name === 'sales'));
      const one = await data.ask<{ data: unknown[]; meta: { total: number } }>(
        'connections/files/tables?limit=1&page=1',
      );
      assert.deepEqual([one.body.data.length, one.body.meta.total], [1, body.data.length]);
      const whole = await data.ask<{ meta: object }>('connections/files/tables?limit=20000');
      assert.deepEqual(whole.body.meta, { page: 1, limit: 10_000, total: body.data.length, lastPage: 1 });
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

    it('reads the columns of another source again, and keeps what was set for known ones', async () => {
      const made = await data.create('datasets', {
        ...{ name: 'Moved', connectionId: 'files', source: { kind: 'file', file: 'sales' } },
        rowRules: [byRegion],
      });
      const change = (body: object) =>
        data.ask<{ columns: unknown; measures: unknown } & Refusal>(`datasets/${made.id}`, {
          method: 'PATCH',
          body,
        });
      const [region, amount, day] = made.columns as object[];
      const renamed = { ...region, label: 'Territory' };
      assert.equal((await change({ columns: [renamed, amount, day] })).status, 200);
      const sql = (text: string) => ({ source: { kind: 'sql', sql: text } });
      const moved = await change(sql('SELECT day, region, 1 AS unit_price FROM sales'));
      assert.deepEqual(moved.body.columns, [
        day,
        renamed,
        { name: 'unit_price', type: 'integer', label: 'Unit price' },
      ]);
      // The rule reads the region.
      const broken = await change(sql('SELECT day FROM sales'));
      assert.deepEqual([broken.status, broken.body.details?.[0]?.path], [400, '/rowRules/0/column']);
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
        const response = await data.ask<Refusal>('datasets/infer', { body });
        assert.equal(response.status, 400, sql);
        assert.doesNotMatch(response.body.message, new RegExp(`${folder}|/\\w+/\\w+/`), sql);
      }
      for (const [name, content] of Object.entries({ 'bad.json': '[{"a":', 'bad.parquet': 'PAR1' })) {
        const response = await data.upload(name, content);
        assert.equal(response.status, 400, JSON.stringify(response.body));
        assert.doesNotMatch(JSON.stringify(response.body), new RegExp(folder));
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

    it('audits each change', async () => {
      const { body } = await data.ask<{ data: { action: string }[] }>('audit-events?limit=200');
      const actions = new Set(body.data.map(({ action }) => action));
      for (const action of [
        'dataset.create',
        'dataset.change',
        'dataset.delete',
        'file.upload',
        'file.delete',
      ])
        assert.ok(actions.has(action), action);
    });
  });
}
