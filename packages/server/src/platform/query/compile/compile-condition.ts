import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Comparison, Condition, RelatedCondition } from '../../rules/condition.ts';
import type { Literal } from '../../rules/typed-literal.ts';
import type { Dialect } from '../text/dialect.ts';
import { join, sql, trusted } from '../text/fragment.ts';
import { bound, isText, noneOf, oneOf } from '../text/plain-comparison.ts';
import type { Sql } from '../text/sql.ts';

/** A condition as SQL that is true, false or null; only true lets a row through. */
export function compileCondition(
  condition: Condition,
  dialect: Dialect,
  columnOf: (column: DatasetColumn) => Sql,
  relatedTo: (related: RelatedCondition) => Sql = refuseRelated,
): Sql {
  switch (condition.kind) {
    case 'always':
      return sql`1 = 1`;
    case 'never':
      return sql`1 = 0`;
    case 'and':
    case 'or': {
      const parts = condition.conditions.map((part) => compileCondition(part, dialect, columnOf, relatedTo));
      return sql`(${join(parts, condition.kind === 'and' ? ' AND ' : ' OR ')})`;
    }
    case 'related':
      return relatedTo(condition);
    case 'compare':
      return condition.operator === 'equals'
        ? isOneOf(condition.column, [condition.literal], dialect, columnOf)
        : compare(columnOf(condition.column), condition.operator, condition.literal, dialect);
    case 'in':
      return isOneOf(condition.column, condition.literals, dialect, columnOf);
    case 'not-in':
      return isNoneOf(columnOf(condition.column), condition.literals, dialect);
    case 'is-null':
      return sql`${columnOf(condition.column)} IS NULL`;
    case 'is-not-null':
      return sql`${columnOf(condition.column)} IS NOT NULL`;
    case 'in-hour':
    case 'not-in-hour': {
      const { column, start, end } = condition;
      const time = dialect.instant(columnOf(column), column.timeZone);
      return condition.kind === 'in-hour'
        ? sql`(${time} >= ${start} AND ${time} < ${end})`
        : sql`(${time} < ${start} OR ${time} >= ${end})`;
    }
    case 'is-set':
    case 'is-not-set': {
      const column = columnOf(condition.column);
      const set = condition.kind === 'is-set';
      if (condition.column.type !== 'string')
        return set ? sql`${column} IS NOT NULL` : sql`${column} IS NULL`;
      const key = dialect.textKey(column);
      return set ? sql`(${column} IS NOT NULL AND ${key} <> '')` : sql`(${column} IS NULL OR ${key} = '')`;
    }
  }
}

function refuseRelated(): never {
  throw new Error('Only row rules read related rows.');
}

const signs = { less: '<', 'less-or-equal': '<=', greater: '>', 'greater-or-equal': '>=' } as const;

function compare(
  column: Sql,
  operator: Exclude<Comparison, 'equals'>,
  literal: Literal,
  dialect: Dialect,
): Sql {
  switch (operator) {
    case 'not-equals':
      return isNoneOf(column, [literal], dialect);
    case 'contains':
      return dialect.contains(column, literal);
    case 'starts-with':
      return dialect.startsWith(column, literal);
    default: {
      const sign = trusted(signs[operator]);
      return literal.type === 'string'
        ? sql`${dialect.textKey(column)} ${sign} ${dialect.textParam(literal)}`
        : sql`${column} ${sign} ${literal}`;
    }
  }
}

/** A computed column has no index, and its type and collation are known: it is compared once. */
function isOneOf(
  column: DatasetColumn,
  literals: readonly Literal[],
  dialect: Dialect,
  columnOf: (column: DatasetColumn) => Sql,
): Sql {
  const value = columnOf(column);
  if (column.expression === undefined) return dialect.isOneOf(value, literals);
  return isText(literals)
    ? oneOf(dialect.textKey(value), literals.map(dialect.textParam))
    : oneOf(value, bound(literals));
}

/** False for a missing value, as every comparison with one. */
export function isNoneOf(column: Sql, literals: readonly Literal[], dialect: Dialect): Sql {
  return isText(literals)
    ? noneOf(dialect.textKey(column), literals.map(dialect.textParam))
    : noneOf(column, bound(literals));
}
