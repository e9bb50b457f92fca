import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import { ENGINE_NAMES } from '../../support/engines/test-engines.ts';
import { type Attack, audited, runAttacks } from '../../support/isolation/isolation-attack.ts';
import { contextOf, idOn, type Shop, sharedShop } from '../../support/isolation/isolation-shop.ts';
import {
  canary,
  OPEN_MEASURES,
  RESTRICTED_MEASURES,
  secretNumber,
} from '../../support/isolation/isolation-shop-data.ts';
import { RUNNING, skipAttacks } from '../../support/isolation/isolation-world.ts';

interface ChartQuery {
  readonly dimensions: readonly object[];
  readonly measures: readonly string[];
  readonly [part: string]: unknown;
}

const base: ChartQuery = { dimensions: [{ column: 'region' }], measures: ['orders'], totals: true };

/** Columns by the values that an attacker knows of them: one as text, or bounds of a number. */
const guesses = {
  note: canary('demo', 'note', 1),
  card: canary('demo', 'card', 1),
  pay: secretNumber('demo', 12),
  iban: canary('demo', 'iban', 1),
  pay_twice: 2 * secretNumber('demo', 12),
  note_upper: canary('demo', 'note', 1).toUpperCase(),
  rich: 'yes',
  'customer.email': canary('demo', 'email', 1),
  'customer.vat': canary('demo', 'vat', 1),
  'customer.score': secretNumber('demo', 31),
  'holder.person': canary('demo', 'person', 1),
  'keeper.badge': canary('demo', 'badge', 1),
  'keeper.level': secretNumber('demo', 51),
} as const;

/** Each way a chart can use a column. */
function usesOf(column: string, value: string | number): readonly ChartQuery[] {
  const filter =
    typeof value === 'string'
      ? { column, operator: 'equals', value }
      : { column, operator: 'greater', value };
  const beside = { ...base, dimensions: [{ column: 'region' }, { column }] };
  return [
    { ...base, dimensions: [{ column }] },
    { ...base, filters: [filter] },
    { ...base, filters: [{ column, operator: 'not-in', values: [value], orNotSet: true }] },
    { ...base, anyOf: [[filter, { column: 'status', operator: 'equals', value: 'none' }]] },
    { ...base, dimensions: [{ column }], sort: [{ by: column, direction: 'asc' }], limit: 1 },
    { ...beside, pivot: { dimension: column } },
    { ...beside, top: { dimension: column, by: 'orders', count: 1, others: true } },
    {
      ...base,
      dimensions: [{ column }],
      filters: [{ column: 'day', operator: 'between', from: '2025-01-01', to: '2033-12-31' }],
      comparison: { column: 'day', with: 'previous-year' },
    },
    ...(typeof value === 'string'
      ? [{ ...base, filters: [{ column, operator: 'contains', value: value.slice(1, 14) }] }]
      : [{ ...base, filters: [{ column, operator: 'between', from: 0, to: value }] }]),
  ];
}

/** Shows a measure, and uses it in one of three other ways. */
function usesOfMeasure(measure: string, index: number): readonly ChartQuery[] {
  const others = [
    { ...base, top: { dimension: 'region', by: measure, count: 1, others: true } },
    { ...base, having: [{ measure, operator: 'is-set' }] },
    {
      ...base,
      measures: [...new Set(['orders', measure])],
      sort: [{ by: measure, direction: 'desc' }],
      limit: 1,
    },
  ];
  return [
    { ...base, dimensions: [{ column: 'day' }, { column: 'status' }], measures: [measure] },
    ...others.slice(index % 3, (index % 3) + 1),
  ];
}

/** Aggregations of columns: those that the column allows to officers, and others. */
const adHoc = {
  restricted: [
    ...['max(note)', 'distinct(note)', 'count(card)', 'sum(pay)', 'median(pay)', 'average(pay)', 'max(iban)'],
    ...['max(pay_twice)', 'count(note_upper)'],
  ],
  refused: [
    ...['sum(cost)', 'max(cost)', 'sum(id)', 'max(region)', 'max(customer.email)', 'max(secret.word)'],
    ...['sum(sum(amount))', 'max(note', 'sum(amount) + sum(pay)', 'max(account)'],
  ],
} as const;

/** Fields that no author can use: hidden, of a dataset that the app does not list or of another workspace, and none. */
const INACCESSIBLE = {
  columns: [
    ...[
      'cost',
      'account',
      'customer.account',
      'secret.word',
      'secret.worth',
      'far.word',
      'customer.order.note',
      'keeper.holding.account',
      'keeper.holding.word',
    ],
    ...[
      'customer',
      'customer.',
      '.note',
      'acme.orders.note',
      'constructor',
      '__proto__',
      'customer.constructor',
    ],
  ],
  measures: ['spent', 'customer.scores', 'customer.order.spent', 'secret.worth', 'toString'],
} as const;

describe('an author with a contribute token', () => {
  let shop: Shop;
  before(async () => {
    shop = await sharedShop(RUNNING);
  });

  const attackOn = (engine: EngineName, name: string, attacks: readonly Attack[]) =>
    it(`${engine}: ${name}`, { skip: skipAttacks(engine) }, async () =>
      assert.deepEqual(await runAttacks(shop, attacks), []),
    );
  const chartOf = (engine: EngineName, query: object, dataset = 'orders') => ({
    title: 'Mine',
    kind: 'table',
    datasetId: idOn(engine)(dataset),
    query,
  });
  const build = (engine: EngineName, path: string, body: object): Attack => ({
    path: `${idOn(engine)('build')}/builder/${path}`,
    body,
  });
  const preview = (engine: EngineName, query: object, dataset?: string): Attack =>
    build(engine, 'preview', { chart: chartOf(engine, query, dataset) });
  const values = (engine: EngineName, column: string, more: object = {}): Attack =>
    build(engine, 'preview/values', { datasetId: idOn(engine)('orders'), column, ...more });

  for (const engine of ENGINE_NAMES) {
    attackOn(
      engine,
      'a chart counts the rows of nobody else',
      [
        ...usesOf('status', canary('demo', 'status', 5)),
        ...usesOf('customer.segment', canary('demo', 'segment', 3)),
        ...[...OPEN_MEASURES, 'max(status)', 'distinct(status)', 'median(amount)', 'max(day)'].flatMap(
          usesOfMeasure,
        ),
      ].map((query) => preview(engine, query)),
    );
    attackOn(engine, 'a join to many rows counts the rows of nobody else', [
      ...['order.orders', 'order.revenue', 'sum(order.amount)', 'distinct(order.status)'].flatMap(
        (measure) => [
          preview(
            engine,
            { dimensions: [{ column: 'segment' }], measures: [measure], totals: true },
            'customers',
          ),
          preview(engine, { dimensions: [], measures: [measure] }, 'customers'),
        ],
      ),
      preview(engine, { dimensions: [{ column: 'segment' }], measures: ['customers'] }, 'customers'),
      ...['status', 'region', 'customer.segment'].map((column) =>
        values(engine, column, { search: 'canary' }),
      ),
      ...['amount', 'day'].map((column) => values(engine, column, { kind: 'ends' })),
    ]);
  }

  // What is refused is refused before any engine is asked, so one of them is enough.
  const [first = 'duckdb'] = RUNNING;
  const refused = { harmless: 'is refused' } as const;
  attackOn(
    first,
    'a chart shows nothing of masked and denied columns, in joined datasets too',
    audited(
      Object.entries(guesses).flatMap(([column, value]) =>
        usesOf(column, value).map((query) => preview(first, query)),
      ),
    ),
  );
  attackOn(
    first,
    'a chart shows nothing of a measure that reads them',
    [...RESTRICTED_MEASURES, ...adHoc.restricted]
      .flatMap(usesOfMeasure)
      .map((query) => preview(first, query)),
  );
  attackOn(first, 'a join to many rows shows nothing of them', [
    ...[
      'scores',
      'sum(score)',
      'max(email)',
      'max(vat)',
      'order.payroll',
      'sum(order.pay)',
      'max(order.note)',
    ].map((measure) => preview(first, { dimensions: [{ column: 'id' }], measures: [measure] }, 'customers')),
  ]);
  attackOn(first, 'previews of filters, titles, pictures and texts show nothing of them', [
    ...Object.entries(guesses).flatMap(([column, value]) => {
      const filter = { column, operator: 'in', values: [value] };
      const control = { id: 'f', label: 'F', datasetId: idOn(first)('orders'), kind: 'dropdown', column };
      const chart = chartOf(first, base);
      return [
        build(first, 'preview', { chart, filters: [filter] }),
        build(first, 'preview', { chart, within: { item: 'i', controls: [control], filters: { f: value } } }),
        build(first, 'preview', { chart, within: { item: 'i', controls: [], filters: { [column]: value } } }),
        values(first, column),
        values(first, 'status', { filters: [filter] }),
      ].filter((_, index) => index !== 2 || !column.includes('.'));
    }),
    ...['notes', 'payroll', 'max(card)', 'last status'].flatMap((measure) => {
      const chart = {
        ...chartOf(first, { dimensions: [], measures: [measure] }),
        title: `Shows {{ ${measure} }}`,
        description: `Also {{ ${measure} }}`,
      };
      const content = {
        title: 'Mine',
        items: [
          { ...{ id: 'i', x: 0, y: 0, w: 6, h: 4 }, chart },
          {
            ...{ id: 't', x: 6, y: 0, w: 6, h: 4 },
            text: '{{ n }}',
            values: { n: { tile: 'i', column: measure } },
          },
        ],
      };
      const render = { width: 600, height: 300, mode: 'light' };
      return [build(first, 'preview', { chart, render }), build(first, 'preview/texts', { content })];
    }),
  ]);
  attackOn(first, 'a chart uses no field that is hidden from authors, not listed or not in the workspace', [
    ...INACCESSIBLE.columns.flatMap((column) => [
      ...usesOf(column, 'x')
        .slice(0, 5)
        .map((query) => ({ ...preview(first, query), ...refused })),
      { ...values(first, column), ...refused },
    ]),
    ...[...INACCESSIBLE.measures, ...adHoc.refused].flatMap((measure) =>
      usesOfMeasure(measure, 0).map((query) => ({ ...preview(first, query), ...refused })),
    ),
    ...['secrets', 'far', 'nowhere'].map((dataset) => ({
      ...preview(first, { dimensions: [{ column: 'word' }], measures: [] }, dataset),
      ...refused,
    })),
  ]);
  const canvas = (chart: object, more: object = {}) => ({
    content: { title: 'Mine', items: [{ id: 'i', x: 0, y: 0, w: 6, h: 4, chart }], ...more },
  });
  attackOn(
    first,
    'rows that follow those of another workspace are hidden',
    [
      { dimensions: [{ column: 'word' }], measures: ['strays'], totals: true },
      { dimensions: [], measures: ['strays', 'max(word)'] },
    ].map((query) => ({ ...preview(first, query, 'strays'), harmless: 'matches nothing' })),
  );
  attackOn(first, 'a dashboard is not saved with a field that its author cannot use', [
    ...[...Object.keys(guesses), ...INACCESSIBLE.columns].flatMap((column) => {
      const datasetId = idOn(first)('orders');
      const chart = chartOf(first, base);
      const control = { id: 'f', label: 'F', datasetId, kind: 'dropdown', column };
      return [
        canvas(chartOf(first, { ...base, dimensions: [{ column }] })),
        canvas({ ...chart, drillThrough: { columns: ['amount', column] } }),
        canvas(chart, {
          filters: [control],
          drill: [{ id: 'd', label: 'D', datasetId, levels: ['region', column] }],
        }),
      ].map((body) => ({ ...build(first, 'dashboards', body), ...refused }));
    }),
    ...[...RESTRICTED_MEASURES, ...INACCESSIBLE.measures].map((measure) => ({
      ...build(
        first,
        'dashboards',
        canvas({ ...chartOf(first, base), choices: { measures: ['orders', measure] } }),
      ),
      ...refused,
    })),
  ]);

  const tilePreview = (query: object): Attack => ({
    path: '/api/v0/tiles/preview',
    body: { appId: idOn(first)('shop'), tile: chartOf(first, query) },
  });
  attackOn(first, 'a preview of a tile in the product shows a user no more', [
    ...Object.entries({ ...guesses, status: canary('demo', 'status', 5) }).flatMap(([column, value]) => [
      ...usesOf(column, value).slice(0, 3).map(tilePreview),
      {
        path: '/api/v0/tiles/preview/values',
        body: { appId: idOn(first)('shop'), datasetId: idOn(first)('orders'), column },
      },
    ]),
    ...RESTRICTED_MEASURES.map((measure) => tilePreview({ ...base, measures: [measure] })),
    ...['query', 'explain'].map((route) => ({
      path: `/api/v0/datasets/${idOn(first)('orders')}/${route}`,
      body: { query: base, context: contextOf('officer', RUNNING) },
      ...refused,
    })),
    { ...tilePreview(base), body: { ...(tilePreview(base).body as object), context: {} }, ...refused },
  ]);

  it('an administrator reads the fields that are refused to authors', async () => {
    const context = { ...contextOf('officer', RUNNING), workspace_id: 'other' };
    for (const column of ['cost', 'account', 'customer.account', 'secret.word', 'far.word']) {
      const query = { dimensions: [{ column }], measures: [] };
      const { status, body } = await shop.clients.demo.query(idOn(first)('orders'), query, context);
      assert.equal(status, 200, JSON.stringify(body));
      assert.match(JSON.stringify(body), /canary|770077|victim/, column);
    }
    const strays = { dimensions: [{ column: 'word' }], measures: [] };
    const { body } = await shop.clients.demo.query(idOn(first)('strays'), strays, context);
    assert.match(JSON.stringify(body), /canary/);
  });
});
