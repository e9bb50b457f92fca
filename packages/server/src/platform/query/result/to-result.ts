import { memberKey } from '@inlay/protocol/member-key';
import type {
  Cell,
  ColumnType,
  MemberColor,
  QueryResult,
  ResultColumn,
  Subtotal,
} from '@inlay/protocol/result';
import type { EngineResult } from '../../engines/engine.ts';
import { EngineError } from '../../engines/engine-error.ts';
import { framesOf, isAdditive, isZeroWhenEmpty } from '../model/formula.ts';
import type { Formula } from '../model/formula-tree.ts';
import { ifLast, ifShown } from '../plan/incomplete-period.ts';
import { maxEngineRows, type Plan } from '../plan/plan.ts';
import { fillGaps } from './fill-gaps.ts';
import { type Pivoted, pivotRows } from './pivot-rows.ts';
import type { WorkingColumn } from './working-column.ts';

/** The engine's columns as the protocol's; `summaries` are the results of its `guardedSummaries`. */
export function toResult(
  plan: Plan,
  engineResult: EngineResult,
  summaries: readonly EngineResult[] = [],
): QueryResult {
  const given = plan.summaries.flatMap((summary, index) => {
    const result = summaries[index];
    return result === undefined ? [] : [{ ...summary, result }];
  });
  const totals = given.find(({ purpose }) => purpose === 'totals');
  const earlier = given.find(({ purpose }) => purpose === 'before');
  const rows = toRows(plan, engineResult);
  const before = earlier
    ? rows.columns[0]?.incomplete && valuesBefore(plan, toRows(earlier.plan, earlier.result))
    : plan.before;
  const subtotals = given.filter(({ purpose }) => purpose === 'subtotals');
  return {
    ...rows,
    ...(totals === undefined ? {} : { totals: totalsOf(plan, totals.plan, totals.result) }),
    ...(before === undefined ? {} : { before }),
    ...(subtotals.length === 0
      ? {}
      : { subtotals: subtotals.map((subtotal) => toRows(subtotal.plan, subtotal.result)) }),
  };
}

/** The measures of the period that the earlier span begins with. */
function valuesBefore({ before }: Plan, { columns, rowCount }: Subtotal): QueryResult['before'] {
  if (before === undefined) return undefined;
  const starts = columns[0]?.values.map((cell) => Date.parse(String(cell))) ?? [];
  const row = starts.indexOf(Date.parse(before.from));
  const measures = columns.filter(({ role }) => role === 'measure');
  const values = measures.map(({ name, values: cells }) => [
    name,
    row < 0 || row >= rowCount ? null : (cells[row] ?? null),
  ]);
  return { ...before, values: Object.fromEntries(values) };
}

/** Named, labelled, formatted, gaps filled, pivoted. */
function toRows(plan: Plan, engineResult: EngineResult): Subtotal {
  const columns = nameColumns(plan, engineResult);
  const cut = engineResult.truncated || engineResult.rowCount > maxEngineRows(plan);
  const { columns: shown, isCut } = layOut(columns, plan);
  const result = ({ columns: finished, truncated }: { columns: typeof shown; truncated: boolean }) => ({
    columns: finished.map(finish),
    rowCount: finished[0]?.values.length ?? 0,
    truncated,
  });
  // A bucket without a row may be one that the limit took, and must not be shown as empty.
  if (cut || isCut) return result({ columns: shown, truncated: true });
  const filled = plan.dimensions.reduce(
    (working, dimension, index) => fillGaps(working, dimension, index, plan),
    columns,
  );
  if (filled === columns) return result({ columns: shown, truncated: false });
  // Gaps are no rows that the limit counts.
  const wide = layOut(filled, { ...plan, limit: Number.POSITIVE_INFINITY });
  return result({ columns: wide.columns, truncated: wide.isCut });
}

/** Long rows, or wide ones where the query has a pivot. */
function layOut(columns: readonly WorkingColumn[], plan: Plan): Pivoted {
  return plan.pivot === undefined ? { columns, isCut: false } : pivotRows(columns, plan, plan.pivot);
}

export const previousName = (measure: string) => `${measure}:previous`;

function nameColumns(plan: Plan, engineResult: EngineResult): readonly WorkingColumn[] {
  const rows = plan.pivot === undefined ? Math.min(engineResult.rowCount, plan.limit) : engineResult.rowCount;
  const cells = (name: string): readonly Cell[] => {
    const column = engineResult.columns.find((candidate) => candidate.name === name);
    if (column === undefined)
      throw new EngineError('BAD_RESPONSE', { detail: `The result does not contain the column ${name}.` });
    return column.values.length === rows ? column.values : column.values.slice(0, rows);
  };
  const dimensions = plan.dimensions.map((dimension, index): WorkingColumn => {
    const { column, grain } = dimension;
    const top = plan.tops.findIndex((candidate) => candidate.dimension === index && candidate.others);
    const values = coerceAll(cells(`d${index}`), dimension.type);
    const incomplete = ifLast(dimension.incomplete, values);
    const format = column.format ?? (dimension.type === 'date' ? ({ kind: 'date' } as const) : undefined);
    return {
      name: dimension.name,
      label: column.label ?? column.name,
      type: dimension.type,
      role: 'dimension',
      ...(format === undefined ? {} : { format }),
      ...(grain === undefined ? {} : { grain }),
      ...(incomplete === undefined ? {} : { incomplete }),
      ...colorsOf(column.colors, values),
      values,
      ...(top < 0 ? {} : { isOthers: cells(`o${top}`).map((flag) => Number(flag) === 1) }),
    };
  });
  const has = (name: string) => engineResult.columns.some((column) => column.name === name);
  const measures = measureColumns(plan, cells, has);
  const gaps = has('gap') ? cells('gap') : [];
  return [...dimensions, ...measures.map((measure) => withoutRows(measure, gaps))];
}

/** Only of values that the viewer sees: the dataset may fix colors of others. */
function colorsOf(
  colors: readonly MemberColor[] = [],
  values: readonly Cell[],
): Pick<ResultColumn, 'colors'> {
  if (colors.length === 0) return {};
  const seen = new Set(values.map(memberKey));
  const found = colors.filter(({ value }) => seen.has(memberKey(value)));
  return found.length === 0 ? {} : { colors: found };
}

/** The engine adds buckets for moving averages. Other measures are as empty there as in any gap. */
function withoutRows(column: WorkingColumn, gaps: readonly Cell[]): WorkingColumn {
  const { values, whenEmpty = null, axis, inGaps = values } = column;
  const valueAt = (cell: Cell, row: number) => {
    if (Number(gaps[row] ?? 0) === 0) return cell;
    return axis === undefined ? whenEmpty : (inGaps[row] ?? (column.isZeroWhenEmpty ? 0 : null));
  };
  return gaps.length === 0 ? column : { ...column, values: values.map(valueAt) };
}

const coerceAll = (cells: readonly Cell[], type: ColumnType): readonly Cell[] =>
  type === 'boolean' ? cells.map((cell) => coerce(cell, type)) : cells;

/** MySQL knows booleans only as a kind of number, and forgets even that in a subquery. */
export function coerce(cell: Cell, type: ColumnType): Cell {
  return type === 'boolean' && typeof cell === 'number' ? cell !== 0 : cell;
}

function measureColumns(
  plan: Plan,
  cells: (name: string) => readonly Cell[],
  has: (name: string) => boolean,
) {
  const valuesOf = (name: string, inGaps: string) => ({
    values: cells(name),
    ...(has(inGaps) ? { inGaps: cells(inGaps) } : {}),
  });
  return plan.measures.flatMap((measure, index): readonly WorkingColumn[] => {
    const column: WorkingColumn = {
      name: measure.name,
      label: measure.label,
      type: measure.type,
      role: 'measure',
      ...(measure.format === undefined ? {} : { format: measure.format }),
      ...addition(plan, measure.formula),
      ...restart(measure.formula),
      whenEmpty: measure.whenEmpty,
      isZeroWhenEmpty: isZeroWhenEmpty(measure.formula),
      ...(measure.axis === undefined ? {} : { axis: measure.axis }),
      ...(measure.carried === undefined ? {} : { carried: measure.carried }),
      ...valuesOf(`m${index}`, `e${index}`),
    };
    if (measure.previous === undefined) return [column];
    return [
      column,
      {
        ...column,
        name: previousName(measure.name),
        comparisonOf: measure.name,
        ...valuesOf(`p${index}`, `f${index}`),
      },
    ];
  });
}

/** How far the values of a measure add up. */
function addition(
  { dimensions }: Plan,
  formula: Formula,
): Pick<ResultColumn, 'additive' | 'accumulatedAlong'> {
  if (!isAdditive(formula)) return { additive: false };
  const [frame] = framesOf(formula);
  const along = frame && dimensions[frame.axis]?.name;
  return along === undefined ? {} : { accumulatedAlong: along };
}

/** The kind of year with which a measure to date starts again. */
function restart(formula: Formula): Pick<ResultColumn, 'restarts'> {
  const periods = new Set(
    framesOf(formula).map((frame) => (frame.kind === 'period' ? frame.period : frame.kind)),
  );
  const [period] = periods;
  if (periods.size > 1) return {};
  return period === 'year' || period === 'fiscal-year' ? { restarts: period } : {};
}

/** By the names of the columns above them. */
function totalsOf(plan: Plan, totals: Plan, engineResult: EngineResult): Readonly<Record<string, Cell>> {
  const long = nameColumns(totals, engineResult);
  const { columns } = plan.pivot === undefined ? { columns: long } : pivotRows(long, totals, 0);
  return Object.fromEntries(columns.map((column) => [column.name, column.values[0] ?? null]));
}

function finish(column: WorkingColumn): ResultColumn {
  const {
    isOthers,
    whenEmpty: _,
    axis: __,
    carried: ___,
    isZeroWhenEmpty: ____,
    inGaps: _____,
    incomplete: period,
    ...rest
  } = column;
  const incomplete = ifShown(period, column.values);
  const others = isOthers?.flatMap((flag, row) => (flag ? [row] : []));
  return {
    ...rest,
    ...(incomplete === undefined ? {} : { incomplete }),
    ...(others === undefined || others.length === 0 ? {} : { others }),
  };
}
