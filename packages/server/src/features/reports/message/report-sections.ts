import { chartOf } from '@inlay/charts/chart-kinds';
import { assignSlots, type PageSlots } from '@inlay/charts/theme/assign-slots';
import { tileFigure } from '@inlay/charts/tile-figure';
import type { FrameErrorCode } from '@inlay/protocol/frame-messages';
import { AppError } from '../../../platform/errors.ts';
import { titledPart } from '../../../platform/render/document/tile-part.ts';
import { messageFor, pageMessages } from '../../../platform/render/page-messages.ts';
import {
  type EmbedRequest,
  renderTiles,
  statedResults,
  type TileResult,
  taskInView,
} from '../../embeds/index.ts';
import { ReportError } from '../store/report-error.ts';
import type { Report, ReportSection, TileSection } from './report.ts';
import type { ReportEntry, TileEntry } from './report-entries.ts';
import { type ReportPens, reportImage, reportPens } from './report-image.ts';
import { reportTable } from './report-table.ts';
import type { ReportTurns } from './report-turns.ts';
import { accessLost, dataUnavailable } from './with-report-errors.ts';

/** Nobody reads more in a message, and mail clients cut long ones. */
const MAX_CHARTS = 12;
const MAX_TILES = 24;
const MAX_TEXTS = 40;
const MAX_ROWS = 10;
/** Of the table next to a chart, where there are more charts than `FEW_CHARTS`. */
const FEW_ROWS = 5;
const FEW_CHARTS = 3;

type Results = ReadonlyMap<string, TileResult>;
type ReadyTile = Extract<TileResult, { readonly state: 'ready' }>;

/** Queries the tiles of a report and writes its sections. Throws `ReportError` if no tile has data. */
export async function reportSections(
  request: EmbedRequest,
  entries: readonly ReportEntry[],
  turns: ReportTurns,
): Promise<Pick<Report, 'sections' | 'leftOut'>> {
  const kept = withinLimits(entries);
  const tilesIn = (list: readonly ReportEntry[]) => list.filter(isTile);
  const results = await gatherResults(request, kept);
  refuseFailures(tilesIn(kept), results);
  const stated = await statedResults(request, results, {});
  const pens = await reportPens(request);
  const ready = [...results.values()].filter((result) => result.state === 'ready');
  const colored = ready.flatMap(({ colored }) => colored ?? []);
  const drawing: Drawing = {
    request,
    pens,
    colors: assignSlots(colored, pens.light.theme.tokens, request.colors),
    maxRows: tilesIn(kept).filter(isDrawn).length > FEW_CHARTS ? FEW_ROWS : MAX_ROWS,
  };
  const sections = await turns.draw(async () => {
    const drawn: ReportSection[] = [];
    for (const entry of kept) {
      const section =
        entry.kind === 'text'
          ? entry.write(stated)
          : await tileSection(entry, results.get(entry.tile.id), drawing);
      if (section) drawn.push(section);
    }
    return drawn;
  });
  return { sections, leftOut: tilesIn(entries).length - tilesIn(kept).length };
}

/** The numbers of the tiles that are nothing else, for a message that comes with a file. */
export async function reportFigures(
  request: EmbedRequest,
  entries: readonly ReportEntry[],
): Promise<readonly ReportSection[]> {
  const compact = entries.filter((entry) => isTile(entry) && chartOf(entry.tile.kind).isCompact);
  const kept = withinLimits(compact).filter(isTile);
  const results = await gatherResults(request, kept);
  const pens = await reportPens(request);
  const drawing: Drawing = { request, pens, colors: new Map(), maxRows: 0 };
  return kept.flatMap((entry) => {
    const result = results.get(entry.tile.id);
    return result?.state === 'ready' ? (figureSection(entry, result, drawing) ?? []) : [];
  });
}

const isTile = (entry: ReportEntry): entry is TileEntry => entry.kind === 'tile';

/** Whether it is drawn as an image: numbers and tables are texts. */
const isDrawn = ({ tile: { kind } }: TileEntry): boolean =>
  !chartOf(kind).isTable && !chartOf(kind).isCompact;

/** A message ends with the last tile that it has room for. */
function withinLimits(entries: readonly ReportEntry[]): readonly ReportEntry[] {
  let charts = 0;
  let tiles = 0;
  let texts = 0;
  const end = entries.findIndex((entry) => {
    if (entry.kind === 'text') texts += 1;
    else tiles += 1;
    if (isTile(entry) && isDrawn(entry)) charts += 1;
    return charts > MAX_CHARTS || tiles > MAX_TILES || texts > MAX_TEXTS;
  });
  return end < 0 ? entries : entries.slice(0, end);
}

async function gatherResults(request: EmbedRequest, entries: readonly ReportEntry[]): Promise<Results> {
  const ids = entries.flatMap((entry) => (isTile(entry) ? [entry.tile.id] : entry.sources));
  const state = request.view?.state ?? {};
  const tasks = [...new Set(ids)].filter((id) => request.tiles.has(id)).map((id) => taskInView(state, id));
  const results = new Map<string, TileResult>();
  for await (const result of renderTiles(request, tasks)) results.set(result.id, result);
  // Queries that ran out of time fail like others; a message with half of its charts is sent to nobody.
  request.signal.throwIfAborted();
  return results;
}

/** A failed tile is reported in its place, unless there is nothing else. */
function refuseFailures(entries: readonly TileEntry[], results: Results): void {
  const errors = entries.flatMap(({ tile }) => {
    const result = results.get(tile.id);
    return result?.state === 'failed' ? [result.error] : [];
  });
  const [first] = errors;
  if (!first || errors.length < entries.length) return;
  throw failureOf(errors) ?? first;
}

function failureOf(errors: readonly AppError[]): Error | undefined {
  const all = (...codes: readonly AppError['code'][]) => errors.every(({ code }) => codes.includes(code));
  if (all('DATA_DENIED', 'ACCESS_DENIED')) return accessLost(errors[0]);
  if (all('REQUEST_INVALID'))
    return new ReportError('delivery-failed', 'fail', errors[0]?.message ?? '', { cause: errors[0] });
  return errors.every(({ code }) => code === 'INTERNAL') ? undefined : dataUnavailable(errors[0]);
}

interface Drawing {
  readonly request: EmbedRequest;
  readonly pens: ReportPens;
  readonly colors: PageSlots;
  readonly maxRows: number;
}

async function tileSection(
  entry: TileEntry,
  result: TileResult | undefined,
  drawing: Drawing,
): Promise<TileSection> {
  if (result?.state !== 'ready') return failedSection(entry, result?.code ?? 'ENGINE_UNAVAILABLE', drawing);
  const { locale } = drawing.request;
  const { tile, head } = titled(entry, result, drawing);
  const { rowCount } = result.result;
  if (rowCount === 0) {
    const { emptyTitle, emptyRows, emptyHint } = locale.messages;
    return { ...head, note: `${emptyTitle}. ${result.narrowed ? emptyHint : emptyRows}` };
  }
  const figure = figureSection(entry, result, drawing);
  if (figure) return figure;
  const { request, pens, colors, maxRows } = drawing;
  const sort = request.view?.state.tiles?.[entry.tile.id]?.sort;
  try {
    const image = isDrawn(entry)
      ? await reportImage(request, { tile, outcome: result, rows: entry.rows, colors }, pens)
      : undefined;
    const table = reportTable({ tile, result: result.result, locale, sort, maxRows });
    return { ...head, ...(image && { image }), table };
  } catch (error) {
    if (request.signal.aborted || error instanceof AppError) throw error;
    // As on a page, one chart that cannot be drawn takes no others with it.
    request.services.log.error({ tile: entry.tile.id, err: error }, 'tile could not be drawn for a report');
    return failedSection(entry, 'INTERNAL', drawing);
  }
}

function failedSection(entry: TileEntry, code: FrameErrorCode, drawing: Drawing): TileSection {
  const { title, hint } = messageFor(pageMessages(drawing.request.locale.language), code);
  const { head } = titled(entry, { state: 'failed', code }, drawing);
  return { ...head, note: `${title}. ${hint}` };
}

/** The tile with values in its title, under that of its place. */
function titled(
  { tile, title }: TileEntry,
  outcome: ReadyTile | { readonly state: 'failed'; readonly code: FrameErrorCode },
  { request: { variables }, pens }: Drawing,
) {
  const own = titledPart(tile, outcome, { title, variables }, pens.light);
  const { description } = own;
  return {
    tile: own,
    head: { kind: 'tile', title: own.title, ...(description && { description }) } as const,
  };
}

function figureSection(entry: TileEntry, result: ReadyTile, drawing: Drawing): TileSection | undefined {
  const { tile, head } = titled(entry, result, drawing);
  const { theme, locale } = drawing.pens.light;
  const size = { width: 0, height: 0 };
  const figure = tileFigure({ tile, result: result.result, theme, locale, size });
  if (!figure) return undefined;
  const { value: text, period, change, versus, isGood, target } = figure;
  // As on the page, the comparison stands in place of the period.
  const detail = [change === '' ? period : versus, target].filter((part) => part !== '').join(' · ');
  return {
    ...head,
    value: {
      text,
      ...(change !== '' && { change }),
      ...(isGood !== undefined && { isGood }),
      ...(detail !== '' && { detail }),
    },
  };
}
