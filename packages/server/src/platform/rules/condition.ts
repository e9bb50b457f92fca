import type { Dataset, DatasetColumn } from '@inlay/protocol/dataset';
import type { BoundTemplate } from '../query/sql/bind-template.ts';
import type { Literal } from './typed-literal.ts';

/** A column of the dataset, or one that relationships reach, whose name is then the whole path: `customer.segment`. */
export type QueryColumn = DatasetColumn & {
  /** The path of the related dataset, and the name of the column there. */
  readonly related?: { readonly path: string; readonly name: string };
};

export type Comparison =
  | 'equals'
  | 'not-equals'
  | 'less'
  | 'less-or-equal'
  | 'greater'
  | 'greater-or-equal'
  | 'contains'
  | 'starts-with';

/** A condition on rows with typed values. Row rules and viewers' filters are both converted to this. */
export type Condition =
  | { readonly kind: 'always' }
  | { readonly kind: 'never' }
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | {
      readonly kind: 'compare';
      readonly column: QueryColumn;
      readonly operator: Comparison;
      readonly literal: Literal;
    }
  | { readonly kind: 'in' | 'not-in'; readonly column: QueryColumn; readonly literals: readonly Literal[] }
  /** An empty text counts as not set. */
  | { readonly kind: 'is-set' | 'is-not-set'; readonly column: QueryColumn }
  | { readonly kind: 'is-null' | 'is-not-null'; readonly column: QueryColumn }
  /** Whether a time is in an hour. Compared as instants: a clock repeats hours. */
  | {
      readonly kind: 'in-hour' | 'not-in-hour';
      readonly column: QueryColumn;
      readonly start: Literal;
      readonly end: Literal;
    }
  | RelatedCondition;

/** True for rows that are related to one of these rows of another dataset. Only row rules contain it. */
export interface RelatedCondition {
  readonly kind: 'related';
  readonly dataset: Dataset;
  /** The dataset's SQL with the viewer's values, where the dataset is written in SQL. */
  readonly template?: BoundTemplate | undefined;
  readonly on: readonly { readonly own: DatasetColumn; readonly other: DatasetColumn }[];
  /** Whether the database guarantees that keys are unique. */
  readonly isEnforced: boolean;
  readonly rows: Condition;
}

export const always: Condition = { kind: 'always' };
export const never: Condition = { kind: 'never' };

export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.some((condition) => condition.kind === 'never')) return never;
  return combine(
    'and',
    conditions.filter((condition) => condition.kind !== 'always'),
    always,
  );
}

export function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.some((condition) => condition.kind === 'always')) return always;
  return combine(
    'or',
    conditions.filter((condition) => condition.kind !== 'never'),
    never,
  );
}

function combine(kind: 'and' | 'or', conditions: readonly Condition[], empty: Condition): Condition {
  const [first, ...rest] = conditions;
  if (first === undefined) return empty;
  return rest.length === 0 ? first : { kind, conditions };
}

export function columnsOf(condition: Condition): readonly QueryColumn[] {
  if ('conditions' in condition) return condition.conditions.flatMap(columnsOf);
  if (condition.kind === 'related') return condition.on.map(({ own }) => own);
  return 'column' in condition ? [condition.column] : [];
}

/** The other datasets that the condition reads. */
export function relatedDatasets(condition: Condition): readonly Dataset[] {
  if ('conditions' in condition) return condition.conditions.flatMap(relatedDatasets);
  return condition.kind === 'related' ? [condition.dataset, ...relatedDatasets(condition.rows)] : [];
}

/** Conditions that all have to be true. */
export function conjuncts(condition: Condition): readonly Condition[] {
  return condition.kind === 'and' ? condition.conditions.flatMap(conjuncts) : [condition];
}
