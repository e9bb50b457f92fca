import type { Dimension, Filter, MeasureFilter, QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import { arbitraryFilter, arbitraryPeriod } from './arbitrary-filter.ts';
import { COMPUTED } from './computed-columns.ts';
import type { Random } from './random.ts';
import type { Shop, TableName } from './shop.ts';
import { datasetOf, hasOne, nameAt, type Path, pathsFrom, type ShopModel } from './shop-model.ts';

export function arbitraryCalendar(random: Random): ViewerCalendar {
  return random.pick([
    { timeZone: 'UTC', weekStart: 1, fiscalYearStart: 1 },
    { timeZone: 'Europe/Zurich', weekStart: 7, fiscalYearStart: 4 },
  ]);
}

/** Among the dates of the shop; some are on different days, months or years in the two zones. */
export function arbitraryNow(random: Random): number {
  return Date.parse(
    random.pick([
      '2024-12-31T23:30:00Z',
      '2025-02-28T12:00:00Z',
      '2025-03-30T22:30:00Z',
      '2025-07-14T00:00:00Z',
    ]),
  );
}

interface Field {
  /** As a query writes it: `customer.region.code`. */
  readonly name: string;
  readonly path: Path;
  readonly table: TableName;
  readonly own: string;
  readonly type: ColumnType;
}

/** Mostly a query that is allowed; now and then one that has to be refused. */
export function arbitraryQuery(random: Random, shop: Shop, model: ShopModel, root: TableName): QuerySpec {
  const paths = pathsFrom(model, root, 3);
  const tableAt = (path: Path) => path.at(-1)?.to ?? root;
  const sources: readonly Path[] = random.chance(0.4)
    ? [[]]
    : random.sample(
        paths.filter((path) => random.chance(0.03) || hasOne(path, [])),
        1 + random.integer(3),
      );
  const measures = sources.flatMap((path) => {
    const dataset = datasetOf(model, tableAt(path));
    const defined = dataset.measures.map(({ name }) => nameAt(path, name));
    const adHoc = dataset.columns.flatMap(({ name, aggregations = [] }) =>
      aggregations.map((kind) => `${kind}(${nameAt(path, name)})`),
    );
    return [
      ...random.sample(defined, 1 + random.integer(3)),
      ...(random.chance(0.2) ? random.sample(adHoc, 1) : []),
      // The column may not allow it.
      ...(random.chance(0.02) ? [`max(${nameAt(path, random.pick(dataset.columns).name)})`] : []),
    ];
  });
  const rankable = sources.flatMap((path) =>
    datasetOf(model, tableAt(path)).measures.map(({ name }) => nameAt(path, name)),
  );
  const fields = paths
    .filter((path) => random.chance(0.02) || sources.every((source) => hasOne(source, path)))
    .flatMap((path): readonly Field[] => {
      const table = tableAt(path);
      return datasetOf(model, table).columns.map(({ name, type }) => ({
        name: nameAt(path, name),
        own: name,
        path,
        table,
        type,
      }));
    });
  // The dates that measures follow, those of the query first.
  const dates = sources
    .flatMap((path) =>
      datasetOf(model, tableAt(path)).measures.flatMap((measure) =>
        'date' in measure
          ? [{ name: nameAt(path, measure.date), isUsed: measures.includes(nameAt(path, measure.name)) }]
          : [],
      ),
    )
    .toSorted((a, b) => Number(b.isUsed) - Number(a.isUsed));
  const date = fields.find(({ name }) => name === dates[0]?.name);
  const follows = date !== undefined && random.chance(dates[0]?.isUsed === true ? 0.97 : 0.4);
  const dimensions = arbitraryDimensions(random, fields, follows && random.chance(0.8) ? date : undefined);
  const chosen = dimensions.length === 0 || random.chance(0.9) ? [...new Set(measures)] : [];
  if (chosen.length + dimensions.length === 0) return arbitraryQuery(random, shop, model, root);
  const names = dimensions.map(({ column, grain }) => {
    const isRepeated = dimensions.filter((other) => other.column === column).length > 1;
    return isRepeated && grain !== undefined ? `${column}:${grain}` : column;
  });
  const filter = () => arbitraryFilter(random, shop, random.pick(fields));
  const filters = [
    ...(fields.length > 0 && random.chance(0.4) ? [filter()] : []),
    ...(follows && random.chance(0.8) ? [arbitraryDays(random, date.name)] : []),
  ];
  const { operator = '', column: bounded = '' } = filters.at(-1) ?? {};
  const isBounded = ['between', 'in-period'].includes(operator) && bounded === date?.name;
  return {
    dimensions,
    measures: chosen,
    ...(filters.length > 0 ? { filters } : {}),
    ...(fields.length > 0 && random.chance(0.15) ? { anyOf: [[filter(), filter()]] } : {}),
    ...(date !== undefined && random.chance(isBounded ? 0.4 : 0.02)
      ? {
          comparison: {
            column: date.name,
            with: random.pick(['previous-period', 'previous-year'] as const),
          },
        }
      : {}),
    ...arbitraryLayout(random, names, { chosen, others: rankable }),
  };
}

/** How the groups are shown. */
function arbitraryLayout(
  random: Random,
  names: readonly string[],
  { chosen: measures, others }: { readonly chosen: readonly string[]; readonly others: readonly string[] },
) {
  const [pivot] = measures.length > 0 && random.chance(0.15) ? random.sample(names, 1) : [];
  const sortable = pivot === undefined || random.chance(0.05) ? [...names, ...measures] : names;
  const [top] = random.sample(names, 1);
  return {
    ...(measures.length > 0 && random.chance(0.2)
      ? { having: [arbitraryHaving(random, random.pick(random.chance(0.8) ? measures : others))] }
      : {}),
    ...(random.chance(0.4) && sortable.length > 0
      ? {
          sort: random
            .sample(sortable, 2)
            .map((by) => ({ by, direction: random.pick(['asc', 'desc'] as const) })),
        }
      : {}),
    ...(random.chance(0.25) ? { limit: 1 + random.integer(5) } : {}),
    ...(random.chance(0.3) ? { totals: true } : {}),
    ...(top !== undefined && random.chance(0.3)
      ? {
          top: {
            dimension: top,
            by: random.pick(measures.length > 0 && random.chance(0.8) ? measures : others),
            count: 1 + random.integer(3),
            others: random.chance(0.6),
          },
        }
      : {}),
    ...(pivot === undefined
      ? {}
      : { pivot: { dimension: pivot, ...(random.chance(0.5) ? { limit: 1 + random.integer(3) } : {}) } }),
    ...(measures.length > 0 && names.length > 0 && random.chance(pivot === undefined ? 0.15 : 0.03)
      ? { subtotals: [{ dimensions: random.some(names, 0.5) }, { dimensions: [] }] }
      : {}),
  };
}

/** A date among them where measures follow one. */
function arbitraryDimensions(
  random: Random,
  fields: readonly Field[],
  date: Field | undefined,
): readonly Dimension[] {
  const grains = ['day', 'week', 'month', 'quarter', 'year', 'fiscal-quarter', 'fiscal-year'] as const;
  const dimensionOf = ({ name, type }: Field): Dimension => {
    if (type !== 'date' && type !== 'datetime') return { column: name };
    if (random.chance(0.25)) return { column: name };
    return { column: name, grain: type === 'datetime' && random.chance(0.2) ? 'hour' : random.pick(grains) };
  };
  const canBeGrouped = ({ table, own, type }: Field) =>
    type !== 'json' && !COMPUTED[table].some((column) => column.name === own && column.type === 'number');
  const others = random.sample(
    fields.filter((field) => field !== date && (canBeGrouped(field) || random.chance(0.1))),
    random.integer(date === undefined ? 4 : 3),
  );
  const sampled = [...(date === undefined ? [] : [date]), ...others].map(dimensionOf);
  // Now and then the same date by two grains.
  const dated = sampled.find(({ grain }) => grain !== undefined && grain !== 'year');
  const all: readonly Dimension[] =
    dated !== undefined && random.chance(0.2) ? [...sampled, { ...dated, grain: 'year' }] : sampled;
  return all.map((dimension) => {
    // Every hour of a year, for each value of another dimension, is too much to compare.
    const isSmall = dimension.grain !== 'hour' || all.length === 1;
    const isFilled = dimension.grain !== undefined && isSmall && random.chance(0.35);
    return isFilled ? { ...dimension, fillGaps: true } : dimension;
  });
}

/** Days, so that measures over time can be computed. */
function arbitraryDays(random: Random, column: string): Filter {
  const days = [
    '2024-12-01',
    '2024-12-31',
    '2025-01-01',
    '2025-01-31',
    '2025-02-28',
    '2025-03-01',
    '2025-03-28',
  ];
  const [from = '', to = ''] = random
    .sample([...days, '2025-03-31', '2025-07-01', '2025-07-31'], 2)
    .toSorted();
  if (random.chance(0.3)) return { column, operator: 'in-period', period: arbitraryPeriod(random) };
  if (random.chance(0.7)) return { column, operator: 'between', from, to };
  const operators = ['equals', 'less', 'less-or-equal', 'greater', 'greater-or-equal', 'not-equals'] as const;
  return { column, operator: random.pick(operators), value: random.pick([from, to]) };
}

/** Refused for measures that are no numbers, unless it only asks whether there is a value. */
function arbitraryHaving(random: Random, measure: string): MeasureFilter {
  if (random.chance(0.2)) return { measure, operator: random.pick(['is-set', 'is-not-set'] as const) };
  const value = random.pick([0, 1, 2, 0.5, 12.34, -7.5, 100]);
  if (random.chance(0.2)) return { measure, operator: 'between', from: value, to: value + 10 };
  const operators = ['equals', 'not-equals', 'less', 'less-or-equal', 'greater', 'greater-or-equal'] as const;
  return { measure, operator: random.pick(operators), value };
}
