import type { Readable } from 'node:stream';
import { chartOf } from '@inlay/charts/chart-kinds';
import { flattenTable } from '@inlay/charts/flatten-table';
import { formatMoment } from '@inlay/charts/format/format-date';
import type { Locale } from '@inlay/charts/format/locale';
import { titleTile } from '@inlay/charts/format/title-tile';
import { assignSlots } from '@inlay/charts/theme/assign-slots';
import type { Tile, TileChoice } from '@inlay/charts/tile';
import type { DrillPath } from '@inlay/content/embed-api';
import type { RowsExportRequest } from '@inlay/content/rows-api';
import { tabOf } from '@inlay/content/tab-of';
import { authoredTile } from '@inlay/content/unfold-story';
import { cutText } from '@inlay/protocol/cut-text';
import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import { MAX_QUERY_ROWS } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import { bytesOf } from '../../../platform/concurrency/bytes-of.ts';
import { jsonParts } from '../../../platform/concurrency/json-parts.ts';
import type { Held } from '../../../platform/concurrency/responses-in-flight.ts';
import { AppError } from '../../../platform/errors.ts';
import { heldResults, resultBytes } from '../../../platform/query/result/result-bytes.ts';
import { documentPages } from '../../../platform/render/document/document-pages.ts';
import type { DocumentContent } from '../../../platform/render/document/drafting.ts';
import { at, sheet } from '../../../platform/render/document/sheet.ts';
import { tilePart } from '../../../platform/render/document/tile-part.ts';
import { exportTooLarge } from '../../../platform/render/file-maker.ts';
import { messageFor, pageMessages } from '../../../platform/render/page-messages.ts';
import { exportTheme } from '../../../platform/render/page-theme.ts';
import { resultCsv } from '../../../platform/render/result-csv.ts';
import { resultXlsx, type WorkbookSheet } from '../../../platform/render/result-xlsx.ts';
import { rowsNote } from '../../../platform/render/rows-note.ts';
import { tileLinks } from '../../../platform/render/tile-links.ts';
import { shownTile } from '../../../platform/render/tile-section.ts';
import { zipParts } from '../../../platform/render/zip-parts.ts';
import { resolveTheme } from '../../themes/index.ts';
import { titleOfPage } from '../page/render-page.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import type { OpenEmbed } from '../request/open-embed.ts';
import { meterRows } from '../request/viewer-usage.ts';
import { queryTile, queryTileRows, type TileQuery, type TileRowsQuery } from '../tiles/query-tile.ts';
import { renderInTurn } from '../tiles/render-tiles.ts';
import { filterTexts } from './filter-texts.ts';
import { dataOf, statedResults, type TileData } from './tile-data.ts';

export interface ExportedFile {
  /** Of the tile, story or dashboard, as the viewer reads it. */
  readonly title: string;
  readonly name: string;
  readonly type: string;
  /** Files with rows are made as they are read. */
  readonly body: string | Uint8Array | Readable;
  /** What a body that is not made yet keeps in memory. */
  readonly holds?: Held | undefined;
  /** How many rows the file contains, if there are more. */
  readonly firstRows?: number | undefined;
  /** The tiles that say in their place why they have no data, and how many there are. */
  readonly failures?: { readonly codes: readonly FrameErrorCode[]; readonly tiles: number };
}

export const EXPORT_TYPES = {
  csv: 'text/csv; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
export type TileExport = keyof typeof EXPORT_TYPES;

/** Formats whose rows count as exported; the others are pictures. */
const DATA_FORMATS: readonly TileExport[] = ['csv', 'json', 'xlsx'];

const PADDING = 24;
/** Twice the size: sharp on today's screens and in documents. */
const SCALE = 2;

const MAX_PAGES = 100;
/** All sheets together, because their results are in memory until the file is read. One of any size is possible. */
const MAX_WORKBOOK_BYTES = 128 * 1024 * 1024;

/** For every tile of an export: marks chosen on the page, and what the viewer switched or drilled down in tiles. */
export interface ExportChoices extends Pick<TileQuery, 'cross'> {
  readonly choices?: Readonly<Record<string, TileChoice>> | undefined;
  readonly drill?: Readonly<Record<string, DrillPath>> | undefined;
}

export interface DocumentOptions extends ExportChoices, Pick<DocumentContent, 'cover'> {}

const queryOf = (
  id: string,
  { cross, choices = {}, drill = {} }: ExportChoices,
  fileRows?: number,
): TileQuery => ({
  id,
  cross,
  choice: Object.hasOwn(choices, id) ? choices[id] : undefined,
  drill: Object.hasOwn(drill, id) ? drill[id] : undefined,
  fileRows,
});

/** The author of an embed may disable exports. */
function refuseHidden({ embed }: OpenEmbed): void {
  if (embed.options?.hide?.includes('export'))
    throw new AppError('ACCESS_DENIED', { message: 'Exports are turned off for this embed.' });
}

/** One tile as a file: its rows, all of them if they are not too many, or a picture of it as the viewer sees it. */
export async function exportTile(
  request: EmbedRequest,
  query: TileQuery,
  format: TileExport,
): Promise<ExportedFile> {
  refuseHidden(request);
  if (format === 'pdf') return exportDocument(request, {}, query);
  const { services, locale, linkHosts, imageHosts, variables } = request;
  const isData = DATA_FORMATS.includes(format);
  const { tile, result, notFilteredBy, colored } = await queryTile(
    request,
    isData ? { ...query, fileRows: MAX_QUERY_ROWS } : query,
  );
  const { title } = titleTile(tile, result, variables, locale);
  if (isData) await meterRows(request, result.rowCount);
  if (format === 'csv') return fileOfRows(title, format, result, resultCsv(result));
  if (format === 'json') return fileOfRows(title, format, result, jsonParts(exported(result)));
  if (format === 'xlsx') return workbookOf(request, title, [tileSheet(request, { tile, result, title })]);
  const size = { width: 800, height: chartOf(tile.kind).isCompact ? 200 : 450 };
  const pen = { theme: await themeOf(request), locale, linkHosts, imageHosts };
  const whole = { width: size.width + 2 * PADDING, height: size.height + 2 * PADDING };
  const svg = await renderInTurn(request, () => {
    const colors = assignSlots(colored ? [colored] : [], pen.theme.tokens, request.colors);
    const outcome = { state: 'ready', result, notFilteredBy, colored } as const;
    const part = tilePart(tile, outcome, { ...size, variables, colors }, pen);
    return sheet(whole, pen, at(PADDING, PADDING, part.svg));
  });
  const body =
    format === 'svg'
      ? svg
      : await services.files.make({ kind: 'png', svg, scale: SCALE, language: locale.language });
  return fileOf(title, format, { body });
}

/** The rows behind a mark of a tile, as a file. */
export async function exportRows(
  request: EmbedRequest,
  query: TileRowsQuery,
  format: RowsExportRequest['format'],
): Promise<ExportedFile> {
  refuseHidden(request);
  const { locale, variables } = request;
  const { tile, result } = await queryTileRows(request, { ...query, fileRows: MAX_QUERY_ROWS });
  await meterRows(request, result.rowCount);
  const { title } = titleTile(tile, undefined, variables, locale);
  if (format === 'csv') return fileOfRows(title, format, result, resultCsv(result));
  return workbookOf(request, title, [{ title, result, note: missingRows(result, locale) }]);
}

const themeOf = async ({ services: { store }, viewer: { tenantId }, app, embed }: EmbedRequest) =>
  exportTheme(await resolveTheme(store, tenantId, [app.theme, embed.theme]));

const failuresOf = (found: Iterable<TileData>): Required<Pick<ExportedFile, 'failures'>> => {
  const all = [...found];
  const codes = all.flatMap((data) => (data.state === 'failed' ? [data.code] : []));
  return { failures: { codes, tiles: all.length } };
};

/** A document of the embed, or of one of its tiles: results → pages as SVG → PDF in a worker thread. */
export async function exportDocument(
  request: EmbedRequest,
  { cover, ...choices }: DocumentOptions,
  only?: TileQuery,
): Promise<ExportedFile> {
  refuseHidden(request);
  const { services, locale, variables } = request;
  const results = new Map<string, TileData>();
  let alone: Tile | undefined;
  let name: string | undefined;
  if (only) {
    const { tile, result, notFilteredBy, colored } = await queryTile(request, {
      ...only,
      fileRows: rowsOfDocument(request, only.id),
    });
    // After a drill-down, the tile has the dimension of the current level.
    alone = tile;
    name = titleTile(tile, result, variables, locale).title;
    results.set(tile.id, { state: 'ready', result, notFilteredBy, colored });
  } else
    for (const id of request.tiles.keys()) {
      const fileRows = request.content.kind === 'tile' ? rowsOfDocument(request, id) : undefined;
      results.set(id, await dataOf(request, queryOf(id, choices, fileRows)));
    }
  const colored = [...results.values()].flatMap((data) =>
    data.state === 'ready' ? (data.colored ?? []) : [],
  );
  const theme = await themeOf(request);
  const title = name ?? titleOfPage(request, results);
  const drawing: Parameters<typeof documentPages> = [
    {
      content: alone ? { kind: 'tile', tile: alone } : request.content,
      outcomes: results,
      stated: await statedResults(request, results, choices),
      variables,
      colors: assignSlots(colored, theme.tokens, request.colors),
      filters: filterTexts(request),
      made: formatMoment(services.time.now(), { kind: 'date' }, false, locale),
      cover,
    },
    { theme, locale, linkHosts: request.linkHosts, imageHosts: request.imageHosts },
  ];
  const { pages, firstRows } = await renderInTurn(request, () => documentPages(...drawing));
  if (pages.length > MAX_PAGES)
    throw new AppError('REQUEST_INVALID', {
      message: `This export has ${pages.length} pages, more than the maximum of ${MAX_PAGES}. Export the tiles one by one.`,
    });
  const body = await services.files.make({ kind: 'pdf', pages, title, language: locale.language });
  return { ...fileOf(title, 'pdf', { body, firstRows }), ...failuresOf(results.values()) };
}

/** A table has as many pages as its rows need, if it is the whole document. Everything else is drawn as on the page. */
const rowsOfDocument = ({ tiles }: EmbedRequest, id: string) => {
  const tile = tiles.get(id);
  return tile && chartOf(tile.kind).isTable ? MAX_QUERY_ROWS : undefined;
};

/** A workbook of everything that an embed shows, with one sheet per tile in reading order. */
export async function exportWorkbook(request: EmbedRequest, choices: ExportChoices): Promise<ExportedFile> {
  refuseHidden(request);
  const { locale, variables } = request;
  const sheets: WorkbookSheet[] = [];
  const found: TileData[] = [];
  let rows = 0;
  let bytes = 0;
  for (const [id, ownTitle] of titlesInOrder(request)) {
    const tile = request.tiles.get(id);
    if (!tile) continue;
    const data = await dataOf(request, queryOf(id, choices, MAX_QUERY_ROWS));
    found.push(data);
    const result = data.state === 'ready' ? data.result : undefined;
    const shown = shownTile(tile, data, ownTitle);
    const { title } = titleTile(shown, result, variables, locale);
    if (data.state === 'failed') {
      const message = messageFor(pageMessages(locale.language), data.code);
      sheets.push({ title, result: sentence(`${message.title}. ${message.hint}`) });
      continue;
    }
    rows += data.result.rowCount;
    bytes += resultBytes(data.result);
    if (bytes > MAX_WORKBOOK_BYTES && sheets.length > 0) throw exportTooLarge();
    sheets.push(tileSheet(request, { tile: shown, result: data.result, title }));
  }
  const [first, ...others] = sheets;
  if (!first)
    throw new AppError('REQUEST_INVALID', {
      message: 'This embed has no tiles to export.',
    });
  await meterRows(request, rows);
  return { ...workbookOf(request, titleOfPage(request), [first, ...others]), ...failuresOf(found) };
}

/** The rows of a tile, in groups if the tile shows them so. */
function tileSheet(
  { locale, linkHosts, imageHosts }: EmbedRequest,
  { tile, result, title }: { readonly tile: Tile; readonly result: QueryResult; readonly title: string },
): WorkbookSheet {
  const table = flattenTable(tile, result, locale);
  const note = table?.note ?? missingRows(table?.result ?? result, locale);
  return { title, result, table, links: tileLinks(tile, result, { linkHosts, imageHosts }), note };
}

function workbookOf(
  { locale }: EmbedRequest,
  title: string,
  sheets: readonly [WorkbookSheet, ...WorkbookSheet[]],
): ExportedFile {
  const [{ result: first }, ...others] = sheets;
  const cut = sheets.flatMap(({ result, table }) => firstRows(table?.result ?? result) ?? []);
  return fileOf(title, 'xlsx', {
    body: zipParts(resultXlsx(sheets, locale)),
    holds: heldResults(first, ...others.map(({ result }) => result)),
    firstRows: cut.length === 0 ? undefined : Math.max(...cut),
  });
}

const firstRows = ({ rowCount, truncated }: QueryResult) => (truncated ? rowCount : undefined);

const missingRows = (result: QueryResult, locale: Locale) => rowsNote(result.rowCount, result, locale);

const fileOfRows = (title: string, format: 'csv' | 'json', result: QueryResult, parts: Iterable<string>) =>
  fileOf(title, format, {
    body: bytesOf(parts),
    holds: heldResults(result),
    firstRows: firstRows(result),
  });

/** The name says if rows are missing. */
function fileOf(
  title: string,
  format: TileExport,
  content: Pick<ExportedFile, 'body' | 'holds' | 'firstRows'>,
): ExportedFile {
  const part = content.firstRows === undefined ? '' : `-first-${content.firstRows}-rows`;
  return { title, name: `${fileName(title)}${part}.${format}`, type: EXPORT_TYPES[format], ...content };
}

function fileName(title: string): string {
  const plain = title.replaceAll(/[^\p{L}\p{N} ._-]/gu, ' ').replaceAll(/\s+/g, ' ');
  return cutText(plain.trim(), 80) || 'export';
}

/** Each tile once, with the title of its item if that overrides it. */
function titlesInOrder({ content, tiles }: OpenEmbed): ReadonlyMap<string, string | undefined> {
  if (content.kind !== 'dashboard')
    return new Map(distinctData([...tiles.values()]).map(({ id }) => [id, undefined]));
  const { tabs = [] } = content.dashboard;
  const place = (item: { readonly tab?: string }) => tabs.findIndex(({ id }) => id === tabOf(item, tabs));
  const items = content.dashboard.items.toSorted((a, b) => place(a) - place(b) || a.y - b.y || a.x - b.x);
  const places = items.flatMap((item) => ('tile' in item ? [[item.tile, item.title] as const] : []));
  return new Map(places.filter(([id], index) => places.findIndex(([other]) => other === id) === index));
}

/** Steps of a story can point out different things in the same rows, which are one sheet. */
function distinctData(tiles: readonly Tile[]): readonly Tile[] {
  const keyOf = ({ id, query }: Tile) => `${authoredTile(id)} ${JSON.stringify(query)}`;
  return [...new Map(tiles.toReversed().map((tile) => [keyOf(tile), tile])).values()].toReversed();
}

/** A sheet with the error, so that a failed tile is not mistaken for an empty one. */
const sentence = (label: string): QueryResult => ({
  columns: [{ name: 'message', label, type: 'string', role: 'dimension', values: [] }],
  rowCount: 0,
  truncated: false,
});

/** The result without what only charts need: which period is not over, and what it is compared with. */
function exported({ before: _, columns, ...rest }: QueryResult): QueryResult {
  return { ...rest, columns: columns.map(({ incomplete: __, ...column }) => column) };
}
