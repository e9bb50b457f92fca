import type { Measure } from '@inlay/protocol/dataset';
import type { Grain, ViewerCalendar } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import type { QueryColumn } from '../../rules/condition.ts';
import type { Formula, Frame } from '../model/formula-tree.ts';
import type { Parts, RequestedDays } from './plan-parts.ts';

/** What a measure can use, and the groups that it is computed for. */
export interface MeasureScope {
  readonly columnNamed: (name: string) => QueryColumn | undefined;
  readonly measureNamed: (name: string) => Measure | undefined;
  /** The path of the related dataset whose rows are aggregated. */
  readonly fact?: string;
  readonly calendar: ViewerCalendar;
  readonly now: number;
  readonly parts: Parts;
  /** The dimensions of the groups, with their indexes in the plan. */
  readonly dimensions: readonly ScopedDimension[];
  /** Totals show nothing where the rows of a query would be refused. */
  readonly isSummary: boolean;
}

export interface ScopedDimension {
  readonly index: number;
  readonly column: QueryColumn;
  readonly type: ColumnType;
  readonly grain?: Grain;
}

/** The rows that a measure reads, and the buckets that it adds up. */
export interface MeasuredRows {
  readonly days?: RequestedDays;
  readonly frame?: Frame;
}

/** A measure while it is resolved down to columns. `at` is where a mistake is reported. */
export interface Resolving {
  readonly scope: MeasureScope;
  /** Where the query names the measure. */
  readonly path: string;
  readonly rows: MeasuredRows;
  columnNamed(name: string, at: string): QueryColumn;
  /** The formula of another measure, over the same rows unless others are given. */
  measureNamed(name: string, at: string, rows?: MeasuredRows): Formula;
  /** Counts a part of the formula. */
  count(): void;
}
