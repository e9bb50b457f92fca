import type { Dataset } from '@inlay/protocol/dataset';
import type { QuerySpec } from '@inlay/protocol/query';
import { openOrders } from './orders.ts';

/** The orders with measures of every kind. */
const measured: Dataset = {
  ...openOrders,
  columns: openOrders.columns.map((column) =>
    column.name === 'amount' ? { ...column, aggregations: ['sum', 'median'] } : column,
  ),
  measures: [
    ...(openOrders.measures ?? []),
    {
      name: 'big',
      kind: 'sum',
      column: 'amount',
      filters: [{ column: 'quantity', operator: 'greater', value: 5 }],
      anyOf: [
        [
          { column: 'region', operator: 'equals', value: 'EU' },
          { column: 'active', operator: 'equals', value: true },
        ],
      ],
    },
    { name: 'p90', kind: 'percentile', column: 'score', percentile: 90 },
    { name: 'first region', kind: 'first', column: 'region', by: 'created' },
    { name: 'last amount', kind: 'last', column: 'amount', by: 'created' },
    { name: 'weighted', kind: 'weighted-average', column: 'score', weight: 'quantity' },
    { name: 'share', kind: 'share-of-total', measure: 'revenue' },
    { name: 'share of customer', kind: 'share-of-total', measure: 'median', within: ['customer'] },
    { name: 'median', kind: 'median', column: 'quantity' },
    { name: 'rank', kind: 'rank', measure: 'units' },
    { name: 'rank of customer', kind: 'rank', measure: 'units', direction: 'asc', within: ['customer'] },
    { name: 'running', kind: 'running-total', measure: 'revenue', date: 'day' },
    { name: 'moving', kind: 'moving-average', measure: 'price', date: 'day', periods: 3 },
    { name: 'hourly', kind: 'moving-average', measure: 'units', date: 'created', periods: 30 },
    { name: 'of week', kind: 'period-to-date', measure: 'units', date: 'created', period: 'week' },
    { name: 'to date', kind: 'period-to-date', measure: 'revenue', date: 'day', period: 'fiscal-quarter' },
    {
      name: 'more',
      kind: 'difference',
      measure: 'to date',
      date: 'day',
      offset: { count: 1, unit: 'quarter' },
    },
    { name: 'before', kind: 'expression', expression: '[to date] - revenue' },
    { name: 'planned', kind: 'expression', expression: 'units * 1.25 + revenue' },
    { name: 'growth', kind: 'growth', measure: 'units', date: 'day', offset: { count: 1, unit: 'year' } },
    {
      name: 'daily growth',
      kind: 'growth',
      measure: 'units',
      date: 'day',
      offset: { count: 5, unit: 'day' },
    },
  ],
};

const year = { column: 'day', operator: 'between', from: '2025-05-10', to: '2026-03-20' } as const;

const specs: Readonly<Record<string, QuerySpec>> = {
  'constant-with-a-fraction': { dimensions: [{ column: 'region' }], measures: ['planned'] },
  'measures-of-rows': {
    dimensions: [{ column: 'customer' }],
    measures: ['big', 'p90', 'first region', 'last amount', 'weighted', 'sum(amount)', 'median(amount)'],
    totals: true,
  },
  'any-of': {
    dimensions: [{ column: 'region' }],
    measures: ['orders'],
    filters: [{ column: 'quantity', operator: 'greater', value: 2 }],
    anyOf: [
      [
        { column: 'region', operator: 'in', values: ['EU', 'US'], orNotSet: true },
        { column: 'score', operator: 'less', value: 4 },
      ],
      [year, { column: 'active', operator: 'is-not-set' }],
    ],
  },
  having: {
    dimensions: [{ column: 'customer' }, { column: 'region' }],
    measures: ['orders', 'revenue'],
    having: [
      { measure: 'units', operator: 'between', from: 5, to: 40 },
      { measure: 'revenue', operator: 'greater', value: 12.5 },
      { measure: 'average score', operator: 'is-set' },
    ],
    totals: true,
  },
  'shares-and-ranks': {
    dimensions: [{ column: 'customer' }, { column: 'region' }],
    measures: ['revenue', 'share', 'share of customer', 'rank', 'rank of customer'],
    top: { dimension: 'customer', by: 'share', count: 3, others: true },
    having: [{ measure: 'share', operator: 'greater', value: 0.01 }],
    subtotals: [{ dimensions: ['customer'] }, { dimensions: [] }],
  },
  'shares-in-a-pivot': {
    dimensions: [{ column: 'day', grain: 'quarter' }, { column: 'customer' }],
    measures: ['share', 'running'],
    pivot: { dimension: 'customer', limit: 3 },
    totals: true,
  },
  'measures-over-time': {
    dimensions: [{ column: 'day', grain: 'month' }, { column: 'active' }],
    measures: ['revenue', 'running', 'moving', 'to date', 'more', 'growth'],
    filters: [year],
    sort: [{ by: 'growth', direction: 'desc' }],
    totals: true,
  },
  'measures-over-gaps': {
    dimensions: [{ column: 'day', grain: 'day', fillGaps: true }, { column: 'active' }],
    measures: ['orders', 'moving', 'running'],
    filters: [{ ...year, to: '2025-06-20' }],
  },
  'measures-over-gaps-without-an-end': {
    dimensions: [{ column: 'created', grain: 'hour', fillGaps: true }],
    measures: ['hourly'],
    filters: [{ column: 'created', operator: 'greater', value: '2026-08-01' }],
  },
  'periods-to-date-over-gaps': {
    dimensions: [{ column: 'day', grain: 'day', fillGaps: true }, { column: 'active' }],
    measures: ['to date', 'before'],
    filters: [{ ...year, to: '2025-06-20' }],
  },
  'growth-over-gaps-without-an-end': {
    dimensions: [{ column: 'day', grain: 'month', fillGaps: true }],
    measures: ['growth', 'moving'],
  },
  'top-by-earlier-rows': {
    dimensions: [{ column: 'day' }],
    measures: [],
    filters: [year],
    top: { dimension: 'day', by: 'to date', count: 3 },
  },
  'measures-over-time-in-all': {
    dimensions: [],
    measures: ['running', 'to date', 'more', 'growth'],
    filters: [year],
  },
  'measures-over-hours': {
    dimensions: [{ column: 'created', grain: 'hour' }],
    measures: ['units', 'hourly', 'of week'],
    filters: [{ column: 'created', operator: 'between', from: '2025-05-10', to: '2025-08-20' }],
  },
  'growth-without-an-end': {
    dimensions: [{ column: 'day', grain: 'week' }],
    measures: ['daily growth', 'rank'],
    top: { dimension: 'day', by: 'daily growth', count: 20 },
  },
  'growth-compared': {
    dimensions: [{ column: 'day', grain: 'quarter' }],
    measures: ['running', 'growth', 'share'],
    filters: [{ ...year, from: '2026-01-01' }],
    comparison: { column: 'day', with: 'previous-year' },
    totals: true,
  },
};

export const measureCases = Object.entries(specs).map(([name, spec]) => ({ name, spec, dataset: measured }));
