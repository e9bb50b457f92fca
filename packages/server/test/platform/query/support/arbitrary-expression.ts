import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { ValueType } from '../../../../src/platform/query/text/value-types.ts';

/** Numbers from 0 up to `below`, the same for the same seed. */
export type Random = (below: number) => number;

export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const constants: Readonly<Record<ValueType, readonly string[]>> = {
  integer: ['0', '1', '-3', '7', '100'],
  decimal: ['0.5', '-2.25', '1.005', '10.0'],
  number: ['to_number(0)', 'to_number(0.1)', '(1 / 3)', "to_number('2.5')"],
  string: ["'abc'", "''", "'Ü'", "'a '", "' '", "'O''Neil'", "'%'"],
  boolean: ['true', 'false'],
  date: ["date '2024-02-29'", "date '1999-12-31'"],
  datetime: ['created'],
};

/**
 * A random expression of a type, over columns. Floating-point numbers are neither compared nor rounded: where they
 * differ in the last digits, so would everything that follows.
 */
export function arbitraryExpression(
  type: ValueType,
  columns: readonly DatasetColumn[],
  random: Random,
  depth = 3,
): string {
  const pick = <T>(items: readonly T[]) => items[random(items.length)] as T;
  const of = (wanted: ValueType) => arbitraryExpression(wanted, columns, random, depth - 1);
  const leaf = () => {
    const own = columns.filter((column) => column.type === type).map(({ name }) => name);
    if (random(20) === 0 && type !== 'datetime') return `nullif(${pick(own)}, ${pick(constants[type])})`;
    return own.length > 0 && random(4) > 0 ? pick(own) : pick(constants[type]);
  };
  if (depth === 0) return leaf();
  const exact = () => pick(['integer', 'decimal'] as const);
  const numeric = () => pick(['integer', 'decimal', 'number'] as const);
  const comparable = () => pick(['integer', 'decimal', 'string', 'date', 'datetime'] as const);
  const general: (() => string)[] = [
    leaf,
    () => `coalesce(${of(type)}, ${of(type)})`,
    () => `case when ${of('boolean')} then ${of(type)} else ${of(type)} end`,
    () => `case when ${of('boolean')} then ${of(type)} when ${of('boolean')} then ${of(type)} end`,
  ];
  const extreme = () => `${pick(['least', 'greatest'])}(${of(type)}, ${of(type)})`;
  const arithmetic = () => `(${of(type)} ${pick(['+', '-', '*'])} ${of(type)})`;
  const own: Readonly<Record<ValueType, readonly (() => string)[]>> = {
    integer: [
      arithmetic,
      arithmetic,
      arithmetic,
      extreme,
      () => `(${of('integer')} % ${of('integer')})`,
      () => `-${of('integer')}`,
      () => `abs(${of('integer')})`,
      () => `${pick(['round', 'floor', 'ceil', 'to_integer'])}(${of('decimal')})`,
      () => `to_integer(${of('string')})`,
      () => `length(${of('string')})`,
      () => `${pick(['year', 'quarter', 'month', 'day', 'weekday'])}(${of(pick(['date', 'datetime']))})`,
      () => `hour(${of('datetime')})`,
      () => `days_between(${of('date')}, ${of('date')})`,
    ],
    decimal: [
      arithmetic,
      arithmetic,
      arithmetic,
      extreme,
      () => `(${of('integer')} ${pick(['+', '-', '*'])} ${of('decimal')})`,
      () => `-${of('decimal')}`,
      () => `abs(${of('decimal')})`,
      () => `round(${of(exact())}, ${random(10)})`,
      () => `to_decimal(${of(pick(['integer', 'string']))})`,
    ],
    number: [
      arithmetic,
      extreme,
      () => `(${of(numeric())} / ${of(numeric())})`,
      () => `(${of(numeric())} / ${of(numeric())})`,
      () => `abs(${of('number')})`,
      () => `to_number(${of(pick(['integer', 'decimal', 'string']))})`,
    ],
    string: [
      () => `concat(${of('string')}, ${of('string')})`,
      () => `${pick(['lower', 'upper', 'trim'])}(${of('string')})`,
      () => `substring(${of('string')}, ${1 + random(3)}, ${random(5)})`,
      () => `replace(${of('string')}, ${pick(["'a'", "'ß'", "' '"])}, ${pick(["''", "'bb'", "'$1'"])})`,
      () => `to_text(${of(pick(['integer', 'decimal', 'boolean', 'date']))})`,
      () => `nullif(${of('string')}, ${of('string')})`,
    ],
    boolean: [
      () => {
        const operand = comparable();
        return `(${of(operand)} ${pick(['=', '<>', '<', '<=', '>', '>='])} ${of(operand)})`;
      },
      () => `(${of(exact())} ${pick(['=', '<', '>='])} ${of(exact())})`,
      () => `(${of('boolean')} ${pick(['and', 'or'])} ${of('boolean')})`,
      () => `(not ${of('boolean')})`,
      () => `(${of(comparable())} is ${pick(['', 'not '])}null)`,
      () => `(${of('string')} ${pick(['', 'not '])}in ('abc', '', 'ABC'))`,
      () => `(${of('integer')} in (0, -7, 12))`,
      () => `${pick(['contains', 'starts_with'])}(${of('string')}, ${of('string')})`,
    ],
    date: [
      extreme,
      () => `add_days(${of('date')}, ${of('integer')})`,
      () => `add_months(${of(pick(['date', 'datetime']))}, ${pick(['1', '-1', '12', of('integer')])})`,
      () => `date_trunc('${pick(['month', 'quarter', 'year'])}', ${of('date')})`,
      () => `to_date(${of(pick(['string', 'datetime']))})`,
      () => 'to_date(code)',
    ],
    datetime: [],
  };
  return pick(random(3) === 0 ? general : [...general.slice(0, 1), ...own[type]])();
}
