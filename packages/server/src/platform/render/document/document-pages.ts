import { chartOf } from '@inlay/charts/chart-kinds';
import { isRightToLeft } from '@inlay/charts/format/locale';
import { truncate } from '@inlay/charts/layout/fit-text';
import type { Tile } from '@inlay/charts/tile';
import type { StoryStep } from '@inlay/content/story';
import { tabOf } from '@inlay/content/tab-of';
import type { UnfoldedDashboard } from '@inlay/content/unfold-dashboard';
import { inSlices } from '../../concurrency/in-slices.ts';
import { type Html, html } from '../html.ts';
import type { PageContent } from '../page-content.ts';
import { pageMessages } from '../page-messages.ts';
import { markdownBlocks, type TextBlock, titleRuns } from '../render-markdown.ts';
import { rowsNote } from '../rows-note.ts';
import { valueWriter, writeTitle } from '../write-value.ts';
import { coverPage } from './cover-page.ts';
import { dashboardBands } from './dashboard-bands.ts';
import { DEPTH, type DocumentContent, type Drafting, INSIDE, tileOutcome } from './drafting.ts';
import { paragraphs } from './paragraphs.ts';
import { at, MARGIN, PAGE, type Part, type Pen, sheet, stacked, textLine } from './sheet.ts';
import { type TableContent, tableContent, tablePart } from './table-part.ts';
import { LAST_LINE, tileHead, tilePart, titledPart, withLastLine } from './tile-part.ts';

export interface DocumentPages {
  /** Each an SVG. */
  readonly pages: readonly string[];
  /** How many rows of its only table the document contains, if there are more. */
  readonly firstRows?: number;
}

/** One page for a chart, as many as its rows need for a table, one per step of a story, as many as a dashboard needs. */
export async function documentPages(outcome: DocumentContent, pen: Pen): Promise<DocumentPages> {
  const { content } = outcome;
  const tiles = content.kind === 'tile' ? [content.tile] : content.tiles;
  const drafting: Drafting = {
    ...outcome,
    pen,
    tiles: new Map(tiles.map((tile) => [tile.id, tile])),
    results:
      outcome.stated ??
      new Map(
        [...outcome.outcomes].flatMap(([id, made]) => (made.state === 'ready' ? [[id, made.result]] : [])),
      ),
  };
  const table = content.kind === 'tile' ? pagedTable(content.tile, drafting) : undefined;
  const bodies = await inSlices(table ? tablePages(table, drafting) : bodiesOf(content, drafting));
  const covers = coversOf(drafting);
  const count = covers.length + bodies.length;
  return {
    pages: [...covers, ...bodies.map((body, index) => page(body, covers.length + index, count, drafting))],
    ...(table?.note === undefined ? {} : { firstRows: table.rowCount }),
  };
}

function coversOf(drafting: Drafting): readonly string[] {
  const { content, cover } = drafting;
  if (!cover || content.kind === 'tile') return [];
  return [coverPage(content.kind === 'story' ? content.story : content.dashboard, cover, drafting)];
}

function bodiesOf(content: PageContent, drafting: Drafting): Iterable<Html> {
  switch (content.kind) {
    case 'tile':
      return [tilePage(content.tile, drafting)];
    case 'story':
      return content.story.steps.values().map((step) => stepPage(step, drafting));
    case 'dashboard':
      return dashboardPages(content.dashboard, drafting);
  }
}

/** Each tab begins a page, under its title. */
function* dashboardPages(dashboard: UnfoldedDashboard, drafting: Drafting): Iterable<Html> {
  const { items, tabs = [] } = dashboard;
  const head = heading(dashboard, drafting);
  if (tabs.length < 2) {
    yield* dashboardBands(items, head, drafting);
    return;
  }
  for (const [index, { id, title }] of tabs.entries()) {
    const fill = drafting.pen.theme.tokens.text;
    const runs = [{ kind: 'paragraph' as const, runs: [{ text: title }] }];
    const name = paragraphs(runs, INSIDE, { size: 18, fill, bold: true }, drafting.pen);
    const part = index === 0 ? stacked([head, name], 0) : name;
    const own = items.filter((item) => tabOf(item, tabs) === id);
    yield* dashboardBands(own, { ...part, height: part.height + 12 }, drafting);
  }
}

function page(body: Html, index: number, count: number, { pen, content, made, variables }: Drafting): string {
  const { theme, locale } = pen;
  const fill = theme.tokens['text-muted'];
  const y = PAGE.height - MARGIN + 6;
  const edges = { from: MARGIN, to: PAGE.width - MARGIN, y };
  const title =
    content.kind === 'tile' ? '' : (content.kind === 'story' ? content.story : content.dashboard).title;
  const name = [writeTitle(title, variables, locale), made].filter((each) => each !== '').join('  ·  ');
  const foot = textLine([{ text: truncate(name, INSIDE - 80, 11) }], edges, { size: 11, fill }, locale);
  const number = (value: number) => value.toLocaleString(locale.language);
  const x = isRightToLeft(locale) ? MARGIN : PAGE.width - MARGIN;
  const of = `${number(index + 1)} / ${number(count)}`;
  const place = html`<text x="${x}" y="${y}" font-size="11" text-anchor="end" fill="${fill}">${of}</text>`;
  const rule = html`<path d="M${MARGIN} ${y - 20}H${PAGE.width - MARGIN}" stroke="${theme.tokens.grid}"/>`;
  return sheet(PAGE, pen, html`${at(MARGIN, MARGIN, body)}${rule}${foot}${place}`);
}

/** The head of a document: title and description, unless a cover has them, and active filters. */
function heading(
  { title, description }: { readonly title: string; readonly description?: string | undefined },
  { pen, variables, filters, cover }: Drafting,
): Part {
  const { text, 'text-muted': muted } = pen.theme.tokens;
  const plain = (line: string): TextBlock[] => [{ kind: 'paragraph', runs: [{ text: line }] }];
  const names = [
    paragraphs(
      plain(writeTitle(title, variables, pen.locale)),
      INSIDE,
      { size: 24, fill: text, bold: true },
      pen,
    ),
    ...(description
      ? [
          paragraphs(
            plain(writeTitle(description, variables, pen.locale)),
            INSIDE,
            { size: 14, fill: muted },
            pen,
          ),
        ]
      : []),
  ];
  const parts = [
    ...(cover ? [] : names),
    ...(filters.length > 0
      ? [paragraphs(plain(filters.join('   ·   ')), INSIDE, { size: 12, fill: muted }, pen)]
      : []),
  ];
  if (parts.length === 0) return { height: 0, svg: html`` };
  const part = stacked(parts, 2);
  return { ...part, height: part.height + 16 };
}

/** The page limit for rows; the spreadsheet contains the rest. Totals may need one more. */
const MAX_TABLE_PAGES = 99;

/** A table that is the whole document, divided into pages. */
interface PagedTable {
  readonly head: Part;
  readonly content: TableContent;
  /** The height of its rows on a page. */
  readonly height: number;
  /** How many rows the document contains. */
  readonly rowCount: number;
  /** The last line, if there are more rows. */
  readonly note: string | undefined;
}

function pagedTable(tile: Tile, drafting: Drafting): PagedTable | undefined {
  const { pen, variables } = drafting;
  const outcome = tileOutcome(drafting, tile.id);
  if (!chartOf(tile.kind).isTable || outcome.state !== 'ready' || outcome.result.rowCount === 0)
    return undefined;
  const options = { width: INSIDE, variables };
  const head = tileHead(titledPart(tile, outcome, options, pen), options, pen);
  const content = tableContent(tile, outcome.result, pen);
  const height = depthOf(drafting) - head.height;
  const { result } = content;
  const fitting = (room: number) =>
    Math.min(
      result.rowCount,
      MAX_TABLE_PAGES * tablePart(content, { width: INSIDE, height: room }, pen).drawn,
    );
  if (fitting(height) === result.rowCount && !result.truncated)
    return { head, content, height, rowCount: result.rowCount, note: undefined };
  const rowCount = fitting(height - LAST_LINE);
  const ofRows = rowsNote(rowCount, result, pen.locale);
  return {
    head,
    content,
    height: height - LAST_LINE,
    rowCount,
    note: rowCount < result.rowCount ? ofRows : (content.note ?? ofRows),
  };
}

function* tablePages(
  { head, content, height, rowCount, note }: PagedTable,
  drafting: Drafting,
): Iterable<Html> {
  const { pen } = drafting;
  let isLast = false;
  for (let first = 0; !isLast; ) {
    const part = tablePart(content, { width: INSIDE, height }, pen, first);
    first += part.drawn;
    // Totals of all rows would not be those of the pages.
    isLast = part.isEnd || (first >= rowCount && rowCount < content.result.rowCount);
    const rows = isLast && note !== undefined ? withLastLine(part, note, INSIDE, pen) : part.svg;
    yield html`${head.svg}${at(0, head.height, rows)}${filtersLine(drafting)}`;
  }
}

function tilePage(tile: Tile, drafting: Drafting): Html {
  const { pen, variables, colors } = drafting;
  const height = chartOf(tile.kind).isCompact ? 260 : depthOf(drafting);
  const options = { width: INSIDE, height, variables, colors };
  return html`${tilePart(tile, tileOutcome(drafting, tile.id), options, pen).svg}${filtersLine(drafting)}`;
}

/** The height of a page above the line with the active filters. */
const depthOf = ({ filters }: Drafting) => DEPTH - (filters.length > 0 ? 24 : 0);

function filtersLine({ filters, pen }: Drafting): Html | false {
  if (filters.length === 0) return false;
  const text = truncate(filters.join('   ·   '), INSIDE, 12);
  const style = { size: 12, fill: pen.theme.tokens['text-muted'] };
  return textLine([{ text }], { from: 0, to: INSIDE, y: DEPTH - 4 }, style, pen.locale);
}

const COLUMN = 820;

function stepPage(step: StoryStep, drafting: Drafting): Html {
  const { pen, tiles, variables, colors } = drafting;
  const { text, 'text-muted': muted, track, accent } = pen.theme.tokens;
  const write = valueWriter(step.values, drafting.results, variables, pen.locale);
  const title = paragraphs(
    [{ kind: 'paragraph', runs: titleRuns(step.title, write) }],
    INSIDE,
    { size: 24, fill: text, bold: true },
    pen,
  );
  const textParts = (markdown: string | undefined, width: number, size = 15) =>
    markdown ? [paragraphs(markdownBlocks(markdown, write), width, { size, fill: text }, pen)] : [];
  const advice = textParts(step.recommendation, INSIDE - 40, 14).map((part): Part => {
    const height = part.height + 24;
    const box = html`<rect width="${INSIDE}" height="${height}" rx="6" fill="${track}"/>`;
    const edge = html`<rect width="3" height="${height}" fill="${accent}"/>`;
    return { height, svg: html`${box}${edge}${at(20, 12, part.svg)}` };
  });
  const source = step.source
    ? [
        paragraphs(
          [
            {
              kind: 'paragraph',
              runs: [{ text: `${pageMessages(pen.locale.language).source}: ${step.source}` }],
            },
          ],
          INSIDE,
          { size: 12, fill: muted },
          pen,
        ),
      ]
    : [];
  const above = stacked([title, ...textParts(step.narrative, COLUMN)], 10);
  const below = stacked([...advice, ...source], 14);
  const height = Math.min(440, DEPTH - above.height - below.height - 48);
  const visibleTiles = height < 120 ? [] : (step.tiles ?? []).flatMap((id) => tiles.get(id) ?? []);
  const width = (INSIDE - 32 * (visibleTiles.length - 1)) / Math.max(1, visibleTiles.length);
  const charts = visibleTiles.map((tile, index) => {
    const own = {
      width,
      height: chartOf(tile.kind).isCompact ? Math.min(200, height) : height,
      variables,
      colors,
    };
    const place = isRightToLeft(pen.locale) ? visibleTiles.length - 1 - index : index;
    return at(place * (width + 32), 0, tilePart(tile, tileOutcome(drafting, tile.id), own, pen).svg);
  });
  const tall = visibleTiles.every((tile) => chartOf(tile.kind).isCompact) ? Math.min(200, height) : height;
  const chartsPart = charts.length === 0 ? [] : [{ height: tall, svg: html`${charts}` }];
  return stacked([above, ...chartsPart, below], 24).svg;
}
