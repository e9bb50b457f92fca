import { columnFormat, toNumber } from '@inlay/charts/data/read-columns';
import { zoomResult } from '@inlay/charts/data/zoom-result';
import type { FlatTable } from '@inlay/charts/flat-table';
import { flattenTable } from '@inlay/charts/flatten-table';
import { formatCell, formatRow, isNumeric } from '@inlay/charts/format/format-cell';
import { isRightToLeft } from '@inlay/charts/format/locale';
import { type CellBars, cellBars, hasBars } from '@inlay/charts/kinds/table/cell-bar';
import { imageText, isAddress } from '@inlay/charts/kinds/table/cell-image';
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
/** More columns would be narrower than a letter. */
const MAX_COLUMNS = 50;

export interface TableContent {
  readonly options: Tile['options'];
  readonly result: QueryResult;
  /** By row, if they are in groups. */
  readonly rows?: FlatTable['rows'];
  /** The header above the columns, if it is more than their labels. */
  readonly head?: FlatTable['head'];
  /** What is missing, if it is more than rows. */
  readonly note?: FlatTable['note'];
  /** The links of cells, by column. */
  readonly links?: ReturnType<typeof tileLinks>;
}

/** The rows of a table in a file: initially collapsed groups hide their rows here too. */
export function tableContent(tile: Tile, whole: QueryResult, pen: Pen): TableContent {
  const { locale } = pen;
  const { result } = zoomResult(whole, tile.focus?.zoom, locale) ?? { result: whole };
  const flat = flattenTable(tile, result, locale);
  if (flat === undefined) return { options: tile.options, result, links: tileLinks(tile, result, pen) };
  const visibleRows = flat.rows.flatMap(({ isHidden }, row) => (isHidden ? [] : [row]));
  const pick = <T>(list: readonly T[]): readonly T[] =>
    visibleRows.flatMap((row) => list.slice(row, row + 1));
  const columns = flat.result.columns.map((column) => ({ ...column, values: pick(column.values) }));
  return {
    options: {},
    result: { ...flat.result, columns, rowCount: visibleRows.length },
    rows: pick(flat.rows),
    head: flat.head,
    note: flat.note,
  };
}

/** As many rows of a table as fit, starting with `first`. `drawn` is their number; totals follow the last row, which is the end. */
export function tablePart(
  content: TableContent,
  box: { readonly width: number; readonly height: number },
  pen: Pen,
  first = 0,
): Part & { readonly drawn: number; readonly isEnd: boolean } {
  const { theme, locale } = pen;
  const { tokens } = theme;
  const { result, rows } = content;
  const head = content.head ?? [
    result.columns.map(({ label }, start) => ({ label, start, columns: 1, rows: 1 })),
  ];
  const top = head.length * ROW;
  const columns = readColumns(content, pen);
  const widths = fitted(columns, box.width);
  const left = result.rowCount - first;
  const footer = result.totals ? 1 : 0;
  const room = Math.max(1, Math.floor((box.height - top) / ROW));
  const drawn = left + footer <= room ? left : Math.min(left, room);
  const rtl = isRightToLeft(locale);
  const starts = widths.map((_, index) =>
    widths.slice(0, index).reduce((sum, width) => sum + width + GAP, 0),
  );
  const write = (text: string, index: number, y: number, style: CellStyle) => {
    const { fill, bold = false, size = SIZE, across = 1, href } = style;
    const last = Math.min(columns.length, index + across) - 1;
    const start = starts[index] ?? 0;
    const width = (starts[last] ?? 0) + (widths[last] ?? 0) - start;
    const end = across === 1 && (columns[index]?.number ?? false);
    const near = rtl ? box.width - start : start;
    const far = rtl ? box.width - start - width : start + width;
    const anchor = attributes({ 'text-anchor': end && 'end' });
    const weight = attributes({ 'font-weight': bold && 600 });
    const truncated = truncate(text, width + 2, size, bold);
    const written = html`<text x="${end ? far : near}" y="${y}" font-size="${size}"${anchor} fill="${fill}"${weight}>${truncated}</text>`;
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
    ...head.flatMap((cells, level) =>
      cells
        .filter(({ start }) => start < columns.length)
        .map(({ label, start, columns: across, rows: deep }) =>
          write(label, start, (level + deep - 1) * ROW + 16, {
            fill: tokens['text-muted'],
            size: 11,
            across,
          }),
        ),
    ),
    rule(top - 0.5, tokens.axis),
  ];
  for (let row = 0; row < drawn; row += 1) {
    const y = top + row * ROW;
    for (const [index, column] of columns.entries()) {
      const tone = column.tone(first + row);
      const href = column.link?.(first + row);
      const fill = tone ? tokens[tone] : href === undefined ? tokens.text : tokens.accent;
      const bold = tone !== undefined || rows?.[first + row]?.isGroup === true;
      parts.push(
        write(column.text(first + row), index, y + (column.bars ? 14 : 16), { fill, bold, href }),
        html`${bar(index, first + row, y + 18, tokens.bad)}`,
      );
    }
    parts.push(rule(y + ROW - 0.5, tokens.grid));
  }
  const hasTotals = drawn === left && footer === 1 && drawn + 1 <= room;
  if (hasTotals) {
    const y = top + drawn * ROW;
    for (const [index, { total }] of columns.entries())
      parts.push(write(total, index, y + 16, { fill: tokens.text, bold: true }));
  }
  const isEnd = drawn === left && (footer === 0 || hasTotals);
  return { height: top + (drawn + (hasTotals ? 1 : 0)) * ROW, svg: html`${parts}`, drawn, isEnd };
}

interface CellStyle {
  readonly fill: string;
  readonly bold?: boolean;
  readonly size?: number;
  /** How many columns it may take. */
  readonly across?: number;
  readonly href?: string | undefined;
}

interface DrawnColumn {
  readonly number: boolean;
  readonly needs: number;
  readonly total: string;
  readonly text: (row: number) => string;
  readonly link: ((row: number) => string | undefined) | undefined;
  readonly bars: CellBars | undefined;
  readonly tone: (row: number) => 'good' | 'warning' | 'bad' | undefined;
}

/** A wide space for each group that a row is in. */
const INDENT = '\u2003';

function readColumns(
  { options, result, rows, head, links }: TableContent,
  { locale }: Pen,
): readonly DrawnColumn[] {
  const { images } = options ?? {};
  const visibleColumns = result.columns.slice(0, MAX_COLUMNS);
  const measured = Math.min(MEASURED, result.rowCount, Math.ceil(MEASURED_CELLS / visibleColumns.length));
  return visibleColumns.map((column: ResultColumn, index): DrawnColumn => {
    const format = columnFormat(column, options);
    const number = isNumeric(column) && column.role === 'measure';
    const link = links?.get(column.name);
    const text = (row: number) => {
      if (link?.(row) !== undefined && isAddress(column, images))
        return imageText(column, row, { columns: result.columns, images, locale });
      // Groups without subtotals, and combinations without data, are empty.
      if (rows !== undefined && (column.values[row] ?? null) === null) return '';
      const level = index === 0 ? (rows?.[row]?.level ?? 0) : 0;
      return `${INDENT.repeat(Math.max(0, level - 1))}${formatRow(row, column, format, locale)}`;
    };
    const sum = result.totals?.[column.name];
    const total =
      sum === undefined
        ? index === 0
          ? locale.messages.total
          : ''
        : formatCell(sum, column, format, locale);
    const samples = Array.from({ length: measured }, (_, row) => text(row));
    const needs = Math.max(
      textWidth(head === undefined ? column.label : labelOver(head, index), 11),
      textWidth(total, SIZE, true),
      ...samples.map((each, row) => textWidth(each, SIZE, rows?.[row]?.isGroup)),
    );
    return {
      number,
      needs: Math.min(320, Math.max(24, needs)),
      total,
      text,
      link,
      bars: number && hasBars(column, options) ? cellBars(column) : undefined,
      tone: (row) =>
        number ? toneOf(toNumber(column.values[row] ?? null), options?.thresholds, column.name) : undefined,
    };
  });
}

/** The innermost name of a column, as far as it is of this column alone. */
const labelOver = (head: FlatTable['head'], index: number): string =>
  head.at(-1)?.find(({ start, columns }) => start === index && columns === 1)?.label ?? '';

/** Words may be cut to this; numbers are of no use when cut. */
const MIN_WORDS = 90;

/** Shares spare room evenly. Where there is too little, columns of words shrink first, then all in proportion. */
function fitted(columns: readonly DrawnColumn[], width: number): readonly number[] {
  const room = Math.max(40, width - GAP * (columns.length - 1));
  const sum = (list: readonly number[]) => list.reduce((all, each) => all + each, 0);
  const needs = columns.map((column) => column.needs);
  const missing = sum(needs) - room;
  if (missing <= 0) return needs.map((each) => each - missing / columns.length);
  const spare = columns.map((column) => (column.number ? 0 : Math.max(0, column.needs - MIN_WORDS)));
  const share = Math.min(1, missing / Math.max(1, sum(spare)));
  const kept = needs.map((each, index) => each - (spare[index] ?? 0) * share);
  const scale = Math.min(1, room / sum(kept));
  return kept.map((each) => each * scale);
}
