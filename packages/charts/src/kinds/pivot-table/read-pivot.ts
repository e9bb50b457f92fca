import type { QuerySpec } from '@inlay/protocol/query';
import type { Cell, QueryResult, ResultColumn, Subtotal } from '@inlay/protocol/result';
import { collator } from '../../format/collator.ts';
import { isOthers, isTemporal } from '../../format/format-cell.ts';
import type { Locale } from '../../format/locale.ts';
import { depthsOf, type PivotOptions, pivotAxes } from './pivot-query.ts';

/** A value of a dimension below those of the previous dimensions; the root represents all of them. */
export interface Member {
  readonly id: number;
  /** The number of dimensions with a value. */
  readonly depth: number;
  readonly parent: Member | undefined;
  readonly value: Cell;
  readonly isOthers: boolean;
  readonly children: Member[];
}

export interface PivotTable {
  readonly rowDimensions: readonly ResultColumn[];
  readonly columnDimensions: readonly ResultColumn[];
  /** The result columns that the cells show. */
  readonly measures: readonly ResultColumn[];
  /** From top to bottom, a group before its rows. */
  readonly rows: readonly Member[];
  /** From start to end, a group before its subtotal. */
  readonly columns: readonly Member[];
  /** The row of totals. */
  readonly total: Member | undefined;
  /** The value of a measure, by its index in `measures`; undefined if there is none. */
  cell(row: Member, column: Member, measure: number): Cell | undefined;
}

/** Arranges a result into rows and columns. Cells are looked up, never computed. */
export function readPivot(
  { query, options = {} }: { readonly query: QuerySpec; readonly options?: PivotOptions | undefined },
  result: QueryResult,
  locale: Locale,
): PivotTable {
  const dimensions = result.columns.filter(({ role }) => role === 'dimension');
  const measures = result.columns.filter(({ role }) => role === 'measure');
  const axes = pivotAxes(
    dimensions.map(({ name }) => name),
    options,
  );
  const named = (names: readonly string[]) =>
    names.flatMap((name) => dimensions.filter((dimension) => dimension.name === name));
  const [down, across] = [named(axes.rows), named(axes.columns)];
  const [rowTree, columnTree] = [createTree(), createTree()];
  const tables = new Map<number, Grouping>();
  const depths = (row: number, column: number) => row * (across.length + 1) + column;
  // Outer groups come first, so that members are in the order in which the query sorts their subtotals.
  for (const rowDepth of depthsOf(axes.rows, options))
    for (const columnDepth of depthsOf(axes.columns, options)) {
      const names = [...axes.rows.slice(0, rowDepth), ...axes.columns.slice(0, columnDepth)];
      const found = rowDepth + columnDepth === dimensions.length ? result : subtotalBy(result, names);
      if (found === undefined) continue;
      const columnsOf = (wanted: readonly string[]) =>
        wanted.flatMap((name) => found.columns.find((column) => column.name === name) ?? []);
      const rowColumns = columnsOf(axes.rows.slice(0, rowDepth));
      const columnColumns = columnsOf(axes.columns.slice(0, columnDepth));
      const values = columnsOf(measures.map(({ name }) => name)).map((column) => column.values);
      const grouping: Grouping = { values, rows: new Map() };
      tables.set(depths(rowDepth, columnDepth), grouping);
      for (let row = 0; row < found.rowCount; row += 1) {
        const place = placeOf(rowTree.at(rowColumns, row), columnTree.at(columnColumns, row));
        grouping.rows.set(place, row);
      }
    }
  across.forEach((dimension, index) => {
    const direction = query.sort?.find(({ by }) => by === dimension.name)?.direction;
    columnTree.sort(index, compareMembers(dimension, direction, locale));
  });

  const { subtotals = true, totals = true } = options;
  const rows = flatten(rowTree.root, 'before').filter(({ depth }) => depth > 0 || down.length === 0);
  const columns = flatten(columnTree.root, 'after').filter(
    ({ depth }) => depth === across.length || (depth === 0 ? totals : subtotals),
  );
  return {
    rowDimensions: down,
    columnDimensions: across,
    measures,
    rows,
    columns,
    total: totals && down.length > 0 ? rowTree.root : undefined,
    cell: (row, column, measure) => {
      const grouping = tables.get(depths(row.depth, column.depth));
      const index = grouping?.rows.get(placeOf(row, column));
      return index === undefined ? undefined : grouping?.values[measure]?.[index];
    },
  };
}

interface Grouping {
  readonly values: readonly (readonly Cell[])[];
  /** Result rows by the position of their cell. */
  readonly rows: Map<number, number>;
}

/** More than the number of rows in any result. */
const maxMembers = 1_000_003;
const placeOf = (row: Member, column: Member) => row.id * maxMembers + column.id;

const subtotalBy = ({ subtotals = [] }: QueryResult, names: readonly string[]): Subtotal | undefined =>
  subtotals.find(({ columns }) => {
    const own = columns.filter(({ role }) => role === 'dimension');
    return own.length === names.length && own.every(({ name }) => names.includes(name));
  });

const others = Symbol('others');

function createTree() {
  let count = 0;
  const known = new Map<Member, Map<Cell | typeof others, Member>>();
  const make = (parent: Member | undefined, value: Cell, isOthers: boolean): Member => {
    const member = { id: count, depth: parent ? parent.depth + 1 : 0, parent, value, isOthers, children: [] };
    count += 1;
    known.set(member, new Map());
    parent?.children.push(member);
    return member;
  };
  const root = make(undefined, null, false);
  return {
    root,
    /** The member of a row, created if it is new. */
    at: (columns: readonly ResultColumn[], row: number): Member => {
      let member = root;
      for (const column of columns) {
        const isOther = isOthers(column, row);
        const value = column.values[row] ?? null;
        const siblings = known.get(member) as Map<Cell | typeof others, Member>;
        const key = isOther ? others : value;
        let next = siblings.get(key);
        if (next === undefined) {
          next = make(member, value, isOther);
          siblings.set(key, next);
        }
        member = next;
      }
      return member;
    },
    /** Sorts the members of one depth among their siblings. */
    sort: (depth: number, compare: (a: Member, b: Member) => number) => {
      for (const member of known.keys()) if (member.depth === depth) member.children.sort(compare);
    },
  };
}

/** Sorts by value; missing values and "Other" are last. */
function compareMembers(dimension: ResultColumn, direction: 'asc' | 'desc' | undefined, locale: Locale) {
  const sign = direction === 'desc' ? -1 : 1;
  const rank = ({ value, isOthers: isOther }: Member) => (isOther ? 2 : value === null ? 1 : 0);
  const compareTexts = collator(locale.language).compare;
  const compare = (a: Cell, b: Cell) => {
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    const [left, right] = [String(a), String(b)];
    if (isTemporal(dimension)) return left < right ? -1 : left > right ? 1 : 0;
    return compareTexts(left, right);
  };
  return (a: Member, b: Member) => rank(a) - rank(b) || sign * compare(a.value, b.value);
}

function flatten(member: Member, own: 'before' | 'after'): readonly Member[] {
  const list: Member[] = [];
  const add = (each: Member) => {
    if (own === 'before') list.push(each);
    for (const child of each.children) add(child);
    if (own === 'after') list.push(each);
  };
  add(member);
  return list;
}

/** The members from the outermost group to this one. */
export function pathOf(member: Member): readonly Member[] {
  return member.parent === undefined ? [] : [...pathOf(member.parent), member];
}
