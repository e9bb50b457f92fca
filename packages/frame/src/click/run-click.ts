import { cellLinks } from '@inlay/charts/kinds/table/cell-link';
import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import type { PageClick } from '@inlay/content/page-state';
import type { FilterValue, FrameEvents } from '@inlay/protocol/frame-messages';
import type { ChartItem, ChartMark } from '@inlay/ui/marks/read-marks';
import type { PageContext } from '../page/page-context.ts';
import { selectCells } from '../rows/select-cells.ts';
import { canSeeRows, loadRows } from '../tile/can-see-rows.ts';
import type { TileView } from '../tile/tile-view.tsx';
import { type FilteringPoint, markPoint } from './mark-point.ts';

type Click = FrameEvents['click'];
type DashboardFilter = Extract<PageClick, { readonly kind: 'dashboard' }>['filters'][number];

/** A host that does not respond in time does not cancel the click. */
const CANCEL_MS = 1_000;

/** The granularity of a time dimension. */
type GrainOf = (column: string) => string | undefined;

/** Runs the click action of a tile, unless the host cancels it. */
async function runClick(
  context: PageContext,
  click: PageClick,
  detail: Click,
  grainOf: GrainOf,
): Promise<void> {
  if (await isCancelled(context, detail)) return;
  if (click.kind === 'url') {
    const columns = Object.entries(detail.values).map(([name, value]) => ({ name, values: [value] }));
    const address = cellLinks(click.url, { columns }, click.hosts)(0);
    if (address !== undefined) window.open(address, '_blank', 'noopener,noreferrer');
  }
  if (click.kind !== 'dashboard') return;
  const values = click.filters.map((filter) => [filter.id, valueFor(filter, detail, grainOf)] as const);
  // Without one of its filters, the dashboard would show more than the author meant.
  if (values.some(([, value]) => value === undefined)) return;
  const filters = Object.fromEntries(values.map(([id, value]) => [id, value ?? null]));
  await context.openDashboard(click.dashboard, filters);
}

/** What the viewer clicked: a mark or one of its values, and the data in its chart. */
interface ClickedMark {
  readonly view: TileView;
  readonly data: MarkRows;
  readonly mark: ChartMark;
  readonly item: ChartItem | undefined;
}

/** The viewer chose a mark that can filter other tiles or be drilled into; `name` is what it filters by. */
export type OnPoint = (
  view: TileView,
  point: FilteringPoint,
  mark: ChartMark & { readonly name: string },
  seeRows: (() => void) | undefined,
) => void;

/** Reports a click on a mark to the host, and runs the click action of its tile or offers what else it can do. */
export function clickMark(
  context: PageContext,
  { view, data, mark, item }: ClickedMark,
  onPoint: OnPoint | undefined,
): void {
  const point = markPoint(data, (item ?? mark).rows);
  if (!point) return;
  const { values, rows, value, filters, isSplit, dimension } = point;
  const isOther = typeof value === 'object' && value !== null;
  const detail = {
    tileId: view.tile.id,
    values,
    ...(rows && { rows }),
    ...(isOther && { other: { ...value, column: dimension.name } }),
  };
  const { click } = view.tile;
  const grainOf = (column: string) => (column === dimension.name ? dimension.grain : undefined);
  if (click) return void runClick(context, click, detail, grainOf);
  context.link.emit('click', detail);
  const seeRows = canSeeRows(context, view)
    ? () => void loadRows().then(({ openRowsOfMark }) => openRowsOfMark(context, view, mark, item))
    : undefined;
  const name = isSplit && item ? `${mark.label} · ${item.name}` : mark.label;
  if (filters && onPoint) onPoint(view, { ...point, filters }, { ...mark, name }, seeRows);
  else seeRows?.();
}

/** Lets cells of a table run the click action, with the values of their row. */
export function clickCells(context: PageContext, { element, tile }: TileView, click: PageClick): void {
  selectCells(element, undefined, ({ mark }, cell) => {
    // "Other" has no value, and a total none at all.
    const values = Object.entries(mark).flatMap(([name, value]) =>
      value === null || typeof value !== 'object' ? [[name, value] as const] : [],
    );
    const grains = JSON.parse(cell.closest('table')?.dataset.grains ?? '{}');
    const detail = { tileId: tile.id, values: Object.fromEntries(values) };
    if (values.length > 0) void runClick(context, click, detail, (column) => grains[column]);
  });
}

async function isCancelled({ link, settings }: PageContext, detail: Click): Promise<boolean> {
  // Settings arrive with the host's first message; a page that was opened directly never gets one.
  const known = await Promise.race([settings, undefined]);
  if (!known?.cancels) {
    link.emit('click', detail);
    return false;
  }
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, CANCEL_MS));
  const reply = await Promise.race([link.requestClick(detail).catch(() => undefined), late]);
  return reply === true;
}

/** The value of a filter that selects the rows behind the mark; undefined if there is none. */
function valueFor(
  { column, kind }: DashboardFilter,
  { values, rows = [values], other }: Click,
  grainOf: GrainOf,
): FilterValue | undefined {
  if (other && 'notIn' in other) return undefined;
  const all = [...new Set(rows.map((row) => row[column] ?? null))];
  const [first = null] = all;
  // The missing value alone would clear a filter.
  if (kind === 'multi-select' || (kind === 'dropdown' && (all.length > 1 || first === null))) return all;
  if (all.length > 1) return undefined;
  if (kind === 'dropdown') return first;
  if (kind === 'hierarchy') return [first];
  // An empty text is contained in every text.
  if (kind === 'search') return first === '' ? undefined : (first ?? undefined);
  if (typeof first === 'boolean' || first === null) return undefined;
  if (kind === 'slider' || typeof first === 'number') return { from: first, to: first };
  return periodFrom(first.slice(0, 10), grainOf(column));
}

const MONTHS: Readonly<Record<string, number>> = {
  month: 1,
  quarter: 3,
  'fiscal-quarter': 3,
  year: 12,
  'fiscal-year': 12,
};

/** The days of the period that begins on this day. */
function periodFrom(from: string, grain = 'day'): { readonly from: string; readonly to: string } {
  const end = new Date(`${from}T00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + (MONTHS[grain] ?? 0));
  const days = MONTHS[grain] ? -1 : grain === 'week' ? 6 : 0;
  end.setUTCDate(end.getUTCDate() + days);
  return { from, to: end.toISOString().slice(0, 10) };
}
