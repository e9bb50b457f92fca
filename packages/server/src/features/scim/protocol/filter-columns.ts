import { type RawBuilder, sql } from 'kysely';
import { likeLiteral } from '../../../platform/store/search-text.ts';
import type { FilterColumn } from './compile-filter.ts';
import type { Operator } from './parse-filter.ts';

/** Compared exactly, by an index. */
export const exactColumn = (column: RawBuilder<unknown>): FilterColumn => ({
  compare: (operator, value) =>
    operator === 'eq' && typeof value === 'string' ? sql<boolean>`${column} = ${value}` : undefined,
  isPresent: sql<boolean>`${column} is not null`,
});

/** Compared in the form of `fold`, which the column has already. */
export const foldedColumn = (column: RawBuilder<unknown>, fold: (value: string) => string): FilterColumn => ({
  compare: (operator, value) =>
    typeof value === 'string'
      ? textCondition(column, operator, fold(value), (text) => sql`${text}`)
      : undefined,
  isPresent: sql<boolean>`${column} is not null`,
});

/** Compared without case, as the store folds it. */
export const textColumn = (column: RawBuilder<unknown>): FilterColumn => ({
  compare: (operator, value) =>
    typeof value === 'string'
      ? textCondition(sql`lower(${column})`, operator, value, (text) => sql`lower(${text})`)
      : undefined,
  isPresent: sql<boolean>`${column} is not null`,
});

/** A condition on a flag, which every row has. */
export const flagColumn = (condition: RawBuilder<unknown>): FilterColumn => ({
  compare: (operator, value) => {
    if (operator !== 'eq' || typeof value !== 'boolean') return undefined;
    return value ? sql<boolean>`(${condition})` : sql<boolean>`(not (${condition}))`;
  },
  isPresent: sql<boolean>`true`,
});

const TIME_OPERATORS: Partial<Record<Operator, RawBuilder<unknown>>> = {
  eq: sql`=`,
  gt: sql`>`,
  ge: sql`>=`,
  lt: sql`<`,
  le: sql`<=`,
};

/** Milliseconds since 1970, compared with ISO 8601. */
export const timeColumn = (column: RawBuilder<unknown>): FilterColumn => ({
  compare: (operator, value) => {
    const at = typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
    const comparison = TIME_OPERATORS[operator];
    return comparison && Number.isSafeInteger(at) ? sql<boolean>`${column} ${comparison} ${at}` : undefined;
  },
  isPresent: sql<boolean>`true`,
});

function textCondition(
  column: RawBuilder<unknown>,
  operator: Operator,
  value: string,
  folded: (text: string) => RawBuilder<unknown>,
): RawBuilder<boolean> | undefined {
  if (operator === 'eq') return sql<boolean>`${column} = ${folded(value)}`;
  const literal = likeLiteral(value);
  const patterns: Partial<Record<Operator, string>> = {
    co: `%${literal}%`,
    sw: `${literal}%`,
    ew: `%${literal}`,
  };
  const pattern = patterns[operator];
  return pattern === undefined ? undefined : sql<boolean>`${column} like ${folded(pattern)} escape '\\'`;
}
