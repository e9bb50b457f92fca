import type { FlatTable } from '@inlay/charts/flat-table';
import { formatCell, isOthers, isTemporal } from '@inlay/charts/format/format-cell';
import type { Locale } from '@inlay/charts/format/locale';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { inSlices } from '../concurrency/in-slices.ts';
import { xmlText } from './xml-text.ts';

const EPOCH = Date.UTC(1899, 11, 30);
/** The row limit of a spreadsheet, without the header. */
const MAX_ROWS = 1_048_575;
/** ECMA-376 §18.8: styles by their place in `cellXfs` below. */
const STYLES = { plain: 0, bold: 1, day: 2, moment: 3, month: 4, year: 5, week: 6, indented: 7 } as const;
/** The maximum indentation of row names in groups; outlines have no more levels either (ECMA-376 §18.3.1.73). */
const MAX_INDENT = 7;
const DAY = 'yyyy\\-mm\\-dd';

function* rowsOf({ columns, totals }: QueryResult, count: number, locale: Locale): Iterable<string> {
  yield rowOf(
    1,
    columns.map(({ label }, index) => text(index, 1, label, STYLES.bold)),
  );
  for (let row = 0; row < count; row += 1) {
    const cells = columns.map((column, index) =>
      isOthers(column, row)
        ? text(index, row + 2, locale.messages.other, STYLES.plain)
        : cell(index, row + 2, column.values[row] ?? null, column, locale),
    );
    yield rowOf(row + 2, cells);
  }
  if (totals) yield rowOf(count + 2, totalCells(columns, totals, count + 2, locale));
}

/** Groups of rows and columns as the table shows them: levels of names above, outlines that collapse, sums in bold. */
function* groupedRowsOf({ result, head, rows }: FlatTable, count: number, locale: Locale): Iterable<string> {
  for (const [level, cells] of head.entries())
    yield rowOf(
      level + 1,
      cells.map(({ start, label }) => text(start, level + 1, label, STYLES.bold)),
    );
  const [names, ...columns] = result.columns;
  for (let index = 0; index < count; index += 1) {
    const { level = 0, isGroup = false, isHidden = false } = rows[index] ?? {};
    const place = head.length + index + 1;
    const indent = Math.min(MAX_INDENT, level - 1);
    const style = isGroup ? STYLES.bold : STYLES.plain;
    const name = indent > 0 ? STYLES.indented + (indent - 1) * 2 + (isGroup ? 1 : 0) : style;
    const cells = columns.map((column, at) => {
      const value = column.values[index] ?? null;
      return isGroup ? boldCell(at + 1, place, value) : cell(at + 1, place, value, column, locale);
    });
    yield rowOf(
      place,
      [text(0, place, String(names?.values[index] ?? ''), name), ...cells],
      [
        indent > 0 ? ` outlineLevel="${indent}"` : '',
        isHidden ? ' hidden="1"' : '',
        !isHidden && rows[index + 1]?.isHidden ? ' collapsed="1"' : '',
      ].join(''),
    );
  }
  if (result.totals) {
    const place = head.length + count + 1;
    yield rowOf(place, totalCells(result.columns, result.totals, place, locale));
  }
}

/** Rows of one tile, under its title. */
export interface WorkbookSheet {
  readonly title: string;
  readonly result: QueryResult;
  /** Set if the tile shows them in groups. */
  readonly table?: FlatTable | undefined;
  /** The links of cells, by column. */
  readonly links?: ReadonlyMap<string, (row: number) => string | undefined>;
  /** The last line: that rows are missing. */
  readonly note?: string | undefined;
}

/** Excel's limit per sheet. */
const MAX_LINKS = 65_530;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/**
 * The parts of an Office Open XML workbook, by their paths in the archive. Cells have types: numbers can be added up,
 * and text is text, whatever it begins with, since formulas are another element, which is never written here.
 */
export async function resultXlsx(
  sheets: readonly WorkbookSheet[],
  locale: Locale,
): Promise<Readonly<Record<string, string>>> {
  const worksheets: string[] = [];
  const linked: Record<string, string> = {};
  for (const [index, { result, links, table, note }] of sheets.entries()) {
    if (table) {
      worksheets.push(await groupedWorksheet(table, note, locale));
      continue;
    }
    const found = (links ? await inSlices(linksOf(result, links)) : [])
      .filter((link) => link !== undefined)
      .slice(0, MAX_LINKS);
    worksheets.push(await worksheet(result, { note, links: found }, locale));
    if (found.length > 0)
      linked[`xl/worksheets/_rels/sheet${index + 1}.xml.rels`] = relations(
        found.map(([, href], place) => [`rId${place + 1}`, 'hyperlink', escaped(href), 'External']),
      );
  }
  const names = sheetNames(sheets.map(({ title }) => title));
  const listed = names.map(
    (name, index) => `<sheet name="${escaped(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  return {
    '[Content_Types].xml': xml(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${[
        ['/xl/workbook.xml', 'sheet.main'],
        ...sheets.map((_, index) => [`/xl/worksheets/sheet${index + 1}.xml`, 'worksheet']),
        ['/xl/styles.xml', 'styles'],
      ]
        .map(
          ([part, kind]) =>
            `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`,
        )
        .join('')}</Types>`,
    ),
    '_rels/.rels': relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${listed.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map(
        (_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const,
      ),
      [`rId${sheets.length + 1}`, 'styles', 'styles.xml'],
    ]),
    'xl/styles.xml': xml(
      `<styleSheet xmlns="${MAIN}"><numFmts count="5">${[DAY, `${DAY}\\ hh:mm:ss`, 'mmm\\ yyyy', 'yyyy', weekCode(locale)].map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escaped(code)}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${STYLES.indented + 2 * MAX_INDENT}"><xf fontId="0"/><xf fontId="1" applyFont="1"/>${[164, 165, 166, 167, 168].map((id) => `<xf fontId="0" numFmtId="${id}" applyNumberFormat="1"/>`).join('')}${indentedStyles()}</cellXfs></styleSheet>`,
    ),
    ...Object.fromEntries(worksheets.map((sheet, index) => [`xl/worksheets/sheet${index + 1}.xml`, sheet])),
    ...linked,
  };
}

type CellLink = readonly [cell: string, href: string];

/** Yields also for rows without a link, so that a long result can be read in slices. */
function* linksOf(
  { columns, rowCount }: QueryResult,
  links: NonNullable<WorkbookSheet['links']>,
): Iterable<CellLink | undefined> {
  for (const [index, { name }] of columns.entries()) {
    const link = links.get(name);
    for (let row = 0; link && row < Math.min(rowCount, MAX_ROWS); row += 1) {
      const href = link(row);
      yield href === undefined ? undefined : [`${columnName(index)}${row + 2}`, href];
    }
  }
}

async function worksheet(
  result: QueryResult,
  { links, note }: { readonly links: readonly CellLink[]; readonly note: string | undefined },
  locale: Locale,
): Promise<string> {
  const { columns, totals } = result;
  const count = Math.min(result.rowCount, MAX_ROWS);
  const rows = await inSlices(rowsOf(result, count, locale));
  const lastLine = noteRow(note, count + (totals ? 3 : 2));
  const widths = columns.map(
    ({ type }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${type === 'string' ? 28 : 16}" customWidth="1"/>`,
  );
  const hyperlinks = links
    .map(([cell], index) => `<hyperlink ref="${cell}" r:id="rId${index + 1}"/>`)
    .join('');
  const last = `${columnName(Math.max(0, columns.length - 1))}${count + 1}`;
  return xml(
    `<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>${rows.join('')}${lastLine}</sheetData><autoFilter ref="A1:${last}"/>${hyperlinks && `<hyperlinks>${hyperlinks}</hyperlinks>`}</worksheet>`,
  );
}

async function groupedWorksheet(table: FlatTable, note: string | undefined, locale: Locale): Promise<string> {
  const { head, result } = table;
  const count = Math.min(result.rowCount, MAX_ROWS - head.length);
  const rows = await inSlices(groupedRowsOf(table, count, locale));
  const lastLine = noteRow(note, head.length + count + (result.totals ? 2 : 1));
  const widths = result.columns.map(
    (_, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${index === 0 ? 28 : 16}" customWidth="1"/>`,
  );
  const merged = head.flatMap((cells, level) =>
    cells
      .filter(({ columns, rows }) => columns > 1 || rows > 1)
      .map(({ start, columns, rows }) => {
        const last = `${columnName(start + columns - 1)}${level + rows}`;
        return `<mergeCell ref="${columnName(start)}${level + 1}:${last}"/>`;
      }),
  );
  const merges =
    merged.length === 0 ? '' : `<mergeCells count="${merged.length}">${merged.join('')}</mergeCells>`;
  return xml(
    `<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="${head.length}" topLeftCell="B${head.length + 1}" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" outlineLevelRow="${MAX_INDENT}"/><cols>${widths.join('')}</cols><sheetData>${rows.join('')}${lastLine}</sheetData>${merges}</worksheet>`,
  );
}

const indentedStyles = () =>
  Array.from({ length: MAX_INDENT }, (_, index) =>
    [0, 1]
      .map(
        (font) =>
          `<xf fontId="${font}" applyFont="1" applyAlignment="1"><alignment indent="${index + 1}"/></xf>`,
      )
      .join(''),
  ).join('');

const xml = (body: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${body}`;

type Relation = readonly [id: string, kind: string, target: string, mode?: 'External'];

function relations(parts: readonly Relation[]): string {
  return xml(
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${parts
      .map(
        ([id, kind, target, mode]) =>
          `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`,
      )
      .join('')}</Relationships>`,
  );
}

const rowOf = (row: number, cells: readonly string[], attributes = '') =>
  `<row r="${row}"${attributes}>${cells.join('')}</row>`;

/** The first day of a week in the viewer's language ("week of …"). */
function weekCode({ messages }: Locale): string {
  const [before = '', after = ''] = messages.weekOf({ date: '\n' }).split('\n');
  const literal = (word: string) => (word === '' ? '' : `"${word}"`);
  return `${literal(before)}${DAY}${literal(after)}`;
}

const noteRow = (note: string | undefined, row: number) =>
  note === undefined ? '' : rowOf(row, [text(0, row, note, STYLES.plain)]);

/** Below the rows, outside the range that the sheet filters. */
function totalCells(
  columns: readonly ResultColumn[],
  totals: NonNullable<QueryResult['totals']>,
  row: number,
  { messages }: Locale,
): readonly string[] {
  return columns.map(({ name }, index) => {
    const total = totals[name];
    if (total === undefined) return index === 0 ? text(index, row, messages.total, STYLES.bold) : '';
    return boldCell(index, row, total);
  });
}

function boldCell(index: number, row: number, value: Cell): string {
  if (typeof value === 'number')
    return `<c r="${columnName(index)}${row}" s="${STYLES.bold}"><v>${value}</v></c>`;
  return value === null ? '' : text(index, row, String(value), STYLES.bold);
}

/** A month, year or week is a formatted date; spreadsheets have no format for quarters, which are text. */
function styleOf({ type, grain }: ResultColumn): number | undefined {
  if (grain === 'month' || grain === 'year' || grain === 'week') return STYLES[grain];
  if (grain === 'quarter' || grain === 'fiscal-quarter' || grain === 'fiscal-year') return undefined;
  return type === 'date' ? STYLES.day : STYLES.moment;
}

function cell(index: number, row: number, value: Cell, column: ResultColumn, locale: Locale): string {
  if (value === null) return '';
  const at = `${columnName(index)}${row}`;
  if (typeof value === 'boolean') return `<c r="${at}" t="b"><v>${value ? 1 : 0}</v></c>`;
  if (typeof value === 'number' && Number.isFinite(value)) return `<c r="${at}"><v>${value}</v></c>`;
  if (isTemporal(column) && typeof value === 'string') {
    const style = styleOf(column);
    if (style === undefined)
      return text(index, row, formatCell(value, column, column.format, locale), STYLES.plain);
    const days = (Date.parse(value) - EPOCH) / 86_400_000;
    // Spreadsheets count days from 1900, which they take for a leap year.
    if (days > 61) return `<c r="${at}" s="${style}"><v>${days}</v></c>`;
  }
  // Numbers that a double cannot hold stay text.
  return text(index, row, String(value), STYLES.plain);
}

function text(index: number, row: number, value: string, style: number): string {
  const content = escaped(value.slice(0, 32_767));
  return `<c r="${columnName(index)}${row}" t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${content}</t></is></c>`;
}

function columnName(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest > 0 ? columnName(rest - 1) : ''}${String.fromCharCode(65 + (index % 26))}`;
}

const NAME_LENGTH = 31;

/** Excel counts UTF-16 units; half a surrogate pair would be invalid XML. */
const cutUnits = (value: string, most: number) => value.slice(0, most).replace(/[\uD800-\uDBFF]$/, '');

/** Excel refuses some characters, more than 31 of them, `History`, and two names that differ by case only. */
export function sheetNames(titles: readonly string[]): readonly string[] {
  const taken = new Set(['history']);
  return titles.map((title) => {
    const plain = xmlText(title)
      .replaceAll(/[\\/*?:[\]\p{Cc}]/gu, ' ')
      .replaceAll(/^['\s]+|['\s]+$/g, '');
    const base = cutUnits(plain, NAME_LENGTH).trim() || 'Data';
    let name = base;
    for (let number = 2; taken.has(name.toLowerCase()); number += 1) {
      const suffix = ` (${number})`;
      name = `${cutUnits(base, NAME_LENGTH - suffix.length).trim()}${suffix}`;
    }
    taken.add(name.toLowerCase());
    return name;
  });
}

const escaped = (value: string) =>
  xmlText(value)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
