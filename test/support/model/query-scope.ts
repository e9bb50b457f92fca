import type { Filter } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import { type ResolvedMeasure, resolveMeasureAt } from './evaluate-measure.ts';
import type { Dimension, RequestedTop } from './evaluate-order.ts';
import type { QueryCase } from './evaluate-query.ts';
import { bucketOf, dayIn, shiftDay } from './evaluate-time.ts';
import { matchesFilter } from './matches-filter.ts';
import { type Fact, readWorld } from './read-world.ts';
import { boundsDays, comparedReading, datedFilter, type Reading, rangeOf } from './reading.ts';
import { Refused } from './refused.ts';
import { resolveField, resolveMeasure } from './resolve-field.ts';
import { datasetOf, type Path } from './shop-model.ts';
import type { Value } from './value.ts';

/** The names of a query, resolved, and the rows that it can read. */
export type QueryScope = ReturnType<typeof scopeOf>;

export function scopeOf(queryCase: QueryCase) {
  const { model, root, query, calendar, now } = queryCase;
  const { having = [] } = query;
  const filters = (query.filters ?? []).flatMap((filter) => datedFilter(filter, { calendar, now }) ?? []);
  const world = readWorld(queryCase);
  const columnNamed = (written: string) => {
    const { path, table, name } = resolveField(model, root, written, 'columns');
    const column = datasetOf(model, table).columns.find((candidate) => candidate.name === name);
    if (column === undefined) throw new Refused(written);
    return { path, name, type: column.type as ColumnType, isComputed: column.expression !== undefined };
  };
  const dimensions = query.dimensions.map(({ column, grain, fillGaps = false }): Dimension => {
    const { type: columnType, isComputed } = columnNamed(column);
    if (columnType === 'json') throw new Refused('JSON cannot be grouped');
    if (isComputed && columnType === 'number') throw new Refused('computed numbers cannot be grouped');
    if (fillGaps && grain === undefined) throw new Refused('gaps without a grain');
    const isRepeated = query.dimensions.filter((other) => other.column === column).length > 1;
    return {
      name: isRepeated && grain !== undefined ? `${column}:${grain}` : column,
      type: grain === undefined ? columnType : grain === 'hour' ? 'datetime' : 'date',
      grain,
      column,
      columnType,
      // A period that a condition on a measure hides is not empty, and a date by two grains has no gaps of its own.
      isFilled: fillGaps && !isRepeated && having.length === 0,
      range: rangeOf(filters, column),
    };
  });
  const dimensionNamed = (name: string): Dimension => {
    const found = dimensions.find((dimension) => dimension.name === name);
    if (found === undefined) throw new Refused(`no dimension ${name}`);
    return found;
  };
  const pivot = query.pivot && dimensionNamed(query.pivot.dimension);
  const [first] = query.measures;
  if (pivot !== undefined && first === undefined) throw new Refused('a pivot of nothing');
  const own: readonly RequestedTop[] =
    query.top === undefined
      ? []
      : [
          {
            ...query.top,
            dimension: dimensionNamed(query.top.dimension),
            others: query.top.others === true,
            isPivot: false,
          },
        ];
  const tops: readonly RequestedTop[] =
    pivot === undefined || first === undefined || own[0]?.dimension === pivot
      ? own
      : [
          ...own,
          { dimension: pivot, by: first, count: query.pivot?.limit ?? 50, others: false, isPivot: true },
        ];
  if (tops.some(({ dimension }) => dimension.isFilled)) throw new Refused('gaps among top values');
  const compared =
    query.comparison && comparedReading(query.comparison, filters, columnNamed(query.comparison.column).type);

  /** A measure for some dimensions, over the current rows or others. */
  const measureFor = (name: string, kept: readonly Dimension[], isSummary: boolean) => {
    const { path, name: measure, dataset } = resolveMeasure(model, root, name);
    const place = { own: measure, path, dataset, filters, calendar, now, dimensions: kept, isSummary };
    return (reading?: Reading) => resolveMeasureAt(place, reading);
  };
  /** Over the whole dimension. The columns of a pivot are by their number of rows if their measure has no value there. */
  const rankedBy = ({ dimension, by, isPivot }: RequestedTop): ResolvedMeasure => {
    const resolved = measureFor(by, [dimension], true)();
    if (!resolved.isNothing) return resolved;
    if (!isPivot) throw new Refused(`${by} has no value for a whole dimension`);
    const { path, dataset } = resolveMeasure(model, root, by);
    const counted = { ...dataset, measures: [{ name: by, kind: 'count' as const }] };
    return resolveMeasureAt({
      own: by,
      path,
      dataset: counted,
      filters,
      calendar,
      now,
      dimensions: [dimension],
      isSummary: true,
    });
  };

  const cellIn = (fact: Fact, written: string): Value => {
    const { path, name } = columnNamed(written);
    return world.cell(fact, path, name);
  };
  const isInDays = (fact: Fact, { column, range: { from, to }, shift }: Reading): boolean => {
    if (from === undefined && to === undefined) return true;
    const cell = cellIn(fact, column);
    if (cell === null) return false;
    const day = columnNamed(column).type === 'datetime' ? dayIn(String(cell), calendar) : String(cell);
    const moved = shift === undefined ? day : shiftDay(day, shift);
    return (from === undefined || moved >= from) && (to === undefined || moved < to);
  };
  const isMatched = (fact: Fact) => (filter: Filter) =>
    matchesFilter(filter, cellIn(fact, filter.column), columnNamed(filter.column).type, { calendar, now });

  return {
    ...queryCase,
    world,
    columnNamed,
    dimensions,
    dimensionNamed,
    pivot,
    tops,
    compared,
    /** The measures of a result with these dimensions. */
    resolveFor: (kept: readonly Dimension[], isSummary: boolean) => {
      const named = query.measures.map((name) => measureFor(name, kept, isSummary));
      return {
        measures: named.map((resolve) => resolve()),
        previous: compared === undefined ? [] : named.map((resolve) => resolve(compared)),
        conditions: isSummary ? [] : having.map(({ measure }) => measureFor(measure, kept, false)()),
        tops: tops
          .filter(({ dimension }) => kept.includes(dimension))
          .map((top) => ({ ...top, by: rankedBy(top) })),
      };
    },
    /** The rows at the end of a path that match the filters; in another reading, its days instead of theirs. */
    factsIn: (path: Path, reading: Reading | undefined): readonly Fact[] => {
      const kept = filters.filter((filter) => reading === undefined || !boundsDays(filter, reading.column));
      return world
        .factsAt(path)
        .filter(
          (fact) =>
            kept.every(isMatched(fact)) &&
            (query.anyOf ?? []).every((group) => group.some(isMatched(fact))) &&
            (reading === undefined || isInDays(fact, reading)),
        );
    },
    /** The value of a dimension, as much later as the reading moves it. */
    valueFor: ({ column, columnType, grain }: Dimension, fact: Fact, reading: Reading | undefined) => {
      const shift = reading?.column === column ? reading.shift : undefined;
      return bucketOf(cellIn(fact, column), columnType, { grain, shift }, calendar);
    },
  };
}
