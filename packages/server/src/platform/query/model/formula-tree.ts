import type { Grain } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import type { Condition, QueryColumn } from '../../rules/condition.ts';
import type { DateGrain } from '../../time/calendar-date.ts';

/** What an aggregate reads of a row of one part of the plan; of other rows it reads nothing. */
export interface MeasuredValue {
  /** Index in `Plan.parts`. */
  readonly part: number;
  /** The path of the related dataset whose rows are aggregated; absent for the dataset of the query. */
  readonly fact?: string;
  /** Absent for the row itself. */
  readonly column?: QueryColumn;
  /** The column's value is multiplied by this one, as numbers. */
  readonly times?: QueryColumn;
  /** The rows of the part that have the value. */
  readonly filter: Condition;
}

export type Aggregate = 'sum' | 'average' | 'count' | 'distinct' | 'min' | 'max';

export interface AggregateFormula {
  readonly kind: 'aggregate';
  readonly aggregate: Aggregate;
  readonly value: MeasuredValue;
}

/** Computed from the rows of a group. */
export type Leaf =
  | AggregateFormula
  | { readonly kind: 'percentile'; readonly fraction: number; readonly value: MeasuredValue }
  /** The value of the row that is first or last by another one. */
  | {
      readonly kind: 'first' | 'last';
      readonly value: MeasuredValue;
      readonly by: MeasuredValue;
    };

/** The buckets along a time dimension that are added up: up to the current one, from where the frame begins. */
export type Frame = {
  /** Index of the dimension. */
  readonly axis: number;
  /** Of the dimension. */
  readonly grain: Grain;
} & (
  | { readonly kind: 'running' }
  | { readonly kind: 'moving'; readonly buckets: number }
  | { readonly kind: 'period'; readonly period: DateGrain }
);

/** How a measure is computed: aggregates of values, arithmetic over them, and what compares groups with each other. */
export type Formula =
  | Leaf
  | { readonly kind: 'number'; readonly value: number }
  /** No value. `of` is what it would compare: the query must be able to read that all the same. */
  | { readonly kind: 'nothing'; readonly type: ColumnType; readonly of?: Formula }
  | {
      readonly kind: 'arithmetic';
      readonly operator: '+' | '-' | '*' | '/';
      readonly left: Formula;
      readonly right: Formula;
    }
  /** Minus, where one side without a value counts as zero. If both have none, neither has the difference. */
  | { readonly kind: 'difference'; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'absolute' | 'or-zero'; readonly of: Formula }
  /** Over all rows that share the values of some dimensions, by index. */
  | { readonly kind: 'total'; readonly of: Formula; readonly within: readonly number[] }
  /** Among the groups that share the values of some dimensions. */
  | {
      readonly kind: 'rank';
      readonly of: Formula;
      readonly direction: 'asc' | 'desc';
      readonly within: readonly number[];
    }
  | { readonly kind: 'accumulated'; readonly of: AggregateFormula; readonly frame: Frame };
