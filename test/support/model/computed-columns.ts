import type { DatasetColumn } from '@inlay/protocol/dataset';
import { Fraction } from './fraction.ts';
import type { ShopCell, ShopRow, TableName } from './shop.ts';

interface ComputedColumn extends Pick<DatasetColumn, 'name' | 'type'> {
  readonly expression: string;
  /** The columns that it reads, computed ones included. */
  readonly uses: readonly string[];
  /** Made of text, integers, booleans and dates alone, so that rules can use it. */
  readonly isExact: boolean;
  /** The same in JavaScript, sharing no code with the product's own evaluation. */
  evaluate(row: ShopRow): ShopCell;
}

const isMissing = (...cells: readonly (ShopCell | undefined)[]) => cells.some((cell) => cell === null);
const digits = (value: Fraction) => {
  const scaled = String((value.numerator * 10n ** 9n) / value.denominator).padStart(11, '0');
  return `${scaled.slice(0, -9)}.${scaled.slice(-9)}`.replace(/^(-?)0+(?=\d)/, '$1');
};

/** One or two for each table. A model has some of them. */
export const COMPUTED: Readonly<Record<TableName, readonly ComputedColumn[]>> = {
  regions: [
    {
      name: 'initial',
      type: 'string',
      expression: 'upper(substring(code, 1, 1))',
      uses: ['code'],
      isExact: true,
      evaluate: ({ code }) =>
        code === null
          ? null
          : ([...String(code)][0] ?? '').replace(/[a-z]/, (letter) => letter.toUpperCase()),
    },
  ],
  stores: [
    {
      name: 'rated',
      type: 'integer',
      expression: 'to_integer(rating)',
      uses: ['rating'],
      isExact: false,
      evaluate: ({ rating }) => (isMissing(rating) ? null : String(Math.trunc(Number(rating)) + 0)),
    },
  ],
  customers: [
    {
      name: 'tag',
      type: 'string',
      expression: "concat(coalesce(segment, 'none'), '/', to_text(active))",
      uses: ['segment', 'active'],
      isExact: true,
      evaluate: ({ segment, active }) => (isMissing(active) ? null : `${segment ?? 'none'}/${active}`),
    },
    {
      name: 'twice',
      type: 'decimal',
      expression: 'credit * 2 + 0.5',
      uses: ['credit'],
      isExact: false,
      evaluate: ({ credit }) =>
        typeof credit !== 'string'
          ? null
          : digits(Fraction.of(credit).times(Fraction.of(2)).plus(Fraction.of(0.5))),
    },
  ],
  profiles: [
    {
      name: 'length',
      type: 'integer',
      expression: 'length(tier)',
      uses: ['tier'],
      isExact: true,
      evaluate: ({ tier }) => (isMissing(tier) ? null : String([...String(tier)].length)),
    },
  ],
  orders: [
    {
      name: 'size',
      type: 'string',
      expression: "case when quantity > 2 then 'big' when quantity <= 2 then 'small' end",
      uses: ['quantity'],
      isExact: true,
      evaluate: ({ quantity }) => (isMissing(quantity) ? null : Number(quantity) > 2 ? 'big' : 'small'),
    },
    {
      name: 'settled',
      type: 'boolean',
      expression: 'paid or quantity > 0',
      uses: ['paid', 'quantity'],
      isExact: true,
      evaluate: ({ paid, quantity }) => {
        if (paid === true || (quantity !== null && Number(quantity) > 0)) return true;
        return isMissing(paid, quantity) ? null : false;
      },
    },
    {
      name: 'half',
      type: 'number',
      expression: 'quantity / 2',
      uses: ['quantity'],
      isExact: false,
      evaluate: ({ quantity }) => (isMissing(quantity) ? null : String(Number(quantity) / 2)),
    },
    {
      name: 'month_start',
      type: 'date',
      expression: "date_trunc('month', day)",
      uses: ['day'],
      isExact: true,
      evaluate: ({ day }) => (isMissing(day) ? null : `${String(day).slice(0, 7)}-01`),
    },
  ],
  items: [
    {
      name: 'total',
      type: 'decimal',
      expression: 'price * quantity',
      uses: ['price', 'quantity'],
      isExact: false,
      evaluate: ({ price, quantity }) =>
        isMissing(price, quantity) ? null : String(Number(price) * Number(quantity) + 0),
    },
    {
      name: 'is_large',
      type: 'boolean',
      expression: 'total > 10',
      uses: ['total'],
      isExact: false,
      evaluate: ({ total }) => (isMissing(total) ? null : Number(total) > 10),
    },
  ],
};
