import { BUCKET, type Shift } from '../../time/calendar-date.ts';
import { hourStarts } from '../../time/hour-starts.ts';
import { leavesOf, readsTotals, valuesOf } from '../model/formula.ts';
import type { Formula, Leaf } from '../model/formula-tree.ts';
import { overlapping } from '../plan/day-range.ts';
import type { Plan } from '../plan/plan.ts';
import type { PlannedDimension } from '../plan/plan-dimensions.ts';
import type { Dialect } from '../text/dialect.ts';

/** One read of the rows of a dataset, for some parts of the plan. */
export interface Scan {
  /** The path of the dataset; empty for that of the query. */
  readonly fact: string;
  readonly parts: readonly number[];
}

export interface Scans {
  readonly all: readonly Scan[];
  /** Whether rows are grouped before the buckets of earlier parts are moved, rather than row by row. */
  readonly isGrouped: boolean;
}

/**
 * How often a statement reads its tables: once for parts whose days overlap, and where rows are stored whole also for
 * others (ADR 318). A part has a scan of its own where the parts differ in the days of several columns, and where moved
 * rows do not stay in the same bucket: days that count as months, weeks by months, hours that begin at different minutes.
 */
export function scansOf(plan: Plan, formulas: readonly Formula[], dialect: Dialect): Scans {
  const { byDay, dimensions, parts } = plan;
  const leaves = formulas.flatMap(leavesOf);
  const facts = partsByFact(plan, leaves);
  const apart = facts.flatMap(({ fact, parts }) => parts.map((part) => ({ fact, parts: [part] })));
  if (byDay === undefined || apart.length === 1) return { all: apart, isGrouped: false };
  const shifts = parts.flatMap(({ dated }) => dated?.shift ?? []);
  const axes = dimensions.filter(({ column }) => column.name === byDay.column.name);
  const isMoved = shifts.length > 0 && axes.length > 0;
  if (isMoved && !canGroup(plan, { axes, shifts, leaves, formulas })) return { all: apart, isGrouped: false };
  const together = facts.flatMap(({ fact, parts }) => {
    const rangeOf = (part: number) => byDay.ranges[part] ?? {};
    const read = dialect.storesRows ? [parts] : overlapping(parts, rangeOf);
    return read.map((some) => ({ fact, parts: some }));
  });
  return { all: together, isGrouped: isMoved };
}

function partsByFact({ parts }: Plan, leaves: readonly Leaf[]): readonly Scan[] {
  const used = leaves.flatMap(valuesOf);
  if (used.length === 0) return [{ fact: '', parts: parts.map((_, part) => part) }];
  return [...new Set(used.map(({ fact = '' }) => fact))].map((fact) => {
    const read = new Set(used.filter((value) => (value.fact ?? '') === fact).map(({ part }) => part));
    return { fact, parts: [...read].sort((a, b) => a - b) };
  });
}

/** Whether groups can be moved in place of their rows, and be grouped again. */
function canGroup(
  { tops, calendar }: Plan,
  {
    axes,
    shifts,
    leaves,
    formulas,
  }: {
    readonly axes: readonly PlannedDimension[];
    readonly shifts: readonly Shift[];
    readonly leaves: readonly Leaf[];
    readonly formulas: readonly Formula[];
  },
): boolean {
  const moves = axes.flatMap(({ grain = 'day' }) => shifts.map((shift) => ({ grain, shift })));
  const isWhole = moves.every(({ grain, shift }) => {
    if (grain === 'hour') return hourStarts(calendar.timeZone, {}).length === 1;
    if (grain === 'day') return true;
    return shift.unit === BUCKET[grain].unit && shift.count % BUCKET[grain].count === 0;
  });
  // January 29 to 31 all become the last day of February.
  const isOneToOne = moves.every(({ grain, shift }) => grain !== 'day' || shift.unit === 'days');
  const isLast = isOneToOne && tops.length === 0 && !formulas.some(readsTotals);
  return isWhole && (isLast || leaves.every(canRegroup));
}

/** Whether the value of several groups follows from theirs. */
function canRegroup(leaf: Leaf): boolean {
  return leaf.kind === 'aggregate' && leaf.aggregate !== 'distinct' && leaf.aggregate !== 'average';
}
