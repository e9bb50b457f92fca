import type { DatasetColumn, Measure, MeasureKind } from '@inlay/protocol/dataset';
import { isNumeric } from '../is-numeric.ts';

/** Aggregations of rows first, then what is computed from other measures. */
const AGGREGATES = [
  'sum',
  'average',
  'count',
  'distinct',
  'min',
  'max',
  'median',
  'percentile',
  'first',
  'last',
  'weighted-average',
] as const satisfies readonly MeasureKind[];

const CALCULATED = [
  'ratio',
  'expression',
  'share-of-total',
  'rank',
] as const satisfies readonly MeasureKind[];

/** Along a date column. */
const OVER_TIME = [
  'running-total',
  'moving-average',
  'period-to-date',
  'difference',
  'growth',
] as const satisfies readonly MeasureKind[];

/** Measures that read rows, and so can be filtered. */
export type Aggregate = Extract<Measure, { readonly kind: (typeof AGGREGATES)[number] }>;

export const isAggregate = (measure: Measure): measure is Aggregate =>
  AGGREGATES.some((kind) => kind === measure.kind);

/** The kinds that a dataset with these columns and other measures can have. */
export function kindsFor(
  columns: readonly DatasetColumn[],
  others: readonly Measure[],
): readonly MeasureKind[] {
  const hasOthers = others.length > 0;
  return [
    ...AGGREGATES,
    ...(hasOthers ? CALCULATED : []),
    ...(hasOthers && columns.some(isDated) ? OVER_TIME : []),
  ];
}

export const isDated = ({ type }: DatasetColumn): boolean => type === 'date' || type === 'datetime';
const isOrdered = ({ type }: DatasetColumn): boolean => type !== 'boolean' && type !== 'json';

const fits: Partial<Record<MeasureKind, (column: DatasetColumn) => boolean>> = {
  sum: isNumeric,
  average: isNumeric,
  median: isNumeric,
  percentile: isNumeric,
  'weighted-average': isNumeric,
  min: isOrdered,
  max: isOrdered,
  distinct: ({ type }) => type !== 'json',
};

export const columnsFor = (kind: MeasureKind, columns: readonly DatasetColumn[]): readonly DatasetColumn[] =>
  columns.filter(fits[kind] ?? (() => true));

/** Columns that put rows in order. */
export const orderColumns = (columns: readonly DatasetColumn[]): readonly DatasetColumn[] => [
  ...columns.filter(isDated),
  ...columns.filter((column) => isOrdered(column) && !isDated(column)),
];

/** The same measure with another calculation. Keeps what fits: its names, format, column, filters and measure. */
export function withKind(
  measure: Measure,
  kind: MeasureKind,
  columns: readonly DatasetColumn[],
  others: readonly Measure[],
): Measure {
  const { name, label, description, format, hidden } = measure;
  const kept = {
    name,
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(format !== undefined && { format }),
    ...(hidden !== undefined && { hidden }),
  };
  const [first, second = first] = others;
  const former = 'measure' in measure ? measure.measure : undefined;
  const base = others.find((other) => other.name === former)?.name ?? first?.name ?? '';
  const usedDate = 'date' in measure ? measure.date : undefined;
  const date = usedDate ?? columns.find(isDated)?.name ?? '';
  const filtered = {
    ...('filters' in measure && measure.filters && { filters: measure.filters }),
    ...('anyOf' in measure && measure.anyOf && { anyOf: measure.anyOf }),
  };
  const fitting = columnsFor(kind, columns);
  const used = 'column' in measure ? measure.column : undefined;
  const column = (fitting.find((each) => each.name === used) ?? fitting[0])?.name ?? '';
  switch (kind) {
    case 'ratio':
      return { ...kept, kind, numerator: first?.name ?? '', denominator: second?.name ?? '' };
    case 'expression':
      return { ...kept, kind, expression: others.slice(0, 2).map(inFormula).join(' - ') };
    case 'share-of-total':
    case 'rank':
      return { ...kept, kind, measure: base };
    case 'running-total':
      return { ...kept, kind, measure: base, date };
    case 'moving-average':
      return { ...kept, kind, measure: base, date, periods: 3 };
    case 'period-to-date':
      return { ...kept, kind, measure: base, date, period: 'year' };
    case 'difference':
    case 'growth':
      return { ...kept, kind, measure: base, date, offset: { count: 1, unit: 'year' } };
    case 'count':
      return { ...kept, kind, ...filtered };
    case 'percentile':
      return { ...kept, kind, column, percentile: 90, ...filtered };
    case 'first':
    case 'last':
      return { ...kept, kind, column, by: orderColumns(columns)[0]?.name ?? '', ...filtered };
    case 'weighted-average':
      return { ...kept, kind, column, weight: fitting.at(1)?.name ?? column, ...filtered };
    default:
      return { ...kept, kind, column, ...filtered };
  }
}

/** Names with other characters than word characters go in brackets. */
const inFormula = ({ name }: Measure): string => (/^\w+$/.test(name) ? name : `[${name}]`);
