import type { FlatTable } from '@inlay/charts/flat-table';
import { formatCell, isOthers, isTemporal } from '@inlay/charts/format/format-cell';
import type { Locale } from '@inlay/charts/format/locale';
import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import { escapeXml } from './escape-xml.ts';
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

/** A part of a workbook: its path in the archive, and its text in pieces. */
export type WorkbookPart = readonly [path: string, pieces: Iterable<string>];

/**
 * The parts of an Office Open XML workbook, written as they are read. Cells are typed: numbers can be added up, and text
 * that begins with `=` stays text, because formulas would be a different element.
 */
export function* resultXlsx(sheets: readonly WorkbookSheet[], locale: Locale): Iterable<WorkbookPart> {
  yield ['[Content_Types].xml', contentTypes(sheets.length)];
  yield ['_rels/.rels', relations([['rId1', 'officeDocument', 'xl/workbook.xml']])];
  yield ['xl/workbook.xml', workbook(sheetNames(sheets.map(({ title }) => title)))];
  yield ['xl/_rels/workbook.xml.rels', workbookRelations(sheets.length)];
  yield ['xl/styles.xml', styles(locale)];
  for (const [index, sheet] of sheets.entries()) {
    const path = (folder: string, ending: string) => `xl/worksheets/${folder}sheet${index + 1}.xml${ending}`;
    if (sheet.table) yield [path('', ''), groupedWorksheet(sheet.table, sheet.note, locale)];
    else {
      yield [path('', ''), worksheet(sheet, locale)];
      if (!linksOf(sheet).next().done) yield [path('_rels/', '.rels'), relations(linkRelations(sheet))];
    }
  }
}

function* contentTypes(sheetCount: number): Iterable<string> {
  yield `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>`;
  const worksheets = Array.from({ length: sheetCount }, (_, index) => [
    `/xl/worksheets/sheet${index + 1}.xml`,
    'worksheet',
  ]);
  for (const [part, kind] of [
    ['/xl/workbook.xml', 'sheet.main'],
    ...worksheets,
    ['/xl/styles.xml', 'styles'],
  ])
    yield `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${kind}+xml"/>`;
  yield '</Types>';
}

function* workbook(names: readonly string[]): Iterable<string> {
  yield `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>`;
  for (const [index, name] of names.entries())
    yield `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`;
  yield '</sheets></workbook>';
}

const workbookRelations = (sheetCount: number) =>
  relations([
    ...Array.from(
      { length: sheetCount },
      (_, index) => [`rId${index + 1}`, 'worksheet', `worksheets/sheet${index + 1}.xml`] as const,
    ),
    [`rId${sheetCount + 1}`, 'styles', 'styles.xml'],
  ]);

function styles(locale: Locale): readonly string[] {
  const formats = [DAY, `${DAY}\\ hh:mm:ss`, 'mmm\\ yyyy', 'yyyy', weekCode(locale)];
  return [
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">`,
    ...formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${escapeXml(code)}"/>`),
    '</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>',
    `<cellXfs count="${STYLES.indented + 2 * MAX_INDENT}"><xf fontId="0"/><xf fontId="1" applyFont="1"/>`,
    ...formats.map((_, index) => `<xf fontId="0" numFmtId="${164 + index}" applyNumberFormat="1"/>`),
    `${indentedStyles()}</cellXfs></styleSheet>`,
  ];
}

type CellLink = readonly [cell: string, href: string];

function* linksOf({ result, links = new Map() }: WorkbookSheet): Generator<CellLink> {
  let left = MAX_LINKS;
  for (const [index, { name }] of result.columns.entries()) {
    const link = links.get(name);
    for (let row = 0; link && left > 0 && row < Math.min(result.rowCount, MAX_ROWS); row += 1) {
      const href = link(row);
      if (href === undefined) continue;
      left -= 1;
      yield [`${columnName(index)}${row + 2}`, href];
    }
  }
}

function* linkRelations(sheet: WorkbookSheet): Iterable<Relation> {
  let number = 0;
  for (const [, href] of linksOf(sheet)) {
    number += 1;
    yield [`rId${number}`, 'hyperlink', escapeXml(href), 'External'];
  }
}

function* worksheet(sheet: WorkbookSheet, locale: Locale): Iterable<string> {
  const { result, note } = sheet;
  const { columns, totals } = result;
  const count = Math.min(result.rowCount, MAX_ROWS);
  yield `${XML}<worksheet xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>`;
  yield widths(columns.map(({ type }) => (type === 'string' ? 28 : 16)));
  yield '<sheetData>';
  yield* rowsOf(result, count, locale);
  yield noteRow(note, count + (totals ? 3 : 2));
  const last = `${columnName(Math.max(0, columns.length - 1))}${count + 1}`;
  yield `</sheetData><autoFilter ref="A1:${last}"/>`;
  let number = 0;
  for (const [cell] of linksOf(sheet)) {
    number += 1;
    yield `${number === 1 ? '<hyperlinks>' : ''}<hyperlink ref="${cell}" r:id="rId${number}"/>`;
  }
  yield number > 0 ? '</hyperlinks></worksheet>' : '</worksheet>';
}

function* groupedWorksheet(table: FlatTable, note: string | undefined, locale: Locale): Iterable<string> {
  const { head, result } = table;
  const count = Math.min(result.rowCount, MAX_ROWS - head.length);
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetPr><outlinePr summaryBelow="0"/></sheetPr><sheetViews><sheetView workbookViewId="0"><pane xSplit="1" ySplit="${head.length}" topLeftCell="B${head.length + 1}" activePane="bottomRight" state="frozen"/></sheetView></sheetViews><sheetFormatPr defaultRowHeight="15" outlineLevelRow="${MAX_INDENT}"/>`;
  yield widths(result.columns.map((_, index) => (index === 0 ? 28 : 16)));
  yield '<sheetData>';
  yield* groupedRowsOf(table, count, locale);
  yield noteRow(note, head.length + count + (result.totals ? 2 : 1));
  yield '</sheetData>';
  const merged = head.flatMap((cells, level) =>
    cells
      .filter(({ columns, rows }) => columns > 1 || rows > 1)
      .map(({ start, columns, rows }) => {
        const last = `${columnName(start + columns - 1)}${level + rows}`;
        return `<mergeCell ref="${columnName(start)}${level + 1}:${last}"/>`;
      }),
  );
  if (merged.length > 0) yield `<mergeCells count="${merged.length}">${merged.join('')}</mergeCells>`;
  yield '</worksheet>';
}

const widths = (columns: readonly number[]) =>
  `<cols>${columns.map((width, index) => `<col min="${index + 1}" max="${index + 1}" width="${width}" customWidth="1"/>`).join('')}</cols>`;

const indentedStyles = () =>
  Array.from({ length: MAX_INDENT }, (_, index) =>
    [0, 1]
      .map(
        (font) =>
          `<xf fontId="${font}" applyFont="1" applyAlignment="1"><alignment indent="${index + 1}"/></xf>`,
      )
      .join(''),
  ).join('');

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

type Relation = readonly [id: string, kind: string, target: string, mode?: 'External'];

function* relations(parts: Iterable<Relation>): Iterable<string> {
  yield `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`;
  for (const [id, kind, target, mode] of parts)
    yield `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"${mode ? ` TargetMode="${mode}"` : ''}/>`;
  yield '</Relationships>';
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
  const content = escapeXml(value.slice(0, 32_767));
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
