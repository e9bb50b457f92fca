import { columnFormat, toNumber } from '@inlay/charts/data/read-columns';
import { withColumnDecimals } from '@inlay/charts/format/column-decimals';
import { formatCell, formatRow, isNumeric } from '@inlay/charts/format/format-cell';
import { isRightToLeft } from '@inlay/charts/format/locale';
import { type CellBars, cellBars, hasBars } from '@inlay/charts/kinds/table/cell-bar';
import { truncate } from '@inlay/charts/layout/fit-text';
import { textWidth } from '@inlay/charts/layout/text-width';
import { toneOf } from '@inlay/charts/parts/thresholds';
import type { Tile } from '@inlay/charts/tile';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import { attributes, type Html, html } from '../html.ts';
import { tileLinks } from '../tile-links.ts';
import type { Part, Pen } from './sheet.ts';

const ROW = 24;
const SIZE = 12;
const GAP = 20;
/** Columns are as wide as the first rows need. */
const MEASURED = 200;
const MEASURED_CELLS = 2000;
/** More would be narrower than a letter. */
const MAX_COLUMNS = 50;

/** As many rows of a table as fit, starting with `first`. `drawn` is their number; totals follow the last row. */
export function tablePart(
  tile: Tile,
  result: QueryResult,
  box: { readonly width: number; readonly height: number },
  pen: Pen,
  first = 0,
): Part & { readonly drawn: number } {
  const { theme, locale } = pen;
  const { tokens } = theme;
  const columns = readColumns(tile, result, pen);
  const widths = fitted(
    columns.map(({ needs }) => needs),
    box.width,
  );
  const left = result.rowCount - first;
  const footer = result.totals ? 1 : 0;
  const room = Math.max(1, Math.floor(box.height / ROW) - 1);
  const drawn = left + footer <= room ? left : Math.min(left, room);
  const rtl = isRightToLeft(locale);
  const starts = widths.map((_, index) =>
    widths.slice(0, index).reduce((sum, width) => sum + width + GAP, 0),
  );
  const write = (
    text: string,
    index: number,
    y: number,
    { fill, bold = false, size = SIZE, href }: CellStyle,
  ) => {
    const width = widths[index] ?? 0;
    const start = starts[index] ?? 0;
    const end = columns[index]?.number ?? false;
    const near = rtl ? box.width - start : start;
    const far = rtl ? box.width - start - width : start + width;
    const anchor = attributes({ 'text-anchor': end && 'end' });
    const weight = attributes({ 'font-weight': bold && 600 });
    const shown = truncate(text, width + 2, size, bold);
    const written = html`<text x="${end ? far : near}" y="${y}" font-size="${size}"${anchor} fill="${fill}"${weight}>${shown}</text>`;
    return href === undefined ? written : html`<a${attributes({ href })}>${written}</a>`;
  };
  const bar = (index: number, row: number, y: number, negative: string) => {
    const { zero = 0, bar: found } = columns[index]?.bars ?? {};
    const drawn = found?.(row);
    if (!drawn) return null;
    const width = widths[index] ?? 0;
    const place = (x: number, length: number) => {
      const start = (starts[index] ?? 0) + x * width;
      return rtl ? box.width - start - length : start;
    };
    const length = drawn.width * width;
    const fill = drawn.isNegative ? negative : tokens.accent;
    const axis =
      zero > 0 && html`<rect x="${place(zero, 0)}" y="${y}" width="0.75" height="3" fill="${tokens.axis}"/>`;
    return html`<rect x="${place(drawn.x, length)}" y="${y}" width="${length}" height="3" fill="${fill}"/>${axis}`;
  };
  const rule = (y: number, outcome: string) =>
    html`<path d="M0 ${y}H${box.width}" stroke="${outcome}" stroke-width="1"/>`;
  const parts: Html[] = [
    ...columns.map(({ label }, index) => write(label, index, 16, { fill: tokens['text-muted'], size: 11 })),
    rule(ROW - 0.5, tokens.axis),
  ];
  for (let row = 0; row < drawn; row += 1) {
    const y = (row + 1) * ROW;
    for (const [index, column] of columns.entries()) {
      const tone = column.tone(first + row);
      const href = column.link?.(first + row);
      const fill = tone ? tokens[tone] : href === undefined ? tokens.text : tokens.accent;
      parts.push(
        write(column.text(first + row), index, y + (column.bars ? 14 : 16), {
          fill,
          bold: tone !== undefined,
          href,
        }),
        html`${bar(index, first + row, y + 18, tokens.bad)}`,
      );
    }
    parts.push(rule(y + ROW - 0.5, tokens.grid));
  }
  const isLast = drawn === left && footer === 1 && drawn + 1 <= room;
  if (isLast) {
    const y = (drawn + 1) * ROW;
    for (const [index, { total }] of columns.entries())
      parts.push(write(total, index, y + 16, { fill: tokens.text, bold: true }));
  }
  return { height: (drawn + 1 + (isLast ? 1 : 0)) * ROW, svg: html`${parts}`, drawn };
}

interface CellStyle {
  readonly fill: string;
  readonly bold?: boolean;
  readonly size?: number;
  readonly href?: string | undefined;
}

interface DrawnColumn {
  readonly label: string;
  readonly number: boolean;
  readonly needs: number;
  readonly total: string;
  readonly text: (row: number) => string;
  readonly link: ((row: number) => string | undefined) | undefined;
  readonly bars: CellBars | undefined;
  readonly tone: (row: number) => 'good' | 'warning' | 'bad' | undefined;
}

function readColumns(tile: Tile, result: QueryResult, { locale, linkHosts }: Pen): readonly DrawnColumn[] {
  const links = tileLinks(tile, result, linkHosts);
  const shown = result.columns.slice(0, MAX_COLUMNS);
  const measured = Math.min(MEASURED, result.rowCount, Math.ceil(MEASURED_CELLS / shown.length));
  return shown.map((column: ResultColumn, index): DrawnColumn => {
    const format = withColumnDecimals(column, columnFormat(column, tile.options));
    const number = isNumeric(column) && column.role === 'measure';
    const text = (row: number) => formatRow(row, column, format, locale);
    const sum = result.totals?.[column.name];
    const total =
      sum === undefined ? (index === 0 ? locale.words.total : '') : formatCell(sum, column, format, locale);
    const seen = Array.from({ length: measured }, (_, row) => text(row));
    const needs = Math.max(
      textWidth(column.label, 11),
      textWidth(total, SIZE, true),
      ...seen.map((each) => textWidth(each, SIZE)),
    );
    return {
      label: column.label,
      number,
      needs: Math.min(320, Math.max(24, needs)),
      total,
      text,
      link: links.get(column.name),
      bars: number && hasBars(column, tile.options) ? cellBars(column) : undefined,
      tone: (row) =>
        number
          ? toneOf(toNumber(column.values[row] ?? null), tile.options?.thresholds, column.name)
          : undefined,
    };
  });
}

/** Shares spare room evenly, and shrinks all columns in proportion where there is too little. */
function fitted(needs: readonly number[], width: number): readonly number[] {
  const room = Math.max(40, width - GAP * (needs.length - 1));
  const all = needs.reduce((sum, each) => sum + each, 0);
  if (all > room) return needs.map((each) => (each * room) / all);
  return needs.map((each) => each + (room - all) / needs.length);
}
