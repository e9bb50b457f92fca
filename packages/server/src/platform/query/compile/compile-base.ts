import type { GuardedPlan } from '../guard/guard.ts';
import type { MeasuredValue } from '../model/formula-tree.ts';
import { join, sql } from '../text/fragment.ts';
import type { Sql } from '../text/sql.ts';
import { groupScan, moveGroups } from './compile-buckets.ts';
import { type Aggregation, valueName as name } from './compile-formula.ts';
import { rankedParts } from './compile-tops.ts';
import { type OpenScan, openScan } from './open-scan.ts';

/**
 * The rows this viewer may see, filtered: dimensions as `k0…`, measured values as `v0…`, and where a top-N dimension
 * ranks some parts only, whether a row belongs to one as `in0…`. Where rows are grouped first, their groups:
 *
 *     scanned0 AS (the rows of some parts, in the buckets of their own days),
 *     buckets0 AS (the aggregates of each group as a0…, and how many rows of each part it has as c0…),
 *     base AS (each group once for each part, in the bucket that it counts in; its aggregates as v0…)
 */
export function compileBase(guarded: GuardedPlan, aggregation: Aggregation): readonly Sql[] {
  const { plan } = guarded;
  const scans = aggregation.values.scans.map((scan) => openScan(guarded, scan, aggregation));
  const base = (selects: readonly Sql[]) => sql`base AS (${join(selects, '\n  UNION ALL')}\n)`;
  if (aggregation.grouped === undefined)
    return [base(scans.map((scan) => selectRows(scan, rankedParts(plan), aggregation)))];
  return [
    ...scans.flatMap((scan, index) => [
      sql`${name('scanned', index)} AS (${selectOwn(scan, aggregation)}\n)`,
      sql`${name('buckets', index)} AS (${groupScan(scan, index, plan, aggregation)}\n)`,
    ]),
    base(scans.map((scan, index) => moveGroups(scan, index, plan, aggregation))),
  ];
}

/** The rows of a scan with the columns of all scans. */
function selectRows(scan: OpenScan, flagged: readonly number[], { values, dialect }: Aggregation): Sql {
  return scan.select([
    ...values.all.map((value, index) => {
      const compiled = scan.has(value) ? scan.valueOf(value) : dialect.nullOf(typeOf(value));
      return sql`${compiled} AS ${name('v', index)}`;
    }),
    ...flagged.map((part) => sql`${scan.isIn(part)} AS ${name('in', part)}`),
  ]);
}

/** The rows of a scan with what its groups are made of. */
function selectOwn(scan: OpenScan, { values }: Aggregation): Sql {
  return scan.select([
    ...values.all.flatMap((value, index) =>
      scan.has(value) ? [sql`${scan.valueOf(value)} AS ${name('v', index)}`] : [],
    ),
    ...scan.partial.map((part) => sql`${scan.isIn(part)} AS ${name('in', part)}`),
  ]);
}

/** JSON is only counted, and not every engine can tell its kinds apart. */
const typeOf = ({ column, times }: MeasuredValue) => {
  if (times !== undefined) return 'number';
  return column === undefined || column.type === 'json' ? 'integer' : column.type;
};
