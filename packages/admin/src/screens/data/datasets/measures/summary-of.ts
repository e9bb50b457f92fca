import { wordsOfName } from './words-of-name.ts';

interface NumericColumn {
  readonly name: string;
  /** Values of the first rows, if they are known. */
  readonly values?: readonly unknown[] | undefined;
}

const list = (words: string) => new Set(words.split(' '));

/** Numbers that name or place something, if they are the last word: neither their sum nor their average means anything. */
const LABELS = list(
  'id ids key code nr no number num zip postcode postal plz phone fax mobile uuid guid pk fk sku ean isbn gtin hash ' +
    'lat latitude lng lon long longitude year month day week quarter hour minute weekday timestamp epoch ' +
    'rank position seq sequence version',
);

/** Ratios and other intensities, wherever the word is: rows can be averaged, but not added up. */
const INTENSITIES = list(
  'rate ratio pct percent percentage perc share avg average mean median score rating grade ' +
    'temperature temp humidity age speed velocity density utilization utilisation occupancy ' +
    'growth probability likelihood confidence cpc cpm cpa cpl ctr roi roas arpu aov nps csat',
);

/** Amounts in some tables and ratios in others, which only their values tell. */
const EITHER = list('discount tax vat margin markup commission interest churn change conversion');

const TOTALS = list('total subtotal sum');

/** `orderid`, but not `paid`. */
const RUN_TOGETHER = /\p{L}{2}(?<!pa|ra|b|lu|qu|cov|vo|val|gr|br|sol|ac|ap|um)id$/u;

/** How rows of a numeric column are summarized, judged by its name; undefined if they cannot be. */
export function summaryOf({ name, values }: NumericColumn): 'sum' | 'average' | undefined {
  const words = wordsOfName(name);
  const last = words.at(-1) ?? '';
  if (words.includes('per')) return 'average';
  if (LABELS.has(last) || words[0] === 'id' || name.toLowerCase() === 'index') return undefined;
  if (RUN_TOGETHER.test(last)) return undefined;
  if (name.includes('%') || words.some((word) => INTENSITIES.has(word))) return 'average';
  // A unit cost is a price, and a total price is an amount.
  if (words[0] === 'unit' || (words.includes('price') && !words.some((word) => TOTALS.has(word))))
    return 'average';
  return words.some((word) => EITHER.has(word)) && areFractions(values) ? 'average' : 'sum';
}

function areFractions(values: readonly unknown[] = []): boolean {
  const numbers = values.filter((value) => value !== null).map(Number);
  return (
    numbers.some((number) => !Number.isInteger(number)) && numbers.every((number) => Math.abs(number) <= 1)
  );
}
