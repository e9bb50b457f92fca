import type { CrossFilter, TextsToRender, TileRequest } from '@inlay/content/embed-api';
import { type PageTile, WAITING } from '@inlay/content/page-state';
import type { Filters } from '@inlay/protocol/frame-messages';
import { collapseGroups } from '@inlay/ui/collapse-groups';
import type { OnChoose } from '@inlay/ui/marks/follow-marks';
import type { ChartMark } from '@inlay/ui/marks/read-marks';
import type { ChosenPoint } from '../tile/mark-points.ts';
import { redrawOnResize } from '../tile/redraw-on-resize.ts';
import { sortTable } from '../tile/sort-table.ts';
import { showTools } from '../tile/tile-tools.tsx';
import { createTileView, type TileView } from '../tile/tile-view.tsx';
import { type PageContext, renderChoices } from './page-context.ts';

interface PageHooks {
  /** Additional options of a tile's requests. */
  readonly extra?: (element: HTMLElement, tile: PageTile) => Pick<TileRequest, 'cross' | 'drill'>;
  /** Cross-filters that apply to the texts. */
  readonly cross?: () => readonly CrossFilter[];
  /** Called after tiles were rendered again. */
  readonly onDrawn?: () => void;
  /** The rendered content; by default the whole page. */
  readonly root?: ParentNode;
  /** Aborted when the page is closed. */
  readonly signal?: AbortSignal;
  /** The viewer selected a mark that can filter other tiles. */
  readonly onPoint?: (view: TileView, point: FilteringPoint, mark: ChartMark) => void;
}

export type FilteringPoint = ChosenPoint & Required<Pick<ChosenPoint, 'value'>>;

export interface OpenPage {
  readonly views: readonly TileView[];
  /** Reloads all tiles and texts. */
  reloadAll(fresh?: boolean): Promise<void>;
  /** Reloads these tiles and the texts, then emits `rendered`. */
  reload(views: readonly TileView[], fresh?: boolean): Promise<void>;
  /** Handles a mark that was selected by click, tap or key. */
  readonly choose: OnChoose;
  /** Applies the host's filters and reloads. */
  setFilters(filters: Filters): Promise<void>;
  /** Updates the labels of controls after a language change. */
  relabel(): void;
}

/** Moves sections that were streamed late to their placeholders. */
function takeLateSections(root: ParentNode): void {
  for (const kept of root.querySelectorAll<HTMLElement>('[data-item][data-state=pending]')) {
    const all = root.querySelectorAll<HTMLElement>(`[data-item="${CSS.escape(kept.dataset.item ?? '')}"]`);
    const late = [...all].find((section) => section !== kept);
    if (late) kept.replaceWith(late);
  }
}

/** Adds tools, tooltips and keyboard support to the tiles that the server rendered. */
export function openPage(context: PageContext, hooks: PageHooks = {}): OpenPage {
  const { root = document, signal } = hooks;
  takeLateSections(root);
  const views = [...root.querySelectorAll<HTMLElement>('[data-tile]')].flatMap((element) => {
    const tile = context.page.tiles.find(({ id }) => id === element.dataset.tile);
    return tile ? createTileView(context, element, tile, () => hooks.extra?.(element, tile) ?? {}) : [];
  });
  const relabel = () => {
    for (const view of views) showTools(context, view);
  };
  relabel();
  for (const view of views) {
    const { element } = view;
    redrawOnResize({ element, redraw: () => view.redraw().then(hooks.onDrawn) });
    sortTable(context, view);
    collapseGroups(view.element);
  }

  const choose = (...[chart, mark, item]: Parameters<OnChoose>) => {
    const view = views.find(({ element }) => element.contains(chart));
    const point = view?.points()?.pointOf((item ?? mark).rows);
    if (!view || !point) return;
    const { values, rows, value, dimension } = point;
    const isOther = typeof value === 'object' && value !== null;
    context.link.emit('click', {
      tileId: view.tile.id,
      values,
      ...(rows && { rows }),
      ...(isOther && { other: { ...value, column: dimension.name } }),
    });
    if (value !== undefined) hooks.onPoint?.(view, { ...point, value }, mark);
  };

  const reload = async (chosen: readonly TileView[], fresh = false) => {
    const cross = hooks.cross?.();
    await Promise.all([
      ...chosen.map((view) => view.reload({ fresh })),
      setTextValues(context, cross ? { cross } : {}, fresh).catch(console.error),
    ]);
    hooks.onDrawn?.();
    context.link.emit('rendered', { tiles: views.length });
  };

  // Tiles that the server did not wait for or could not render.
  const unrendered = views.filter(({ element }) => element.dataset.state !== undefined);
  const waits = [...root.querySelectorAll('[data-value]')].some(isWaiting);
  if (unrendered.length > 0 || waits) void reload(unrendered);

  const retry = () => {
    const cut = views.filter(({ element }) => element.dataset.state === 'UNREACHABLE');
    if (cut.length > 0) void reload(cut);
  };
  addEventListener('online', retry, { ...(signal && { signal }) });

  return {
    views,
    choose,
    reload,
    relabel,
    reloadAll: (fresh) => reload(views, fresh),
    setFilters: async (filters) => {
      context.choice.filters = { ...context.choice.filters, ...filters };
      context.link.emit('filter-change', { filters: context.choice.filters, by: 'host' });
      await reload(views);
    },
  };
}

let latest: AbortController | undefined;

const isWaiting = ({ textContent }: Element): boolean => textContent === WAITING;

/** Updates the values inside texts; nothing else changes. */
async function setTextValues(context: PageContext, texts: TextsToRender, fresh: boolean): Promise<void> {
  const places = document.querySelectorAll<HTMLElement>('[data-value]');
  if (places.length === 0) return;
  latest?.abort();
  latest = new AbortController();
  const { signal } = latest;
  try {
    const { values } = await context.api.renderTexts(texts, renderChoices(context, fresh), signal);
    // Responses may arrive out of order: only the latest request counts.
    if (signal.aborted) return;
    for (const place of places) {
      const text = values[place.dataset.value ?? ''];
      if (text !== undefined) place.textContent = text;
    }
  } catch (error) {
    if (signal.aborted) return;
    // The request failed: replace the loading placeholders.
    for (const place of places) if (isWaiting(place)) place.textContent = '–';
    throw error;
  }
}
