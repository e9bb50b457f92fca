import { chartOf } from '@inlay/charts/chart-kinds';
import type { Tile } from '@inlay/charts/tile';
import type { StoryStep } from '@inlay/content/story';
import { tabOf } from '@inlay/content/tab-of';
import type { UnfoldedDashboard, UnfoldedItem } from '@inlay/content/unfold-dashboard';
import { cutText } from '@inlay/protocol/cut-text';
import type { NamedValues } from '@inlay/protocol/narrative';
import type { QueryResult } from '@inlay/protocol/result';
import { pageMessages } from '../../../platform/render/page-messages.ts';
import { markdownBlocks, type TextBlock, titleRuns } from '../../../platform/render/render-markdown.ts';
import { valueWriter } from '../../../platform/render/write-value.ts';
import { sourcesOf } from '../../content/index.ts';
import type { EmbedRequest } from '../../embeds/index.ts';
import type { TextSection } from './report.ts';

/** A part of a report before its data is read. */
export type ReportEntry = TileEntry | TextEntry;

export interface TileEntry {
  readonly kind: 'tile';
  readonly tile: Tile;
  /** Of its place on the dashboard. */
  readonly title?: string | undefined;
  /** In rows of a dashboard's grid. */
  readonly rows: number;
}

export interface TextEntry {
  readonly kind: 'text';
  /** The tiles whose values it states. */
  readonly sources: readonly string[];
  /** Undefined if it says nothing. */
  write(stated: ReadonlyMap<string, QueryResult>): TextSection | undefined;
}

/** A tile of the content, or all of it in reading order. Undefined if the viewer sees no such tile. */
export function reportEntries(
  request: EmbedRequest,
  tileId: string | null,
): readonly ReportEntry[] | undefined {
  const { content, tiles } = request;
  if (tileId === null && content.kind === 'story')
    return content.story.steps.flatMap((step) => stepEntries(step, request));
  if (tileId === null && content.kind === 'dashboard') return dashboardEntries(content.dashboard, request);
  const tile = tiles.get(tileId ?? (content.kind === 'tile' ? content.tile.id : ''));
  return tile && [tileEntry(tile)];
}

const tileEntry = (tile: Tile, place: Partial<Pick<TileEntry, 'title' | 'rows'>> = {}): TileEntry => ({
  kind: 'tile',
  tile,
  rows: chartOf(tile.kind).size.h,
  ...place,
});

function dashboardEntries({ items, tabs = [] }: UnfoldedDashboard, request: EmbedRequest): ReportEntry[] {
  const inOrder = items.toSorted((a, b) => a.y - b.y || a.x - b.x);
  if (tabs.length < 2) return inOrder.flatMap((item) => itemEntries(item, request));
  return tabs.flatMap(({ id, title }) => {
    const own = inOrder.filter((item) => tabOf(item, tabs) === id);
    if (own.length === 0) return [];
    const chapter = { kind: 'text', role: 'chapter', title, paragraphs: [] } as const;
    return [
      { kind: 'text' as const, sources: [], write: () => chapter },
      ...own.flatMap((item) => itemEntries(item, request)),
    ];
  });
}

function itemEntries(item: UnfoldedItem, request: EmbedRequest): readonly ReportEntry[] {
  if ('text' in item)
    return [
      textEntry(request, item.values, (write) => {
        const [first, ...others] = markdownBlocks(item.text, write);
        if (!first) return undefined;
        const isHeaded = first.kind === 'heading';
        const rest = isHeaded ? others : [first, ...others];
        return { kind: 'text', ...(isHeaded && { title: plain(first) }), paragraphs: linesOf(rest) };
      }),
    ];
  const tile = request.tiles.get(item.tile);
  return tile ? [tileEntry(tile, { title: item.title, rows: item.h })] : [];
}

/** Title and narrative, the charts, and what the author advises. */
function stepEntries(step: StoryStep, request: EmbedRequest): readonly ReportEntry[] {
  const { title, narrative = '', recommendation = '', source, values } = step;
  const messages = pageMessages(request.locale.language);
  const charts = (step.tiles ?? []).flatMap((id) => request.tiles.get(id) ?? []);
  const head = textEntry(request, values, (write) => ({
    kind: 'text',
    role: 'chapter',
    title: plain({ runs: titleRuns(title, write) }),
    paragraphs: linesOf(markdownBlocks(narrative, write)),
  }));
  const foot = textEntry(request, values, (write) => {
    const advice = linesOf(markdownBlocks(recommendation, write));
    const origin = source ? { source: `${messages.source}: ${source}` } : {};
    if (advice.length > 0)
      return { kind: 'text', role: 'advice', title: messages.recommendation, paragraphs: advice, ...origin };
    return source ? { kind: 'text', paragraphs: [], ...origin } : undefined;
  });
  return [head, ...charts.map((tile) => tileEntry(tile)), foot];
}

function textEntry(
  { variables, locale }: EmbedRequest,
  values: NamedValues | undefined,
  write: (writer: ReturnType<typeof valueWriter>) => TextSection | undefined,
): TextEntry {
  return {
    kind: 'text',
    sources: sourcesOf(values),
    write: (stated) => write(valueWriter(values, stated, variables, locale)),
  };
}

const MAX_LINES = 40;
const MAX_LINE = 1500;

/** The paragraphs of a text: a message is not the place for all of a long one. */
function linesOf(blocks: readonly TextBlock[]): readonly string[] {
  return blocks
    .map((block) => (block.kind === 'item' ? `• ${plain(block)}` : plain(block)))
    .filter((line) => line.trim() !== '')
    .slice(0, MAX_LINES)
    .map((line) => (line.length > MAX_LINE ? `${cutText(line, MAX_LINE)}…` : line));
}

const plain = ({ runs }: Pick<TextBlock, 'runs'>): string => runs.map(({ text }) => text).join('');
