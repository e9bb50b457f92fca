import { chartKinds, type TileKind } from '@inlay/charts/chart-kinds';
import { withColumnDecimals } from '@inlay/charts/format/column-decimals';
import { createLocale } from '@inlay/charts/format/create-locale';
import { formatFull, formatShort } from '@inlay/charts/format/format-number';
import { formatShare } from '@inlay/charts/format/format-share';
import { fromRanges } from '@inlay/charts/parts/row-ranges';
import { createTheme } from '@inlay/charts/theme/create-theme';
import { loadDrawings, TileChart } from '@inlay/charts/tile-chart';
import type { QuerySpec } from '@inlay/protocol/query';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { marksIn } from '../embeds/drawn-marks.ts';
import type { ReferenceResult } from './evaluate-query.ts';
import { Fraction, ZERO } from './fraction.ts';

await loadDrawings();

const locale = createLocale({ language: 'en-US' });

/** A measure as the reference evaluates it: a value per row and its own total. */
interface Evaluated {
  readonly column: ResultColumn;
  readonly values: readonly (Fraction | null)[];
  readonly total: Fraction | null;
  /** Whether the result has all rows, and each a value: a difference has none where one of its sides has none. */
  readonly isWhole: boolean;
}

/**
 * What charts of a result compute (totals, shares, running values), compared with the reference: how it differs, or
 * nothing. The query has one dimension and the grand total as its only subtotal.
 */
export function chartProblem(
  query: QuerySpec,
  result: QueryResult,
  expected: ReferenceResult,
): string | undefined {
  const isWhole = !expected.truncated && !(query.top && !query.top.others);
  for (const [index, column] of result.columns.slice(1).entries()) {
    if (!['integer', 'decimal', 'number'].includes(column.type)) continue;
    const toFraction = (value: unknown) => (value instanceof Fraction ? value : null);
    const values = (expected.columns[index + 1]?.values ?? []).map(toFraction);
    const total = toFraction(expected.subtotals[0]?.columns[index]?.values[0]);
    if (values.every((value) => value === null)) continue;
    const formatted = { ...column, format: withColumnDecimals(column, column.format) } as ResultColumn;
    const measure = { column: formatted, values, total, isWhole: isWhole && !values.includes(null) };
    for (const { kind } of chartKinds) {
      const problem = checks[kind](measure, draw(kind, query, result, column.name));
      if (problem !== undefined) return `${kind} of ${column.name}: ${problem}`;
    }
  }
  return undefined;
}

function draw(kind: TileKind, query: QuerySpec, result: QueryResult, measure: string): string {
  const tile = { id: 't', title: 'T', kind, datasetId: 'd', query, options: { y: [measure] } };
  const size = { width: 4000, height: 3000 };
  return renderToString(h(TileChart, { tile, result, theme: createTheme(), locale, size }));
}

const sumOf = (values: Evaluated['values']): Fraction =>
  values.reduce<Fraction>((all, value) => (value === null ? all : all.plus(value)), ZERO);
const above = (values: Evaluated['values']) =>
  values.filter((value): value is Fraction => value !== null && value.compare(ZERO) > 0);
const addsUp = ({ values, total }: Evaluated) => total !== null && isNear(sumOf(values), total);
/** Doubles of the engine differ in their last digits. */
const isNear = (a: Fraction, b: Fraction) =>
  Math.abs(a.toNumber() - b.toNumber()) <= 1e-9 * Math.max(Math.abs(a.toNumber()), Math.abs(b.toNumber()));
const textsOf = (svg: string) => marksIn(svg).map(([label, , [item]]) => ({ label, text: item?.[2] ?? '' }));

type Check = (measure: Evaluated, html: string) => string | undefined;

/** Marks state values of the result and compute nothing. */
const showsValues: Check = ({ values, column }, svg) => {
  const texts = values.map((value) => value && formatFull(value.toNumber(), column.format, locale));
  const items = marksIn(svg).flatMap(([label, , list]) => list.map(([, , text]) => ({ label, text })));
  const wrong = items.find(({ text }) => !texts.includes(text));
  return wrong && `${wrong.label}: ${wrong.text}`;
};

/** Marks count the rows with a value. */
const countsRows: Check = ({ values }, svg) => {
  const rows = marksIn(svg).flatMap(([, , items]) => items.map(([, , , own]) => fromRanges(own).length));
  const counted = rows.reduce((sum, count) => sum + count, 0);
  const known = values.filter((value) => value !== null).length;
  return counted <= known ? undefined : `${counted} of ${known} rows`;
};

/** The last row of a table has the measure's own total. */
const endsWithTotal: Check = ({ total, column }, html) => {
  const last = html.slice(html.lastIndexOf('<tr'));
  // The decimals of others depend on all cells of their column.
  const isPlain = total !== null && column.type === 'integer' && html.includes(`>${locale.messages.total}<`);
  if (!isPlain) return undefined;
  const text = formatFull(total.toNumber(), column.format, locale);
  return last.includes(`>${text}<`) ? undefined : `no total ${text} in ${last}`;
};

const checks: Readonly<Record<TileKind, Check>> = {
  line: showsValues,
  area: showsValues,
  bar: showsValues,
  'bar-line': showsValues,
  leaderboard: showsValues,
  bullet: showsValues,
  heatmap: showsValues,
  // A point needs two measures.
  scatter: () => undefined,
  histogram: countsRows,
  // Quartiles are in `distributions.test.ts`.
  'box-plot': () => undefined,
  kpi: showsValues,
  table: endsWithTotal,
  'pivot-table': endsWithTotal,

  pie: (measure, svg) => {
    const [, middle] = /<g text-anchor="middle"><text[^>]*font-weight="600"[^>]*>([^<]*)</.exec(svg) ?? [];
    const { total, column } = measure;
    if (above(measure.values).length === 0) return undefined;
    const expected = total === null ? undefined : formatShort(total.toNumber(), column.format, locale);
    // Only a sum of all rows needs no total of its own.
    if (middle !== expected && !(total === null && middle === undefined))
      return `${middle} instead of ${expected} in the middle`;
    const hasNote = svg.includes(locale.messages.totalAndShares);
    const isOther = total !== null && !isNear(total, sumOf(above(measure.values)));
    if (textsOf(svg).some(({ text }) => text.includes(' · ')) && hasNote !== isOther)
      return `${hasNote ? 'a' : 'no'} note on what the total covers`;
    return sharesProblem(measure, svg, sharesRoundedTogether);
  },
  treemap: (measure, svg) => sharesProblem(measure, svg, (share) => [formatShare(share, locale)]),
  waterfall: (measure, svg) => {
    const { total, column, isWhole } = measure;
    const marks = textsOf(svg);
    const isRefused = column.additive === false || column.accumulatedAlong !== undefined;
    if (marks.length === 0) return isRefused ? undefined : 'no steps';
    if (isWhole && total !== null && !addsUp(measure)) return 'steps that do not add up';
    const { other, total: totalName } = locale.messages;
    const full = (value: Fraction | null) =>
      value === null ? '' : formatFull(value.toNumber(), column.format, locale);
    const steps = marks.filter(({ label }) => label !== other && label !== totalName);
    const values = measure.values.map(full);
    const end = marks.at(-1)?.text;
    if (total === null) return marks.some(({ label }) => label === totalName) ? `total ${end}` : undefined;
    if (end !== full(total)) return `total ${end} instead of ${full(total)}`;
    const isComplete = steps.length === values.length;
    const rest = total.minus(sumOf(measure.values));
    const hasRest = marks.at(-2)?.label === other && marks.at(-2)?.text === full(rest);
    if (isComplete && !isNear(total, sumOf(measure.values)) && !hasRest) return `no step of ${full(rest)}`;
    // Rows without a position on the axis have no step of their own.
    const wrong = steps.find(({ text }) => !values.includes(text));
    return wrong && `${wrong.label}: ${wrong.text}`;
  },
  funnel: ({ values, column }, svg) => {
    const shown = values.filter((value) => value !== null);
    const first = shown[0] ?? ZERO;
    const wrong = textsOf(svg).find(({ text }, index) => {
      const value = shown[index] ?? ZERO;
      const share = first.compare(ZERO) > 0 ? value.over(first)?.toNumber() : undefined;
      const percent =
        share === undefined
          ? '–'
          : formatFull(share, { kind: 'percent', decimals: share < 0.1 ? 1 : 0 }, locale);
      return text !== `${formatFull(value.toNumber(), column.format, locale)} · ${percent}`;
    });
    return wrong && `${wrong.label}: ${wrong.text}`;
  },
};

/** Percentages that add up to 100 are rounded up or down. */
function sharesRoundedTogether(share: number): readonly string[] {
  const whole = (percents: number) => formatFull(percents / 100, { kind: 'percent', decimals: 0 }, locale);
  // Doubles may be a little above or below a whole number.
  const [least, most] = [Math.floor(share * 100 - 1e-9), Math.ceil(share * 100 + 1e-9)];
  return [...[least, least + 1, most].map(whole), `<${whole(1)}`, `>${whole(99)}`];
}

/** Percentages are those of the values above zero, and only measures that add up have any. */
function sharesProblem(
  measure: Evaluated,
  svg: string,
  textsOfShare: (share: number) => readonly string[],
): string | undefined {
  const { values, column, isWhole } = measure;
  const whole = sumOf(above(values)).toNumber();
  const texts = new Set(
    above(values).flatMap((value) => {
      const text = formatFull(value.toNumber(), column.format, locale);
      return textsOfShare(value.toNumber() / whole).map((share) => `${text} · ${share}`);
    }),
  );
  const shares = textsOf(svg).filter(({ text }) => text.includes('%') && text.includes(' · '));
  if (shares.length > 0 && isWhole && measure.total !== null && !addsUp(measure))
    return 'percentages of values that do not add up';
  const wrong = shares.find(({ label, text }) => label !== locale.messages.other && !texts.has(text));
  return wrong && `${wrong.label}: ${wrong.text}`;
}
