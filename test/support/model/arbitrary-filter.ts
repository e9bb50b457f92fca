import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Filter, Period } from '@inlay/protocol/query';
import type { ColumnType } from '@inlay/protocol/result';
import type { Random } from './random.ts';
import type { Shop, ShopCell, TableName } from './shop.ts';
import { isNumeric } from './value.ts';

export interface FilteredField {
  /** As the filter writes it: `customer.region.code`. */
  readonly name: string;
  readonly table: TableName;
  readonly own: string;
  readonly type: ColumnType;
}

export function arbitraryFilter(
  random: Random,
  shop: Shop,
  { name: column, own, table, type }: FilteredField,
): Filter {
  const cells = shop[table].map((row) => row[own] ?? null).filter((cell) => cell !== null);
  if (cells.length === 0 || type === 'json' || random.chance(0.15))
    return { column, operator: random.pick(['is-set', 'is-not-set'] as const) };
  if ((type === 'date' || type === 'datetime') && random.chance(0.25))
    return { column, operator: 'in-period', period: arbitraryPeriod(random) };
  const value = () => scalarOf(random.pick(cells), type);
  if (type === 'datetime' && random.chance(0.4))
    return {
      column,
      operator: random.pick(['equals', 'less-or-equal', 'greater'] as const),
      value: '2025-01-01',
    };
  if (random.chance(0.3)) {
    const orNotSet = random.chance(0.3) ? { orNotSet: true } : {};
    return {
      column,
      operator: random.pick(['in', 'not-in'] as const),
      values: [value(), value()],
      ...orNotSet,
    };
  }
  if (type === 'boolean')
    return { column, operator: random.pick(['equals', 'not-equals'] as const), value: value() };
  if (random.chance(0.2)) return { column, operator: 'between', from: value(), to: value() };
  if (type === 'string' && random.chance(0.3)) {
    const text = random.pick(['E', 'small', ' ', '%', '_', "'", 'ö']);
    return { column, operator: random.pick(['contains', 'starts-with'] as const), value: text };
  }
  const operators = ['equals', 'not-equals', 'less', 'less-or-equal', 'greater', 'greater-or-equal'] as const;
  return { column, operator: random.pick(operators), value: value() };
}

export function arbitraryPeriod(random: Random): Period {
  const named = ['week', 'month', 'quarter', 'year', 'fiscal-quarter', 'fiscal-year'];
  return random.pick([
    random.pick(['all', 'today', 'yesterday']),
    `${random.pick(['this', 'last'])}-${random.pick(named)}`,
    `last-${random.pick(['1-days', '100-days', '3-weeks', '2-months', '14-months', '5-quarters', '1-years', '2-years'])}`,
  ]);
}

/** As an author writes it: digits past 2^53 as text. */
export function scalarOf(cell: ShopCell, type: DatasetColumn['type']): string | number | boolean {
  if (cell === null) throw new Error('A missing value is no operand.');
  if (typeof cell === 'boolean' || !isNumeric(type)) return cell;
  const isExact = type === 'number' || Math.abs(Number(cell)) < 2 ** 40;
  return isExact ? Number(cell) : cell;
}
