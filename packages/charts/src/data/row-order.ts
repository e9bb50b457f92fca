import type { Sort } from '@inlay/protocol/query';
import type { Cell, ResultColumn } from '@inlay/protocol/result';
import { ascending } from 'd3-array';
import { collator } from '../format/collator.ts';
import { isNumeric } from '../format/format-cell.ts';
import { toNumber } from './read-columns.ts';

/** The place of each row's value among the distinct values of its column, in ascending order. */
interface Ranks {
  readonly ofRows: Uint32Array;
  readonly count: number;
}

/** Rows without a value. */
const MISSING = 0xffff_ffff;
/** Between two pauses. */
const STEP = 1024;
/** Of one column. */
const MAX_LANGUAGES = 4;

/** Ranks that are computed in steps. Callers take steps in turn, so the work is done once. */
interface Ranking {
  readonly steps: Generator<void, Ranks>;
  ranks: Ranks | undefined;
}

const known = new WeakMap<readonly Cell[], Map<string, Ranking>>();

/** The rows in the order of a column; missing values are last in both directions. */
export function rowOrder(column: ResultColumn, direction: Sort['direction'], language: string): Uint32Array {
  const steps = rankRows(column, language);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return inOrder(step.value, direction);
}

/** Ranks the rows in steps, and remembers the ranks: comparing a hundred thousand texts takes a while. */
export function* rankRows(column: ResultColumn, language: string): Generator<void, Ranks> {
  const ranking = rankingOf(column, isNumeric(column) ? '' : language);
  for (;;) {
    if (ranking.ranks) return ranking.ranks;
    const step = ranking.steps.next();
    if (step.done) ranking.ranks = step.value;
    else yield;
  }
}

function rankingOf(column: ResultColumn, language: string): Ranking {
  const { values } = column;
  const rankings = known.get(values) ?? new Map<string, Ranking>();
  const found = rankings.get(language);
  if (found) return found;
  const steps = isNumeric(column)
    ? rankSteps(values.map(toNumber), ascending as Compare)
    : rankSteps(values, byText(language));
  const ranking: Ranking = { steps, ranks: undefined };
  if (rankings.size >= MAX_LANGUAGES) rankings.clear();
  known.set(values, rankings.set(language, ranking));
  return ranking;
}

const byText = (language: string) => (left: Cell, right: Cell) =>
  typeof left === 'string' && typeof right === 'string'
    ? collator(language).compare(left, right)
    : (ascending as Compare)(left, right);

type Compare = (left: Cell, right: Cell) => number;

function* rankSteps(values: readonly Cell[], compare: Compare): Generator<void, Ranks> {
  const distinct = new Set<Cell>();
  for (const [row, value] of values.entries()) {
    if (value !== null) distinct.add(value);
    if (row % STEP === 0) yield;
  }
  const sorted = yield* sortSteps([...distinct], compare);
  const ranks = new Map<Cell, number>([[null, MISSING]]);
  let count = 0;
  for (const [place, value] of sorted.entries()) {
    if (place === 0 || compare(sorted[place - 1] as Cell, value) !== 0) count += 1;
    ranks.set(value, count - 1);
    if (place % STEP === 0) yield;
  }
  const ofRows = new Uint32Array(values.length);
  for (const [row, value] of values.entries()) {
    ofRows[row] = ranks.get(value) ?? MISSING;
    if (row % STEP === 0) yield;
  }
  return { ofRows, count };
}

/** A merge sort. */
function* sortSteps(values: readonly Cell[], compare: Compare): Generator<void, readonly Cell[]> {
  let runs: (readonly Cell[])[] = [];
  for (let start = 0; start < values.length; start += STEP) {
    runs.push(values.slice(start, start + STEP).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: (readonly Cell[])[] = [];
    for (let place = 0; place < runs.length; place += 2)
      merged.push(yield* mergeSteps(runs[place] ?? [], runs[place + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

function* mergeSteps(
  left: readonly Cell[],
  right: readonly Cell[],
  compare: Compare,
): Generator<void, readonly Cell[]> {
  const merged: Cell[] = [];
  let [fromLeft, fromRight] = [0, 0];
  while (fromLeft < left.length && fromRight < right.length) {
    const [next, other] = [left[fromLeft] as Cell, right[fromRight] as Cell];
    if (compare(next, other) <= 0) {
      merged.push(next);
      fromLeft += 1;
    } else {
      merged.push(other);
      fromRight += 1;
    }
    if (merged.length % STEP === 0) yield;
  }
  return merged.concat(left.slice(fromLeft), right.slice(fromRight));
}

/** By counting how many rows come before those of each rank. */
function inOrder({ ofRows, count }: Ranks, direction: Sort['direction']): Uint32Array {
  const placeOf = (rank: number) => {
    if (rank === MISSING) return count;
    return direction === 'asc' ? rank : count - 1 - rank;
  };
  const starts = new Uint32Array(count + 2);
  for (const rank of ofRows) starts[placeOf(rank) + 1] = (starts[placeOf(rank) + 1] ?? 0) + 1;
  for (let place = 1; place < starts.length; place += 1)
    starts[place] = (starts[place] ?? 0) + (starts[place - 1] ?? 0);
  const rows = new Uint32Array(ofRows.length);
  for (const [row, rank] of ofRows.entries()) {
    const start = starts[placeOf(rank)] ?? 0;
    rows[start] = row;
    starts[placeOf(rank)] = start + 1;
  }
  return rows;
}
