import type { Shift } from '../../time/calendar-date.ts';
import { formulaType } from '../model/formula.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlannedDimension } from '../plan/plan-dimensions.ts';
import type { PlannedPart } from '../plan/plan-parts.ts';
import type { Dialect } from '../text/dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { compileShift } from './compile-dimension.ts';
import { type Aggregation, aggregateRows, valueName as name, numberRows } from './compile-formula.ts';
import { rankedParts } from './compile-tops.ts';
import type { OpenScan } from './open-scan.ts';

/** The groups of a scan, in the buckets of their own days. */
export function groupScan(scan: OpenScan, index: number, plan: Plan, aggregation: Aggregation): Sql {
  const keys = plan.dimensions.map((_, position) => name('k', position));
  const leaves = (aggregation.grouped?.all ?? []).map((leaf, position) => ({ leaf, position }));
  const own = leaves.filter(({ leaf }) => scan.has(leaf.value));
  const selected = [
    ...keys,
    ...own.map(({ leaf, position }) => sql`${aggregateRows(leaf, aggregation)} AS ${name('a', position)}`),
    ...scan.partial.map((part) => sql`SUM(${name('in', part)}) AS ${name('c', part)}`),
  ];
  const from = numberRows(
    name('scanned', index),
    keys,
    own.map(({ leaf }) => leaf),
    aggregation,
  );
  return join(
    [trusted(''), sql`SELECT ${join(selected, ', ')}`, sql`FROM ${from}`, sql`GROUP BY ${join(keys, ', ')}`],
    '\n  ',
  );
}

/** Each group of a scan once for each of the parts, in the bucket that it counts in. */
export function moveGroups(
  scan: OpenScan,
  index: number,
  plan: Plan,
  { grouped, dialect }: Aggregation,
): Sql {
  const { parts, partial } = scan;
  const isSingle = parts.length === 1;
  const isPart = (part: number) => sql`p.part = ${trusted(String(part))}`;
  const keys = plan.dimensions.map((dimension, position) => {
    const key = sql`g.${name('k', position)}`;
    const moves = parts.flatMap((part) => {
      const { dated } = plan.parts[part] as PlannedPart;
      if (dated?.shift === undefined || dated.column.name !== dimension.column.name) return [];
      return [{ part, moved: moveBucket(key, dimension, dated.shift, dialect) }];
    });
    const [first] = moves;
    if (first === undefined) return sql`${key} AS ${name('k', position)}`;
    if (isSingle) return sql`${first.moved} AS ${name('k', position)}`;
    const cases = moves.map(({ part, moved }) => sql`WHEN ${isPart(part)} THEN ${moved}`);
    return sql`CASE ${join(cases, ' ')} ELSE ${key} END AS ${name('k', position)}`;
  });
  const values = (grouped?.all ?? []).map((leaf, position) => {
    const value = sql`g.${name('a', position)}`;
    const own = isSingle ? value : sql`CASE WHEN ${isPart(leaf.value.part)} THEN ${value} END`;
    return sql`${scan.has(leaf.value) ? own : dialect.nullOf(formulaType(leaf))} AS ${name('v', position)}`;
  });
  const flags = rankedParts(plan).map((part) => {
    const isIn = sql`CASE WHEN ${isPart(part)} THEN 1 ELSE 0 END`;
    return sql`${isSingle ? trusted(parts.includes(part) ? '1' : '0') : isIn} AS ${name('in', part)}`;
  });
  const numbers = parts.map((part, position) => trusted(`SELECT ${part}${position === 0 ? ' AS part' : ''}`));
  const present = parts.map((part) =>
    partial.includes(part) ? sql`(${isPart(part)} AND g.${name('c', part)} > 0)` : isPart(part),
  );
  return join(
    [
      trusted(''),
      sql`SELECT ${join([...keys, ...values, ...flags], ', ')}`,
      sql`FROM ${name('buckets', index)} AS g`,
      ...(isSingle ? [] : [sql`CROSS JOIN (${join(numbers, ' UNION ALL ')}) AS p`]),
      ...(partial.length === 0 ? [] : [sql`WHERE ${join(present, ' OR ')}`]),
    ],
    '\n  ',
  );
}

/** The bucket that a bucket of earlier rows counts in. */
function moveBucket(key: Sql, { grain }: PlannedDimension, shift: Shift, dialect: Dialect): Sql {
  if (grain === 'hour') return dialect.addHours(key, shift.count * 24);
  return compileShift(key, shift, dialect);
}
