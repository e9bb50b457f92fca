import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { OwnTileSchema } from '@inlay/charts/tile';
import { DashboardContentSchema } from '@inlay/content/dashboard';
import { messages as data } from '@inlay/messages/data/en';
import { messages as german } from '@inlay/messages/start/de';
import { messages } from '@inlay/messages/start/en';
import type { DatasetColumn, Relationship } from '@inlay/protocol/dataset';
import { labelOfName } from '@inlay/protocol/label-of-name';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { DataFacts, DraftDataset } from '../../src/screens/data/start/draft-dataset.ts';
import { draftOfSource } from '../../src/screens/data/start/draft-of-source.ts';
import { layOutTiles } from '../../src/screens/data/start/lay-out-tiles.ts';
import { proposeAccess, rulesOf } from '../../src/screens/data/start/propose-access.ts';
import { type ProposedTile, proposeDashboard } from '../../src/screens/data/start/propose-dashboard.ts';
import { proposeOwners } from '../../src/screens/data/start/propose-owners.ts';

type Types = Readonly<Record<string, DatasetColumn['type']>>;

/** A table as the server describes it, with the values of its first rows where they matter. */
function table(
  name: string,
  types: Types,
  more: {
    readonly values?: Readonly<Record<string, readonly (string | number | null)[]>>;
    readonly rowCount?: number;
    readonly facts?: DataFacts;
    readonly relationships?: readonly Relationship[];
  } = {},
): DraftDataset {
  const { values = {}, rowCount = 20, facts, relationships = [] } = more;
  const columns = Object.entries(types).map(([column, type]) => ({
    name: column,
    type,
    label: labelOfName(column),
  }));
  const sampled = columns.map((column) => ({ ...column, values: [...(values[column.name] ?? [])] }));
  const draft = draftOfSource(
    name,
    { kind: 'table', table: name },
    { columns, sample: { columns: sampled, rowCount } },
    data.measures,
  );
  return { ...draft, relationships, ...(facts && { facts }) };
}

const to = (dataset: string, own: string): Relationship => ({
  name: dataset.replace(/s$/, ''),
  dataset,
  kind: 'many-to-one',
  columns: [{ own, other: 'id' }],
});

const none = () => [];
const propose = (...drafts: readonly DraftDataset[]) => proposeDashboard(drafts, none, messages.proposal);
const rolesOf = (tiles: readonly ProposedTile[] = []) => tiles.map(({ role }) => role);
const titlesOf = (tiles: readonly ProposedTile[] = []) => tiles.map(({ chart }) => chart.title);

const ORDERS: Types = {
  order_id: 'integer',
  customer: 'string',
  region: 'string',
  ordered_on: 'date',
  updated_at: 'datetime',
  amount_eur: 'decimal',
  quantity: 'integer',
  margin_pct: 'number',
  year: 'integer',
};
const FACTS: DataFacts = {
  rows: 900,
  distinct: { customer: 200, region: 5 },
  spans: { ordered_on: { from: '2024-01-01', to: '2026-10-31' } },
};

describe('a proposed dashboard', () => {
  it('has a KPI row, a trend of events, a ranking and a table', () => {
    const proposed = propose(table('orders', ORDERS, { facts: FACTS }));
    assert.deepEqual(titlesOf(proposed?.tiles), [
      'Total amount',
      'Total quantity',
      'Number of rows',
      'Average margin pct',
      'Total amount over time',
      'Total amount by Region',
      'Orders in detail',
    ]);
    assert.deepEqual(
      [...new Set(proposed?.tiles.map(({ chart }) => chart.kind))],
      ['kpi', 'line', 'leaderboard', 'table'],
    );
    const [trend] = proposed?.tiles.filter(({ role }) => role === 'trend') ?? [];
    assert.deepEqual(trend?.chart.query.dimensions, [{ column: 'ordered_on', grain: 'month' }]);
    assert.deepEqual(
      proposed?.filters.map(({ id, kind }) => [id, kind]),
      [
        ['period', 'date-range'],
        ['region', 'multi-select'],
      ],
    );
  });

  it('does not rank by a column that row rules fix to one value per viewer', () => {
    const orders = table('orders', ORDERS, { facts: FACTS });
    const proposed = proposeDashboard([orders], () => ['region'], messages.proposal);
    assert.ok(titlesOf(proposed?.tiles).includes('Total amount by Customer'));
    assert.deepEqual(
      proposed?.filters.map(({ id }) => id),
      ['period'],
    );
  });

  it('groups dates so that a line has points, however long the data goes back', () => {
    const grainOf = (from: string, until: string) => {
      const facts = { spans: { day: { from, to: until } } };
      const [trend] =
        propose(table('events', { day: 'date', amount: 'number' }, { facts }))?.tiles.filter(
          ({ role }) => role === 'trend',
        ) ?? [];
      return trend?.chart.query.dimensions[0]?.grain;
    };
    assert.equal(grainOf('2026-01-01', '2026-01-01'), 'day');
    assert.equal(grainOf('2026-01-01', '2026-02-10'), 'day');
    assert.equal(grainOf('2026-01-01', '2026-06-30'), 'week');
    assert.equal(grainOf('2024-01-01', '2026-12-31'), 'month');
    assert.equal(grainOf('2015-01-01T00:00:00Z', '2026-12-31T00:00:00Z'), 'quarter');
    assert.equal(grainOf('1970-01-01', '2026-12-31'), 'year');
    assert.equal(grainOf('not a date', '2026-12-31'), 'month');
  });

  it('uses the table of events among several, and names of the tables that it relates to', () => {
    const customers = table(
      'customers',
      { id: 'integer', name: 'string', segment: 'string' },
      { facts: { rows: 90, distinct: { name: 88, segment: 3 } } },
    );
    const orders = table(
      'orders',
      { id: 'integer', customer_id: 'integer', ordered_on: 'date', amount: 'number' },
      { relationships: [to('customers', 'customer_id')] },
    );
    const proposed = propose(customers, orders);
    assert.equal(proposed?.title, 'Orders');
    assert.ok(titlesOf(proposed?.tiles).includes('Total amount by Customers: Segment'));
    const [ranking] = proposed?.tiles.filter(({ role }) => role === 'ranking') ?? [];
    assert.deepEqual(ranking?.chart.query.dimensions, [{ column: 'customer.segment' }]);
  });

  it('does not use names of a related table whose key is fixed per viewer', () => {
    const customers = table('customers', { id: 'integer', name: 'string' });
    const orders = table(
      'orders',
      { customer_id: 'integer', amount: 'number' },
      { relationships: [to('customers', 'customer_id')] },
    );
    const proposed = proposeDashboard([orders, customers], () => ['customer_id'], messages.proposal);
    assert.deepEqual(rolesOf(proposed?.tiles), ['headline', 'headline']);
  });

  it('shows money before other sums', () => {
    const proposed = propose(table('t', { quantity: 'integer', seats: 'integer', revenue: 'number' }));
    assert.equal(titlesOf(proposed?.tiles)[0], 'Total revenue');
  });

  const cases: readonly (readonly [string, DraftDataset, readonly string[]])[] = [
    [
      'no date',
      table('t', { product: 'string', category: 'string', amount: 'number' }),
      ['headline', 'headline', 'ranking', 'ranking', 'table'],
    ],
    ['no number', table('t', { product: 'string', day: 'date' }), ['headline', 'trend', 'ranking', 'table']],
    ['no text', table('t', { day: 'date', amount: 'number' }), ['headline', 'headline', 'trend', 'table']],
    [
      'years but no date',
      table('t', { fiscal_year: 'integer', amount: 'number' }),
      ['headline', 'headline', 'trend'],
    ],
    ['only numbers', table('t', { a: 'number', b: 'number' }), ['headline', 'headline', 'headline']],
    ['only ids', table('t', { id: 'integer', customer_id: 'integer', zip: 'integer' }), ['headline']],
    ['one column of text', table('t', { comment: 'string' }), ['headline']],
    ['one column of names', table('t', { city: 'string' }), ['headline', 'ranking', 'table']],
    ['only JSON', table('t', { payload: 'json' }), ['headline']],
    [
      'no rows',
      table('t', ORDERS, { rowCount: 0 }),
      ['headline', 'headline', 'headline', 'headline', 'trend', 'ranking', 'table'],
    ],
    [
      'text that differs in every row',
      table('t', { remark: 'string', amount: 'number' }, { facts: { rows: 500, distinct: { remark: 499 } } }),
      ['headline', 'headline'],
    ],
    [
      'text that is always the same',
      table('t', { region: 'string', amount: 'number' }, { facts: { rows: 500, distinct: { region: 1 } } }),
      ['headline', 'headline'],
    ],
  ];
  for (const [name, draft, roles] of cases) {
    it(`shows what a table can: ${name}`, () => {
      assert.deepEqual(rolesOf(propose(draft)?.tiles), roles);
    });
  }

  it('stays small for a table of 300 columns', () => {
    const types = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`value_${at}`, at % 3 === 0 ? 'string' : 'number'] as const),
    );
    const wide = table('wide', types);
    assert.equal(wide.columns.length, 300);
    assert.equal(wide.measures.length, 12);
    assert.equal(wide.measures.at(-1)?.kind, 'count');
    assert.ok((propose(wide)?.tiles.length ?? 0) <= 8);
  });

  it('is valid content, in every language and however its tiles are chosen', () => {
    for (const [, draft] of cases) {
      for (const t of [messages, german]) {
        const proposed = proposeDashboard([draft], none, t.proposal);
        assert.ok(proposed);
        const { title, tiles, filters } = proposed;
        for (const { chart } of tiles) assert.deepEqual(shapeErrors(OwnTileSchema, chart), []);
        for (let left = 1; left <= tiles.length; left += 1) {
          const items = layOutTiles(tiles.slice(-left));
          assert.deepEqual(shapeErrors(DashboardContentSchema, { title, filters, items }), []);
          assert.ok(items.every(({ x, w }) => x + w <= 12));
        }
      }
    }
  });
});

describe('the layout of proposed tiles', () => {
  it('leaves no gaps, whichever tiles are chosen', () => {
    const { tiles = [] } = propose(table('orders', ORDERS, { facts: FACTS })) ?? {};
    for (let left = 0; left <= tiles.length; left += 1) {
      const items = layOutTiles(tiles.slice(left));
      const rows = Map.groupBy(items, ({ y }) => y);
      for (const row of rows.values())
        assert.equal(
          row.reduce((sum, { w }) => sum + w, 0),
          12,
        );
    }
  });
});

describe('formats of a new dataset', () => {
  it('keep ids and years free of separators, and follow currencies and shares in names', () => {
    const orders = table('orders', ORDERS, { values: { margin_pct: [0.25, 0.4] } });
    const formats = orders.columns.flatMap(({ name, format }) => (format ? [[name, format]] : []));
    assert.deepEqual(formats, [
      ['order_id', { kind: 'text' }],
      ['amount_eur', { kind: 'currency', currency: 'EUR' }],
      ['margin_pct', { kind: 'percent', decimals: 1 }],
      ['year', { kind: 'text' }],
    ]);
    assert.deepEqual(orders.measures[0]?.format, { kind: 'currency', currency: 'EUR' });
  });
});

describe('columns that look like the owner of a row', () => {
  const ownersOf = (types: Types, name = 'orders') =>
    proposeOwners(
      Object.entries(types).map(([column, type]) => ({ name: column, type })),
      name,
    ).map(({ column, attribute }) => [column, attribute]);

  it('are keys of customers first, then parts such as regions', () => {
    assert.deepEqual(
      ownersOf({ region: 'string', customerId: 'integer', tenant_id: 'string', amount: 'number' }),
      [
        ['tenant_id', 'tenant_id'],
        ['customerId', 'customer_id'],
        ['region', 'region'],
      ],
    );
  });

  it('are not amounts, counts, dates or flags of customers', () => {
    assert.deepEqual(
      ownersOf({
        customers: 'integer',
        customer_count: 'integer',
        account_balance: 'decimal',
        customer_since: 'date',
        is_customer: 'boolean',
        store: 'integer',
      }),
      [],
    );
  });

  it('are the key of a table of customers itself', () => {
    assert.deepEqual(ownersOf({ id: 'integer', name: 'string' }, 'Customers'), [['id', 'customer_id']]);
    assert.deepEqual(ownersOf({ id: 'integer', tenant_id: 'integer' }, 'crm_companies')[0], [
      'tenant_id',
      'tenant_id',
    ]);
    assert.deepEqual(ownersOf({ id: 'integer', name: 'string' }, 'products'), []);
  });
});

describe('proposed access to rows', () => {
  it('follows related rows where a table has no owner of its own', () => {
    const drafts = [
      table('lines', { id: 'integer', order_id: 'integer' }, { relationships: [to('orders', 'order_id')] }),
      table('orders', { id: 'integer', customer_id: 'integer' }),
      table('countries', { code: 'string', label: 'string' }),
    ];
    const access = proposeAccess(drafts);
    assert.deepEqual(access.get('orders'), {
      kind: 'column',
      column: 'customer_id',
      attribute: 'customer_id',
    });
    assert.deepEqual(access.get('lines'), { kind: 'follow', relationship: 'order' });
    assert.equal(access.get('countries'), undefined, 'somebody has to choose');
  });

  it('follows a tenant above the customers in it, but not a customer whose key the table has', () => {
    const orders = table(
      'orders',
      { customer_id: 'integer', amount: 'number' },
      { relationships: [to('customers', 'customer_id')] },
    );
    const customers = (types: Types) => table('customers', { id: 'integer', name: 'string', ...types });
    const access = (types: Types) => proposeAccess([orders, customers(types)]).get('orders');
    assert.deepEqual(access({ tenant_id: 'integer' }), { kind: 'follow', relationship: 'customer' });
    assert.deepEqual(access({}), { kind: 'column', column: 'customer_id', attribute: 'customer_id' });
  });

  it('never is all rows for everyone, and ends where tables relate to each other in a circle', () => {
    const drafts = [
      table('a', { id: 'integer', b_id: 'integer' }, { relationships: [to('bs', 'b_id')] }),
      table('bs', { id: 'integer', a_id: 'integer' }, { relationships: [to('a', 'a_id')] }),
    ];
    assert.deepEqual([...proposeAccess(drafts).values()], [undefined, undefined]);
  });

  it('becomes row rules, and only the explicit choice opens all rows', () => {
    assert.deepEqual(rulesOf({ kind: 'column', column: 'customerId', attribute: 'customer_id' }), {
      rowRules: [{ column: 'customerId', operator: 'in', values: { context: 'attributes.customer_id' } }],
    });
    assert.deepEqual(rulesOf({ kind: 'follow', relationship: 'order' }), { rowRules: [{ follow: 'order' }] });
    assert.deepEqual(rulesOf({ kind: 'all' }), { segmented: false });
    assert.deepEqual(rulesOf({ kind: 'nobody' }), {});
  });
});
