import { sortRows } from './evaluate-order.ts';
import type { QueryScope } from './query-scope.ts';
import { Refused } from './refused.ts';
import { resolveMeasure } from './resolve-field.ts';
import { hasOne, nameAt } from './shop-model.ts';
import { isNumeric } from './value.ts';

/** Refuses what the product must refuse, once every name is resolved. */
export function checkQuery(scope: QueryScope): void {
  const { query, dimensions, pivot, compared } = scope;
  const { measures, previous, conditions, tops } = scope.resolveFor(dimensions, false);
  conditions.forEach(({ type }, index) => {
    const operator = query.having?.[index]?.operator;
    if (!isNumeric(type) && operator !== 'is-set' && operator !== 'is-not-set')
      throw new Refused('no number');
  });
  for (const subtotal of query.subtotals ?? []) subtotal.dimensions.forEach(scope.dimensionNamed);
  if (query.subtotals !== undefined && (measures.length === 0 || pivot !== undefined))
    throw new Refused('subtotals of nothing, or of a pivot');
  sortRows([], { query, dimensions, kept: dimensions, perMeasure: 1 });
  const used = [...measures, ...previous, ...conditions, ...tops.map(({ by }) => by)];
  for (const reading of [compared, ...used.flatMap(({ readings }) => readings)])
    for (const { column, columnType, grain } of dimensions) {
      if (reading?.shift === undefined || reading.column !== column) continue;
      if (columnType === 'datetime' && grain === undefined) throw new Refused('moments are not compared');
      if (grain === 'hour' && reading.shift.unit === 'months') throw new Refused('hours moved by months');
    }
  checkPaths(scope);
}

/** Refuses joins that would count rows several times. */
function checkPaths({ model, root, query, tops, world, columnNamed }: QueryScope): void {
  const measures = [
    ...query.measures,
    ...(query.having ?? []).map(({ measure }) => measure),
    ...tops.map(({ by }) => by),
  ];
  const sources = new Map(
    measures
      .map((name) => resolveMeasure(model, root, name).path)
      .map((path) => [nameAt(path, ''), path] as const),
  );
  if (sources.size === 0) sources.set('', []);
  const read = [
    ...query.dimensions,
    ...(query.filters ?? []),
    ...(query.anyOf ?? []).flat(),
    ...(query.comparison === undefined ? [] : [query.comparison]),
  ].map(({ column }) => columnNamed(column).path);
  for (const source of sources.values()) {
    if (!hasOne(source, [])) throw new Refused('a row would count several times');
    for (const target of read) if (!hasOne(source, target)) throw new Refused('several values per row');
  }
  for (const source of sources.values()) for (const target of [[], ...read]) world.checkKeys(source, target);
}
