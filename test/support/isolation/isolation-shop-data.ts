import { type IsolationTable, TENANTS, type Tenant } from './isolation-tables.ts';

/**
 * The same shop in two tenants. What the attacker, `mallory`, may see is equal in both. Rows of others, masked and denied
 * values and fields hidden from authors differ, in value, number and order. So whatever makes two responses differ was
 * not meant for mallory, even if it is only a count or the order of rows.
 */
export const ATTACKER = 'mallory';

/** A value that mallory must not see, as text: `canary-demo-note-1`. The last four characters are masked ones. */
export function canary(tenant: Tenant, what: string, index: number): string {
  return `canary-${tenant}-${what}-${place(tenant, index)}-4711`;
}

/** As a number: 770077001 in one tenant, 880088008 in the other. */
export function secretNumber(tenant: Tenant, index: number): number {
  return (tenant === 'demo' ? 770_077_000 : 880_088_000) + place(tenant, index);
}

/** The order of secret values is the opposite in the other tenant. */
const place = (tenant: Tenant, index: number) => (tenant === 'demo' ? index : 99 - index);

/** What the two functions above make, with any separator of thousands. */
export const SECRETS = /canary-(?:demo|acme)-[a-z]+-\d+|(?<![0-9a-z])(?:770\D?077|880\D?088)\D?\d{3}(?!\d)/g;

const own = [1, 2, 3, 4];
const day = (tenant: Tenant, index: number) => `${tenant === 'demo' ? 2031 : 2032}-01-0${index}`;

export function shopTables(tenant: Tenant): Readonly<Record<string, IsolationTable>> {
  const others = tenant === TENANTS[0] ? [5, 6, 7] : [5, 6, 7, 8, 9];
  const text = (what: string, index: number) => canary(tenant, what, index);
  const number = (index: number) => secretNumber(tenant, index);
  /** Masked, denied and hidden cells of an order, which are secret in rows of mallory too. */
  const secretCells = (index: number) => [
    number(index),
    text('note', index),
    text('card', index),
    number(10 + index),
    text('iban', index),
  ];
  return {
    orders: {
      columns: {
        id: 'integer',
        account: 'varchar(40)',
        customer_id: 'integer',
        status: 'varchar(60)',
        region: 'varchar(60)',
        amount: 'integer',
        day: 'date',
        cost: 'integer',
        note: 'varchar(60)',
        card: 'varchar(60)',
        pay: 'integer',
        iban: 'varchar(60)',
      },
      rows: [
        ...own.map((index) => [
          index,
          ATTACKER,
          // The last order is of a customer of somebody else.
          [1, 2, 1, 3][index - 1] ?? 0,
          index < 3 ? 'open' : 'paid',
          index % 2 === 0 ? 'south' : 'north',
          2 ** (index - 1),
          `2026-01-0${index}`,
          ...secretCells(index),
        ]),
        ...others.map((index) => [
          index,
          'victim',
          index === 5 ? 1 : 3,
          text('status', index),
          index === 6 ? 'north' : text('region', index),
          number(20 + index),
          day(tenant, index),
          ...secretCells(index),
        ]),
      ],
    },
    customers: {
      columns: {
        id: 'integer',
        account: 'varchar(40)',
        segment: 'varchar(60)',
        email: 'varchar(60)',
        vat: 'varchar(60)',
        score: 'integer',
      },
      rows: [
        [1, ATTACKER, 'retail', text('email', 1), text('vat', 1), number(31)],
        [2, ATTACKER, 'trade', text('email', 2), text('vat', 2), number(32)],
        ...[3, 4].map((id) => [
          id,
          'victim',
          text('segment', id),
          text('email', id),
          text('vat', id),
          number(30 + id),
        ]),
      ],
    },
    holders: {
      columns: { iban: 'varchar(60)', person: 'varchar(60)' },
      rows: [...own, ...others].map((index) => [text('iban', index), text('person', index)]),
    },
    secrets: {
      columns: { id: 'integer', word: 'varchar(60)', worth: 'integer' },
      rows: own.map((index) => [index, text('word', index), number(40 + index)]),
    },
    // Who an order belongs to, two steps away. Orders of others have no keeper, or several.
    keepers: {
      columns: {
        order_id: 'integer',
        holding_id: 'integer',
        badge: 'varchar(60)',
        level: 'integer',
      },
      rows: [
        ...own.map((index) => [index, 1, text('badge', index), number(50 + index)]),
        ...others.slice(1).map((index) => [index, 2, text('badge', index), number(50 + index)]),
        ...others.slice(2).map((index) => [index, index, text('badge', index), number(60 + index)]),
      ],
    },
    holdings: {
      columns: { id: 'integer', account: 'varchar(40)', word: 'varchar(60)' },
      rows: [
        [1, ATTACKER, text('word', 51)],
        [2, 'victim', text('word', 52)],
        // Neither is the attacker, though some databases compare texts as if they were.
        [3, 'Mallory', text('word', 53)],
        [4, `${ATTACKER} `, text('word', 54)],
      ],
    },
    // Everybody may know the sum, but not which part is of which area.
    plan: {
      columns: { area: 'varchar(40)', goal: 'integer' },
      rows: [
        ['north', tenant === 'demo' ? 10 : 20],
        [text('area', 1), tenant === 'demo' ? 20 : 10],
      ],
    },
  };
}

const officers = { context: 'groups', operator: 'contains', value: 'officers' };
const ofAccount = {
  or: [officers, { column: 'account', operator: 'equals', value: { context: 'attributes.account' } }],
};
const auditors = { context: 'groups', operator: 'contains', value: 'auditors' };
/** Orders say whose they are two steps away, in columns that viewers see masked or not at all. */
const ofKeeper = {
  or: [
    officers,
    {
      and: [
        { follow: 'keeper' },
        {
          column: 'keeper.holding.account',
          operator: 'equals',
          value: { context: 'attributes.account' },
        },
        { column: 'keeper.badge', operator: 'is-set' },
        { column: 'keeper.level', operator: 'greater', value: 0 },
      ],
    },
  ],
};
const masked = (mask: object) => ({ access: [{ when: auditors, show: 'value' }, mask] });
const denied = { access: [{ when: auditors, show: 'value' }] };
const range = { show: 'range', size: 1_000_000_000 };
const text = (name: string, more: object = {}) => ({ name, type: 'string', ...more });
const integer = (name: string, more: object = {}) => ({ name, type: 'integer', ...more });
const aggregations = (...all: readonly string[]) => ({ aggregations: all });

/** Measures that read a masked or denied column in any way. */
const restrictedMeasures = [
  { name: 'payroll', kind: 'sum', column: 'pay' },
  { name: 'pay middle', kind: 'percentile', column: 'pay', percentile: 50 },
  { name: 'carded', kind: 'count', column: 'card' },
  { name: 'notes', kind: 'max', column: 'note' },
  { name: 'ibans', kind: 'distinct', column: 'iban' },
  { name: 'twice paid', kind: 'sum', column: 'pay_twice' },
  { name: 'last note', kind: 'last', column: 'note', by: 'day' },
  { name: 'status by pay', kind: 'last', column: 'status', by: 'pay' },
  { name: 'weighed', kind: 'weighted-average', column: 'amount', weight: 'pay' },
  { name: 'weighing', kind: 'weighted-average', column: 'pay', weight: 'amount' },
  {
    name: 'well paid',
    kind: 'sum',
    column: 'amount',
    filters: [{ column: 'pay', operator: 'greater', value: secretNumber('demo', 12) }],
  },
  {
    name: 'either',
    kind: 'count',
    anyOf: [
      [
        { column: 'note', operator: 'equals', value: canary('demo', 'note', 1) },
        { column: 'iban', operator: 'equals', value: canary('demo', 'iban', 2) },
      ],
    ],
  },
  { name: 'pay ratio', kind: 'ratio', numerator: 'payroll', denominator: 'orders' },
  { name: 'pay doubled', kind: 'expression', expression: 'payroll * 2' },
  { name: 'pay share', kind: 'share-of-total', measure: 'payroll' },
  { name: 'pay rank', kind: 'rank', measure: 'payroll' },
  { name: 'pay so far', kind: 'running-total', measure: 'payroll', date: 'day' },
  { name: 'share of card', kind: 'share-of-total', measure: 'revenue', within: ['card'] },
] as const;
export const RESTRICTED_MEASURES: readonly string[] = restrictedMeasures.map(({ name }) => name);

/** Measures that everybody may use, each over their own rows. */
const openMeasures = [
  { name: 'orders', kind: 'count' },
  { name: 'revenue', kind: 'sum', column: 'amount' },
  { name: 'largest', kind: 'max', column: 'amount' },
  { name: 'last status', kind: 'last', column: 'status', by: 'day' },
  { name: 'share', kind: 'share-of-total', measure: 'revenue' },
  { name: 'rank', kind: 'rank', measure: 'revenue' },
  { name: 'so far', kind: 'running-total', measure: 'revenue', date: 'day' },
  { name: 'of status', kind: 'share-of-total', measure: 'revenue', within: ['status'] },
] as const;
export const OPEN_MEASURES: readonly string[] = openMeasures.map(({ name }) => name);

const toOne = (name: string, dataset: string, own: string, other: string) => ({
  name,
  dataset,
  kind: 'many-to-one',
  columns: [{ own, other }],
});

export interface ShopDataset {
  readonly table: string;
  readonly definition: object;
  /** Of datasets that relate to each other; set when all exist. */
  readonly relationships?: readonly object[];
  /** Of datasets whose rules need the relationships. */
  readonly rowRules?: readonly object[];
}

/** The datasets of the shop on one engine, by the end of their ids. `far` becomes one of another workspace. */
export function shopDatasets(id: (name: string) => string): Readonly<Record<string, ShopDataset>> {
  return {
    customers: {
      table: 'customers',
      definition: {
        columns: [
          integer('id'),
          text('account', { hidden: true }),
          text('segment', aggregations('count', 'distinct', 'max')),
          text('email', { ...masked({ show: 'null' }), ...aggregations('count', 'distinct', 'max') }),
          text('vat', { ...denied, ...aggregations('count', 'max') }),
          integer('score', { ...masked(range), ...aggregations('sum', 'max') }),
        ],
        measures: [
          { name: 'customers', kind: 'count' },
          { name: 'scores', kind: 'sum', column: 'score' },
        ],
        rowRules: [ofAccount],
      },
      relationships: [
        {
          name: 'order',
          dataset: id('orders'),
          kind: 'one-to-many',
          columns: [{ own: 'id', other: 'customer_id' }],
        },
      ],
    },
    holders: {
      table: 'holders',
      definition: { columns: [text('iban', denied), text('person')], segmented: false },
    },
    holdings: {
      table: 'holdings',
      definition: {
        columns: [integer('id'), text('account', { access: [] }), text('word')],
        rowRules: [ofAccount],
      },
    },
    keepers: {
      table: 'keepers',
      definition: {
        columns: [
          integer('order_id'),
          integer('holding_id'),
          text('badge', masked({ show: 'hash' })),
          integer('level', denied),
        ],
      },
      relationships: [toOne('holding', id('holdings'), 'holding_id', 'id')],
      rowRules: [{ follow: 'holding' }],
    },
    secrets: {
      table: 'secrets',
      definition: { columns: [integer('id'), text('word'), integer('worth')], segmented: false },
    },
    far: {
      table: 'secrets',
      definition: { columns: [integer('id'), text('word'), integer('worth')], segmented: false },
    },
    // Everybody would see what they follow, but it belongs to another workspace.
    strays: {
      table: 'secrets',
      definition: {
        columns: [integer('id'), text('word', aggregations('count', 'max')), integer('worth')],
        measures: [{ name: 'strays', kind: 'count' }],
      },
      relationships: [toOne('far', id('far'), 'id', 'id')],
      rowRules: [{ follow: 'far' }],
    },
    plan: {
      table: 'plan',
      definition: {
        columns: [text('area', { ...masked({ show: 'null' }), sharedDimension: 'region' }), integer('goal')],
        measures: [{ name: 'goals', kind: 'sum', column: 'goal' }],
        segmented: false,
      },
    },
    orders: {
      table: 'orders',
      definition: {
        columns: [
          integer('id'),
          text('account', { hidden: true }),
          integer('customer_id'),
          text('status', aggregations('count', 'distinct', 'max')),
          text('region', { sharedDimension: 'region' }),
          integer('amount', aggregations('sum', 'max', 'median')),
          { name: 'day', type: 'date', ...aggregations('max') },
          integer('cost', { hidden: true, ...aggregations('sum', 'max') }),
          text('note', { ...masked({ show: 'hash' }), ...aggregations('count', 'distinct', 'min', 'max') }),
          text('card', { ...masked({ show: 'last-four' }), ...aggregations('count', 'distinct', 'max') }),
          integer('pay', { ...masked(range), ...aggregations('sum', 'average', 'median', 'max') }),
          text('iban', { ...denied, ...aggregations('count', 'distinct', 'max') }),
          integer('pay_twice', { expression: 'pay * 2', ...aggregations('sum', 'max') }),
          text('note_upper', { expression: 'upper(note)', ...aggregations('count', 'max') }),
          text('rich', {
            expression: `case when pay > ${secretNumber('demo', 12)} then 'yes' else 'no' end`,
          }),
        ],
        measures: [
          ...openMeasures,
          { name: 'spent', kind: 'sum', column: 'cost', hidden: true },
          ...restrictedMeasures,
        ],
      },
      rowRules: [ofKeeper],
      relationships: [
        toOne('customer', id('customers'), 'customer_id', 'id'),
        toOne('keeper', id('keepers'), 'id', 'order_id'),
        toOne('holder', id('holders'), 'iban', 'iban'),
        toOne('secret', id('secrets'), 'customer_id', 'id'),
        toOne('far', id('far'), 'customer_id', 'id'),
      ],
    },
  };
}
