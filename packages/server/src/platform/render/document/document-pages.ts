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
import { valueWriter, writeTitle } from '../write-value.ts';
import { dashboardBands } from './dashboard-bands.ts';
import { DEPTH, type DocumentContent, type Drafting, INSIDE, tileOutcome } from './drafting.ts';
import { paragraphs } from './paragraphs.ts';
import { at, MARGIN, PAGE, type Part, type Pen, sheet, stacked, textLine } from './sheet.ts';
import { tableContent, tablePart } from './table-part.ts';
import { tileHead, tilePart, titledPart } from './tile-part.ts';

/** The pages of a document, each an SVG: one for a tile, one per step of a story, as many as a dashboard needs. */
export async function documentPages(outcome: DocumentContent, pen: Pen): Promise<readonly string[]> {
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
  const bodies = await inSlices(bodiesOf(content, drafting));
  return bodies.map((body, index) => page(body, index, bodies.length, drafting));
}

function bodiesOf(content: PageContent, drafting: Drafting): Iterable<Html> {
  switch (content.kind) {
    case 'tile':
      return tilePages(content.tile, drafting);
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

/** The head of a document: title, description and active filters. */
function heading(
  { title, description }: { readonly title: string; readonly description?: string | undefined },
  { pen, variables, filters }: Drafting,
): Part {
  const { text, 'text-muted': muted } = pen.theme.tokens;
  const plain = (line: string): TextBlock[] => [{ kind: 'paragraph', runs: [{ text: line }] }];
  const parts = [
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
    ...(filters.length > 0
      ? [paragraphs(plain(filters.join('   ·   ')), INSIDE, { size: 12, fill: muted }, pen)]
      : []),
  ];
  const part = stacked(parts, 2);
  return { ...part, height: part.height + 16 };
}

/** The page limit; the spreadsheet contains the rest. */
const MAX_TABLE_PAGES = 40;

function* tilePages(tile: Tile, drafting: Drafting): Iterable<Html> {
  const { pen, variables, categories, filters } = drafting;
  const outcome = tileOutcome(drafting, tile.id);
  const options = { width: INSIDE, height: DEPTH, variables, categories };
  const style = { size: 12, fill: pen.theme.tokens['text-muted'] };
  const note =
    filters.length > 0 &&
    textLine(
      [{ text: truncate(filters.join('   ·   '), INSIDE, 12) }],
      { from: 0, to: INSIDE, y: DEPTH - 4 },
      style,
      pen.locale,
    );
  const depth = DEPTH - (note ? 24 : 0);
  if (!chartOf(tile.kind).isTable || outcome.state !== 'ready' || outcome.result.rowCount === 0) {
    const height = chartOf(tile.kind).isCompact ? 260 : depth;
    yield html`${tilePart(tile, outcome, { ...options, height }, pen).svg}${note}`;
    return;
  }
  const head = tileHead(titledPart(tile, outcome, options, pen), options, pen);
  const content = tableContent(tile, outcome.result, pen);
  let first = 0;
  let pages = 0;
  do {
    const part = tablePart(content, { width: INSIDE, height: depth - head.height }, pen, first);
    yield html`${head.svg}${at(0, head.height, part.svg)}${note}`;
    pages += 1;
    first += part.drawn;
  } while (first < content.result.rowCount && pages < MAX_TABLE_PAGES);
}

const COLUMN = 820;

function stepPage(step: StoryStep, drafting: Drafting): Html {
  const { pen, tiles, variables, categories } = drafting;
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
      categories,
    };
    const place = isRightToLeft(pen.locale) ? visibleTiles.length - 1 - index : index;
    return at(place * (width + 32), 0, tilePart(tile, tileOutcome(drafting, tile.id), own, pen).svg);
  });
  const tall = visibleTiles.every((tile) => chartOf(tile.kind).isCompact) ? Math.min(200, height) : height;
  const chartsPart = charts.length === 0 ? [] : [{ height: tall, svg: html`${charts}` }];
  return stacked([above, ...chartsPart, below], 24).svg;
}
