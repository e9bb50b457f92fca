import type { Dataset } from '@inlay/protocol/dataset';
import type { ViewerCalendar } from '@inlay/protocol/query';
import type { RowRule } from '@inlay/protocol/rule';
import type { Model } from '../../../../src/platform/query/model/model.ts';
import type { Query } from '../../../../src/platform/query/plan/mark-filter.ts';
import type { ReadableContext } from '../../../../src/platform/rules/context-reading.ts';
import { measureCases } from './measure-cases.ts';
import { openOrders, orders } from './orders.ts';

export interface QueryCase {
  readonly name: string;
  readonly dataset: Dataset | Model;
  readonly spec: Query;
  readonly calendar: ViewerCalendar;
  readonly context: ReadableContext;
}

export const zurich: ViewerCalendar = { timeZone: 'Europe/Zurich', weekStart: 1, fiscalYearStart: 4 };

export const viewer: ReadableContext = {
  username: 'ada@example.com',
  workspaceId: 'main',
  roles: ['USER'],
  groups: ['EU', 'US'],
  attributes: {
    region: 'EU',
    regions: ['EU', 'US', "O'Neil"],
    floor: 10,
    ceiling: 90.5,
    active: true,
    since: '2025-03-01',
    at: '2025-03-01T08:00:00+01:00',
    part: '0%',
  },
};

const query = (spec: Partial<Query>): Query => ({ dimensions: [], measures: ['orders'], ...spec });

function ruled(...rowRules: readonly RowRule[]): Dataset {
  return { ...orders, rowRules };
}

/** Customers have orders, and orders a customer; both have rules. Computed from the fixture's only table. */
const relatedOrders: Dataset = {
  ...orders,
  rowRules: [{ column: 'region', operator: 'in', values: { context: 'attributes.regions' } }],
  relationships: [
    {
      name: 'buyer',
      dataset: 'customers',
      kind: 'many-to-one',
      columns: [{ own: 'customer', other: 'name' }],
    },
  ],
};
const customers: Dataset = {
  id: 'customers',
  version: 1,
  source: {
    kind: 'sql',
    sql: 'SELECT customer AS name, MIN(quantity) AS least, MIN(day) AS since FROM orders GROUP BY customer',
  },
  columns: [
    { name: 'name', type: 'string' },
    { name: 'least', type: 'integer' },
    { name: 'since', type: 'date' },
  ],
  measures: [{ name: 'customers', kind: 'count' }],
  rowRules: [{ column: 'least', operator: 'less', value: { context: 'attributes.floor' } }],
  relationships: [
    {
      name: 'orders',
      dataset: 'orders',
      kind: 'one-to-many',
      columns: [{ own: 'name', other: 'customer' }],
    },
  ],
};
const datasets = new Map([relatedOrders, customers].map((dataset) => [dataset.id, dataset]));
const fromOrders: Model = { root: relatedOrders, datasets };
const fromCustomers: Model = { root: customers, datasets };

/** Payments of invoices of customers, who alone have a rule. */
const invoices: Dataset = {
  ...orders,
  id: 'invoices',
  rowRules: [{ follow: 'account' }],
  relationships: [
    {
      name: 'account',
      dataset: 'customers',
      kind: 'many-to-one',
      columns: [{ own: 'customer', other: 'name' }],
    },
  ],
};
const paidWith = (rule: Pick<Dataset, 'segmented' | 'rowRules'>): Model => {
  const root: Dataset = {
    ...orders,
    ...rule,
    id: 'payments',
    relationships: [
      {
        name: 'invoice',
        dataset: 'invoices',
        kind: 'many-to-one',
        columns: [{ own: 'quantity', other: 'id' }],
      },
    ],
  };
  return { root, datasets: new Map([root, invoices, customers].map((dataset) => [dataset.id, dataset])) };
};

/** Computed columns that use each other, for every place of a query. */
const computedOrders: Dataset = {
  ...orders,
  columns: [
    ...orders.columns,
    { name: 'net', type: 'decimal', expression: 'amount * 0.93 - 0.5' },
    { name: 'unit price', type: 'number', expression: 'net / quantity' },
    {
      name: 'size',
      type: 'string',
      expression:
        "case when quantity > 10 then concat('large ', lower(customer)) when region is null then 'none' else trim(region) end",
    },
    {
      name: 'large',
      type: 'boolean',
      expression: "starts_with(size, 'large') and not (quantity in (12, 13))",
    },
    { name: 'due', type: 'date', expression: 'add_days(created, quantity * 2)' },
    { name: 'hour', type: 'integer', expression: 'coalesce(hour(created), -1) % 12' },
  ],
  measures: [
    ...(orders.measures ?? []),
    { name: 'net revenue', kind: 'sum', column: 'net' },
    { name: 'best price', kind: 'max', column: 'unit price' },
    { name: 'net per unit', kind: 'ratio', numerator: 'net revenue', denominator: 'units' },
    { name: 'last size', kind: 'max', column: 'size' },
  ],
  rowRules: [
    { column: 'size', operator: 'in', values: ['large customer 1', 'EU', 'US', 'eu', 'none', '12abc'] },
  ],
};

const cases: readonly (Partial<QueryCase> & { readonly name: string; readonly spec: Query })[] = [
  { name: 'count', spec: query({}) },
  { name: 'denied', spec: query({}), context: { ...viewer, attributes: {} } },
  {
    name: 'every-measure',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'customer' }],
      measures: (openOrders.measures ?? []).map((measure) => measure.name),
      totals: true,
    }),
  },
  {
    name: 'every-measure-in-all',
    dataset: openOrders,
    spec: query({ measures: (openOrders.measures ?? []).map((measure) => measure.name) }),
  },
  {
    name: 'binary-groups',
    dataset: openOrders,
    spec: query({ dimensions: [{ column: 'region' }], sort: [{ by: 'region', direction: 'desc' }] }),
  },
  {
    name: 'every-rule-operator',
    dataset: ruled(
      {
        or: [
          { column: 'region', operator: 'equals', value: { context: 'attributes.region' } },
          { column: 'region', operator: 'in', values: { context: 'attributes.regions' } },
          { column: 'region', operator: 'contains', value: { context: 'attributes.part' } },
          {
            and: [
              { column: 'region', operator: 'not-equals', value: 'EU' },
              { column: 'region', operator: 'not-in', values: ['eu', 'US'] },
              { column: 'region', operator: 'greater', value: 'E' },
            ],
          },
          { column: 'region', operator: 'in', values: { context: 'groups' } },
          { column: 'region', operator: 'is-not-set' },
        ],
      },
      { column: 'quantity', operator: 'greater-or-equal', value: 1 },
      { column: 'id', operator: 'less', value: '9007199254740993' },
      { column: 'id', operator: 'not-in', values: [5, 6] },
      {
        or: [
          {
            column: 'amount',
            operator: 'between',
            from: { context: 'attributes.floor' },
            to: { context: 'attributes.ceiling' },
          },
          { column: 'score', operator: 'equals', value: 0.125 },
        ],
      },
      {
        or: [
          { column: 'active', operator: 'equals', value: { context: 'attributes.active' } },
          { column: 'active', operator: 'is-not-set' },
        ],
      },
      { column: 'day', operator: 'greater', value: { context: 'attributes.since' } },
      { column: 'created', operator: 'greater', value: { context: 'attributes.at' } },
      { column: 'local', operator: 'less-or-equal', value: '2026-06-01T00:00:00Z' },
      { context: 'roles', operator: 'contains', value: 'USER' },
    ),
    spec: query({ dimensions: [{ column: 'id' }] }),
  },
  {
    name: 'group-rules',
    dataset: {
      ...orders,
      rowRules: [],
      groupRules: [
        { group: 'EU', rule: { column: 'region', operator: 'equals', value: 'EU' } },
        { group: 'US', rule: { column: 'region', operator: 'equals', value: 'US' } },
        { group: 'admins', rule: { all: true } },
      ],
    },
    spec: query({ dimensions: [{ column: 'region' }] }),
  },
  {
    name: 'every-filter',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'region' }, { column: 'active' }],
      filters: [
        { column: 'customer', operator: 'starts-with', value: 'customer' },
        { column: 'customer', operator: 'contains', value: 'mer ' },
        { column: 'region', operator: 'not-in', values: ['US', 'us', 'EU '] },
        { column: 'region', operator: 'is-set' },
        { column: 'id', operator: 'less-or-equal', value: 110 },
        { column: 'created', operator: 'between', from: '2025-02-01', to: '2026-01-31' },
        { column: 'created', operator: 'not-equals', value: '2025-06-05' },
        { column: 'local', operator: 'greater', value: '2025-01-10T08:30' },
        { column: 'score', operator: 'greater', value: 0.25 },
      ],
      sort: [{ by: 'orders', direction: 'asc' }],
      limit: 7,
    }),
  },
  ...(['hour', 'day', 'week', 'month', 'quarter', 'year', 'fiscal-quarter', 'fiscal-year'] as const).map(
    (grain) => ({
      name: `grain-${grain}`,
      dataset: openOrders,
      spec: query({ dimensions: [{ column: 'created', grain }], measures: ['orders', 'revenue'] }),
    }),
  ),
  {
    name: 'utc-days',
    dataset: openOrders,
    calendar: { ...zurich, timeZone: 'UTC' },
    spec: query({
      dimensions: [
        { column: 'created', grain: 'day' },
        { column: 'local', grain: 'month' },
      ],
    }),
  },
  {
    name: 'days-within-bounds',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'created', grain: 'day' }],
      filters: [{ column: 'created', operator: 'between', from: '2025-03-01', to: '2025-12-31' }],
    }),
  },
  {
    name: 'days-within-a-season',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'created', grain: 'day' }],
      filters: [{ column: 'created', operator: 'between', from: '2025-06-01', to: '2025-07-31' }],
    }),
  },
  {
    name: 'week-from-sunday',
    dataset: openOrders,
    calendar: { ...zurich, weekStart: 7 },
    spec: query({ dimensions: [{ column: 'day', grain: 'week' }] }),
  },
  {
    name: 'half-hour-zone',
    dataset: openOrders,
    calendar: { ...zurich, timeZone: 'Asia/Kolkata' },
    spec: query({ dimensions: [{ column: 'created', grain: 'hour' }] }),
  },
  {
    name: 'half-hour-change',
    dataset: openOrders,
    calendar: { ...zurich, timeZone: 'Australia/Lord_Howe' },
    spec: query({ dimensions: [{ column: 'created', grain: 'hour' }] }),
  },
  {
    name: 'half-hour-change-in-filtered-days',
    dataset: openOrders,
    calendar: { ...zurich, timeZone: 'Australia/Lord_Howe' },
    spec: query({
      dimensions: [{ column: 'created', grain: 'hour', fillGaps: true }],
      filters: [{ column: 'created', operator: 'between', from: '2025-04-04', to: '2025-04-07' }],
    }),
  },
  {
    name: 'wall-clock',
    dataset: openOrders,
    spec: query({ dimensions: [{ column: 'local', grain: 'day' }] }),
  },
  {
    name: 'wall-clock-at-home',
    dataset: openOrders,
    calendar: { ...zurich, timeZone: 'America/New_York' },
    spec: query({ dimensions: [{ column: 'local', grain: 'day' }] }),
  },
  {
    name: 'raw-times',
    dataset: openOrders,
    spec: query({ dimensions: [{ column: 'created' }, { column: 'local' }, { column: 'day' }], limit: 5 }),
  },
  {
    name: 'previous-period',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'created', grain: 'month', fillGaps: true }],
      measures: ['orders', 'revenue', 'customers', 'median score', 'price'],
      filters: [
        { column: 'created', operator: 'between', from: '2025-07-01', to: '2025-12-31' },
        { column: 'region', operator: 'is-set' },
      ],
      comparison: { column: 'created', with: 'previous-period' },
      totals: true,
    }),
  },
  {
    name: 'previous-days',
    spec: query({
      measures: ['orders', 'revenue'],
      filters: [{ column: 'day', operator: 'between', from: '2025-05-10', to: '2025-08-20' }],
      comparison: { column: 'day', with: 'previous-period' },
    }),
  },
  {
    name: 'previous-year',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'day', grain: 'quarter' }],
      filters: [
        { column: 'day', operator: 'greater-or-equal', value: '2025-06-01' },
        { column: 'day', operator: 'less', value: '2026-08-01' },
      ],
      comparison: { column: 'day', with: 'previous-year' },
    }),
  },
  {
    name: 'top-with-others',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'region' }],
      measures: ['revenue', 'median score'],
      top: { dimension: 'region', by: 'revenue', count: 4, others: true },
    }),
  },
  {
    name: 'top-by-median',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'region' }],
      measures: ['orders'],
      top: { dimension: 'region', by: 'median score', count: 3 },
    }),
  },
  {
    name: 'top-series-over-time',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'day', grain: 'year' }, { column: 'customer' }],
      measures: ['units'],
      top: { dimension: 'customer', by: 'units', count: 2, others: true },
      filters: [{ column: 'day', operator: 'between', from: '2025-01-01', to: '2026-12-31' }],
      comparison: { column: 'day', with: 'previous-year' },
    }),
  },
  {
    name: 'pivot',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'day', grain: 'quarter' }, { column: 'customer' }],
      measures: ['units', 'orders'],
      pivot: { dimension: 'customer', limit: 3 },
      limit: 4,
    }),
  },
  {
    name: 'pivot-totals',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'day', grain: 'quarter' }, { column: 'customer' }],
      measures: ['units', 'average score'],
      top: { dimension: 'customer', by: 'units', count: 2, others: true },
      pivot: { dimension: 'customer' },
      limit: 4,
      totals: true,
    }),
  },
  {
    name: 'subtotals',
    dataset: openOrders,
    spec: query({
      dimensions: [{ column: 'customer' }, { column: 'active' }, { column: 'day', grain: 'quarter' }],
      measures: ['revenue', 'customers', 'average score', 'median score', 'price'],
      subtotals: [
        { dimensions: ['customer', 'day'] },
        { dimensions: ['day', 'active'] },
        { dimensions: ['active'] },
        { dimensions: [] },
      ],
      sort: [
        { by: 'revenue', direction: 'desc' },
        { by: 'day', direction: 'desc' },
      ],
    }),
  },
  {
    name: 'subtotals-of-top-values-compared',
    dataset: ruled({ column: 'region', operator: 'in', values: { context: 'attributes.regions' } }),
    spec: query({
      dimensions: [{ column: 'region' }, { column: 'customer' }],
      measures: ['units', 'customers'],
      filters: [{ column: 'day', operator: 'between', from: '2025-06-01', to: '2025-12-31' }],
      comparison: { column: 'day', with: 'previous-period' },
      top: { dimension: 'customer', by: 'units', count: 2, others: true },
      subtotals: [{ dimensions: ['region'] }, { dimensions: ['customer'] }, { dimensions: [] }],
      limit: 5,
    }),
  },
  {
    name: 'dataset-sql',
    dataset: {
      ...orders,
      source: {
        kind: 'sql',
        sql: "SELECT * FROM orders -- {not a placeholder}\nWHERE customer <> 'it''s {x}' AND region IN ({{ attributes.regions }}) AND quantity > {{ attributes.floor as integer }} -- last",
      },
    },
    spec: query({ dimensions: [{ column: 'region' }] }),
  },
  {
    name: 'dataset-sql-denied',
    dataset: {
      ...orders,
      source: { kind: 'sql', sql: 'SELECT * FROM orders WHERE quantity > {{ attributes.nothing }}' },
    },
    spec: query({}),
  },
  {
    name: 'related-dimension',
    dataset: fromOrders,
    spec: query({
      dimensions: [{ column: 'buyer.name' }, { column: 'buyer.since', grain: 'month' }],
      measures: ['revenue', 'orders'],
      filters: [{ column: 'buyer.since', operator: 'between', from: '2025-01-01', to: '2025-01-20' }],
      totals: true,
    }),
  },
  {
    name: 'related-top-with-others',
    dataset: fromOrders,
    spec: query({
      dimensions: [{ column: 'buyer.name' }],
      measures: ['units'],
      top: { dimension: 'buyer.name', by: 'units', count: 2, others: true },
    }),
  },
  {
    name: 'related-measures',
    dataset: fromCustomers,
    spec: query({
      dimensions: [{ column: 'since', grain: 'week' }],
      measures: ['customers', 'orders.revenue', 'orders.regions'],
      having: [{ measure: 'orders.revenue', operator: 'greater', value: 1 }],
      totals: true,
    }),
  },
  {
    name: 'related-dataset-hidden',
    dataset: fromOrders,
    context: { ...viewer, attributes: { regions: ['EU'] } },
    spec: query({ dimensions: [{ column: 'buyer.name' }] }),
  },
  {
    name: 'related-rule-column',
    dataset: paidWith({
      rowRules: [
        { column: 'invoice.account.least', operator: 'less', value: { context: 'attributes.floor' } },
      ],
    }),
    spec: query({ dimensions: [{ column: 'region' }], measures: ['units'] }),
  },
  {
    name: 'related-rule-follow',
    dataset: paidWith({
      rowRules: [
        {
          or: [{ follow: 'invoice' }, { column: 'region', operator: 'equals', value: 'US' }],
        },
      ],
    }),
    spec: query({ dimensions: [{ column: 'region' }], measures: ['units'] }),
  },
  {
    name: 'related-rule-joined',
    dataset: paidWith({ segmented: false, rowRules: [] }),
    spec: query({ dimensions: [{ column: 'invoice.customer' }], measures: ['units'] }),
  },
  {
    name: 'computed-columns',
    dataset: computedOrders,
    spec: query({
      dimensions: [{ column: 'size' }, { column: 'due', grain: 'month' }, { column: 'large' }],
      measures: ['net revenue', 'best price', 'net per unit', 'last size'],
      filters: [
        { column: 'net', operator: 'greater', value: 1 },
        { column: 'hour', operator: 'not-equals', value: 5 },
        { column: 'due', operator: 'between', from: '2025-01-15', to: '2026-06-30' },
      ],
      sort: [
        { by: 'net revenue', direction: 'desc' },
        { by: 'size', direction: 'asc' },
      ],
      totals: true,
    }),
  },
  {
    name: 'computed-column-compared',
    dataset: { ...computedOrders, segmented: false, rowRules: [] },
    spec: query({
      dimensions: [{ column: 'large' }],
      measures: ['net revenue'],
      filters: [{ column: 'due', operator: 'between', from: '2025-06-01', to: '2025-12-31' }],
      comparison: { column: 'due', with: 'previous-period' },
    }),
  },
  {
    name: 'sql-in-an-attribute',
    spec: query({}),
    context: { ...viewer, attributes: { region: "EU' OR '1'='1" } },
  },
  {
    name: 'chosen-values',
    spec: query({
      dimensions: [{ column: 'region' }],
      chosen: [
        { column: 'region', operator: 'is', values: ['EU', '', null] },
        { column: 'score', operator: 'is', values: [null] },
        { column: 'customer', operator: 'is-not', values: ['Ada', ''] },
        { column: 'amount', operator: 'is-not', values: [null, '12.5'] },
      ],
    }),
  },
  {
    name: 'chosen-periods',
    spec: query({
      dimensions: [{ column: 'region' }],
      chosen: [
        { column: 'created', operator: 'is', values: ['2025-10-28T11:30:00Z'], grain: 'hour' },
        { column: 'local', operator: 'is-not', values: ['2025-10-26T00:00:00Z'], grain: 'hour' },
        { column: 'day', operator: 'is', values: ['2025-10-01', null], grain: 'fiscal-quarter' },
        { column: 'day', operator: 'is-not', values: ['2025-11-01', '2025-12-01'], grain: 'month' },
      ],
    }),
  },
  ...measureCases,
];

export const queryCases: readonly QueryCase[] = cases.map((item) => ({
  dataset: orders,
  calendar: zurich,
  context: viewer,
  ...item,
}));
