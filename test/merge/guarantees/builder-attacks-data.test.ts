import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BuilderResponse } from '@inlay/content/builder';
import type { FilterValuesResponse, TextValuesResponse, TileResponse } from '@inlay/content/embed-api';
import { describeAttacks, tryAll } from '../../support/builder/builder-attack.ts';
import { CHART, canvasOf, listed, person } from '../../support/builder/builder-world.ts';

describeAttacks('an attacker who contributes to one app reaches no other data', (given) => {
  it('cannot find a private draft of a colleague', async () => {
    await tryAll(given.mallory, given.secret.dashboard.id, 404);
    assert.deepEqual((await listed(given.mallory)).includes('Secret plans'), false);
    const { body } = await given.mallory<{ data: readonly unknown[] }>(
      'GET',
      'dashboards?q=secret&limit=200',
    );
    assert.deepEqual(body.data, []);
    assert.equal((await given.victim('GET', `dashboards/${given.secret.dashboard.id}`)).status, 200);
  });

  it('cannot access dashboards, tiles, datasets or embeds of another app', async () => {
    await tryAll(given.mallory, given.payroll.dashboard.id, 404);
    await tryAll(given.mallory, given.payroll.dashboard.id, 403, 'b-hr');
    await tryAll(given.mallory, given.payroll.dashboard.id, 403, 'b-far');
    for (const embed of ['e-dashboard', 'e-tile', 'nothing', '__proto__', 'constructor'])
      assert.equal((await given.mallory('GET', '', { embed })).status, 404, embed);
    const { body } = await given.mallory<BuilderResponse>('GET', '');
    assert.doesNotMatch(JSON.stringify(body), /salaries|payroll|insiders/);
  });

  it('cannot save or preview a chart with an inaccessible dataset, column or measure', async () => {
    const asks = (query: object, datasetId = 'sales') => ({ ...CHART, datasetId, query });
    const good = { dimensions: [{ column: 'product' }], measures: ['revenue'] };
    const charts = {
      'a dataset of another app': asks(
        { dimensions: [{ column: 'person' }], measures: ['total'] },
        'salaries',
      ),
      'no dataset': asks(good, 'nothing'),
      'a crafted dataset': asks(good, 'sales" union select 1 --'),
      'a prototype': asks(good, '__proto__'),
      'a column that no tile shows': asks({ dimensions: [{ column: 'region' }], measures: ['revenue'] }),
      'a filter on it': asks({
        ...good,
        filters: [{ column: 'region', operator: 'equals', value: 'south' }],
      }),
      'an alternative on it': asks({
        ...good,
        anyOf: [[{ column: 'region', operator: 'equals', value: 'south' }]],
      }),
      'a condition on a measure that is none': asks({
        ...good,
        having: [{ measure: 'amount', operator: 'is-set' }],
      }),
      'a comparison on it': asks({ ...good, comparison: { column: 'day', with: 'previous-year' } }),
      'a measure that is none': asks({ dimensions: [], measures: ['amount'] }),
      'a top by it': asks({ ...good, top: { dimension: 'product', by: 'amount', count: 3 } }),
      'a sort by it': asks({ ...good, sort: [{ by: 'region', direction: 'asc' }] }),
      'an inherited name': asks({ dimensions: [{ column: 'constructor' }], measures: ['toString'] }),
      'too many rows': asks({ ...good, limit: 100_000 }),
    };
    for (const [what, chart] of Object.entries(charts)) {
      const preview = await given.mallory('POST', 'preview', { body: { chart } });
      assert.ok([400, 422].includes(preview.status), `${what}: ${preview.status}`);
      const saved = await given.mallory('POST', 'dashboards', {
        body: { content: canvasOf('x', { chart }) },
      });
      assert.equal(saved.status, 400, `${what}: ${JSON.stringify(saved.body)}`);
    }
    const narrowed = { chart: CHART, filters: [{ column: 'region', operator: 'equals', value: 'south' }] };
    assert.equal((await given.mallory('POST', 'preview', { body: narrowed })).status, 400);
    for (const [datasetId, column] of [
      ['salaries', 'person'],
      ['sales', 'region'],
      ['sales', 'amount'],
      ['__proto__', 'x'],
    ])
      assert.equal(
        (await given.mallory('POST', 'preview/values', { body: { datasetId, column } })).status,
        400,
      );
    const controls = {
      ...canvasOf('x', { chart: CHART }),
      filters: [{ id: 'f', kind: 'dropdown', label: 'f', datasetId: 'salaries', column: 'person' }],
    };
    assert.equal((await given.mallory('POST', 'dashboards', { body: { content: controls } })).status, 400);
    const drill = { id: 'd', label: 'd', datasetId: 'sales', levels: ['product', 'region'] };
    const drilled = { ...canvasOf('x', { chart: CHART }), drill: [drill] };
    assert.equal((await given.mallory('POST', 'dashboards', { body: { content: drilled } })).status, 400);
  });

  it('never gets a row that rules exclude, in previews, pickers and texts', async () => {
    const { body } = await given.mallory<TileResponse>('POST', 'preview', { body: { chart: CHART } });
    assert.deepEqual(body.result.columns[0]?.values.toSorted(), ['Coffee', 'Tea']);
    const values = await given.mallory<FilterValuesResponse>('POST', 'preview/values', {
      body: { datasetId: 'sales', column: 'product' },
    });
    assert.deepEqual(
      values.body.values.map(({ value }) => value),
      ['Coffee', 'Tea'],
    );
    const content = canvasOf(
      'x',
      { chart: { ...CHART, query: { ...CHART.query, totals: true } } },
      { text: 'Sold {{ sum | number }}', values: { sum: { tile: 'i0', column: 'revenue', row: 'total' } } },
    );
    const texts = await given.mallory<TextValuesResponse>('POST', 'preview/texts', { body: { content } });
    assert.deepEqual(Object.values(texts.body.values), ['40']);
    const nobody = await person(given.inlay, given.setup, 'nobody', ['contribute'], { attributes: {} });
    const empty = await nobody<TileResponse>('POST', 'preview', { body: { chart: CHART } });
    assert.deepEqual(empty.body.result.rowCount, 0);
  });

  it('cannot see a tile that rules hide, in the library or by id', async () => {
    for (const item of [{ tile: 'insiders' }, { tile: 'draft' }, { tile: 'payroll' }, { tile: 'nothing' }]) {
      const response = await given.mallory('POST', 'dashboards', { body: { content: canvasOf('x', item) } });
      assert.equal(response.status, 400, JSON.stringify([item, response.body]));
      assert.doesNotMatch(JSON.stringify(response.body), /Insiders only|Not yet/);
      const { tile } = item;
      const text = { text: '{{ x }}', values: { x: { tile, column: 'revenue' } } };
      const told = await given.mallory('POST', 'preview/texts', { body: { content: canvasOf('x', text) } });
      assert.equal(told.status, 400);
    }
    // An app's dashboard with a hidden part is shown without it, and cannot be saved over.
    const { body } = await given.mallory('GET', 'dashboards/overview');
    assert.deepEqual(
      body.content.items.map(({ id }) => id),
      ['a1', 't.1', 'a3'],
    );
    const saved = await given.mallory('PUT', 'dashboards/overview', { body: body.content, ifMatch: '*' });
    assert.equal(saved.status, 403);
    assert.equal(
      (await given.mallory('POST', 'dashboards/overview/tiles/insiders', { body: {} })).status,
      404,
    );
  });
});
