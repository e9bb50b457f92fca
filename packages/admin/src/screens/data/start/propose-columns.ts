import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { Format } from '@inlay/protocol/format';
import { isNumeric } from '../datasets/is-numeric.ts';
import { summaryOf } from '../datasets/measures/summary-of.ts';
import { wordsOfName } from '../datasets/measures/words-of-name.ts';

type Values = readonly unknown[] | undefined;

/** Columns with the format that their name and first values suggest. */
export function proposeColumns(
  columns: readonly DatasetColumn[],
  valuesOf: (column: string) => Values,
): readonly DatasetColumn[] {
  return columns.map((column) => {
    const format = formatOf(column, valuesOf(column.name));
    return format ? withoutCurrency({ ...column, format }) : column;
  });
}

/** `Amount eur` is called `Amount`, because its values show the currency. */
export function withoutCurrency<T extends Pick<DatasetColumn, 'label' | 'format'>>(field: T): T {
  const { label, format } = field;
  if (label === undefined || format?.kind !== 'currency' || !format.currency) return field;
  const code = format.currency.toLowerCase();
  const words = label.split(' ').filter((word) => word.toLowerCase() !== code);
  return words.length === 0 ? field : { ...field, label: words.join(' ') };
}

const CURRENCIES = new Set('eur usd gbp chf jpy cny aud cad sek nok dkk pln czk huf inr brl mxn'.split(' '));
const SHARES = new Set('pct percent percentage rate ratio share margin utilization utilisation'.split(' '));

function formatOf(column: DatasetColumn, values: Values): Format | undefined {
  if (!isNumeric(column)) return undefined;
  // 2026 is a year and 10115 a postal code, so neither gets a thousands separator.
  if (summaryOf({ name: column.name, values }) === undefined) return { kind: 'text' };
  const words = wordsOfName(column.name);
  const currency = words.find((word) => CURRENCIES.has(word));
  if (currency) return { kind: 'currency', currency: currency.toUpperCase() };
  if (words.some((word) => SHARES.has(word)) && areFractions(values)) return { kind: 'percent', decimals: 1 };
  return undefined;
}

function areFractions(values: Values = []): boolean {
  const numbers = values.filter((value) => value !== null).map(Number);
  return (
    numbers.some((number) => !Number.isInteger(number)) && numbers.every((number) => Math.abs(number) <= 1)
  );
}
