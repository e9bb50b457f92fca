import type { CrossFilter, TextsToRender, TileRequest } from '@inlay/content/embed-api';
import { type PageTile, WAITING } from '@inlay/content/page-state';
import type { Filters } from '@inlay/protocol/frame-messages';
import type { OnChoose } from '@inlay/ui/marks/follow-marks';
import type { ChartMark } from '@inlay/ui/marks/read-marks';
import { followSize } from '../tile/follow-size.ts';
import type { ChosenPoint } from '../tile/mark-points.ts';
import { sortTable } from '../tile/sort-table.ts';
import { showTools } from '../tile/tile-tools.tsx';
import { createTileView, type TileView } from '../tile/tile-view.tsx';
import { renderChoices, type Stage } from './stage.ts';

interface PageHooks {
  /** What a tile is asked beyond the filters. */
  readonly extra?: (element: HTMLElement, tile: PageTile) => Pick<TileRequest, 'cross' | 'drill'>;
  /** What texts are asked beyond the filters. */
  readonly cross?: () => readonly CrossFilter[];
  /** Tiles were drawn again. */
  readonly onDrawn?: () => void;
  /** What was rendered; the whole page by default. */
  readonly root?: ParentNode;
  /** The page is put away: nothing is listened to any more. */
  readonly signal?: AbortSignal;
  /** A viewer chose a mark that something can be filtered by. */
  readonly onPoint?: (view: TileView, point: FilteringPoint, mark: ChartMark) => void;
}

export type FilteringPoint = ChosenPoint & Required<Pick<ChosenPoint, 'value'>>;

export interface OpenPage {
  readonly views: readonly TileView[];
  /** Tiles and texts, all of them. */
  reloadAll(fresh?: boolean): Promise<void>;
  /** These tiles and the texts; the host hears when all is drawn. */
  reload(views: readonly TileView[], fresh?: boolean): Promise<void>;
  /** A mark was chosen by click, tap or key. */
  readonly choose: OnChoose;
  /** Takes over what a host set, and asks again. */
  setFilters(filters: Filters): Promise<void>;
  /** Controls say what they say in the language of now. */
  speakAgain(): void;
}

/** Sections that came after the rest of the page take the place that was kept for them. */
function takeLateSections(root: ParentNode): void {
  for (const kept of root.querySelectorAll<HTMLElement>('[data-item][data-state=pending]')) {
    const all = root.querySelectorAll<HTMLElement>(`[data-item="${CSS.escape(kept.dataset.item ?? '')}"]`);
    const late = [...all].find((section) => section !== kept);
    if (late) kept.replaceWith(late);
  }
}

/** Gives the tiles that the server rendered their tools, tooltips and keyboard. */
export function openPage(stage: Stage, hooks: PageHooks = {}): OpenPage {
  const { root = document, signal } = hooks;
  takeLateSections(root);
  const views = [...root.querySelectorAll<HTMLElement>('[data-tile]')].flatMap((element) => {
    const tile = stage.page.tiles.find(({ id }) => id === element.dataset.tile);
    return tile ? createTileView(stage, element, tile, () => hooks.extra?.(element, tile) ?? {}) : [];
  });
  const speakAgain = () => {
    for (const view of views) showTools(stage, view);
  };
  speakAgain();
  for (const view of views) {
    const { element } = view;
    followSize({ element, redraw: () => view.redraw().then(hooks.onDrawn) });
    sortTable(stage, view);
  }

  const choose = (...[chart, mark, item]: Parameters<OnChoose>) => {
    const view = views.find(({ element }) => element.contains(chart));
    const point = view?.points()?.pointOf((item ?? mark).rows);
    if (!view || !point) return;
    const { values, rows, value, dimension } = point;
    const isOther = typeof value === 'object' && value !== null;
    stage.link.emit('click', {
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
      setTextValues(stage, cross ? { cross } : {}, fresh).catch(console.error),
    ]);
    hooks.onDrawn?.();
    stage.link.emit('rendered', { tiles: views.length });
  };

  // What the server could not wait for, or not get, when it rendered.
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
    speakAgain,
    reloadAll: (fresh) => reload(views, fresh),
    setFilters: async (filters) => {
      stage.choice.filters = { ...stage.choice.filters, ...filters };
      stage.link.emit('filter-change', { filters: stage.choice.filters, by: 'host' });
      await reload(views);
    },
  };
}

let latest: AbortController | undefined;

const isWaiting = ({ textContent }: Element): boolean => textContent === WAITING;

/** Brings the numbers inside sentences up to date. Only their text changes. */
async function setTextValues(stage: Stage, texts: TextsToRender, fresh: boolean): Promise<void> {
  const places = document.querySelectorAll<HTMLElement>('[data-value]');
  if (places.length === 0) return;
  latest?.abort();
  latest = new AbortController();
  const { signal } = latest;
  try {
    const { values } = await stage.api.renderTexts(texts, renderChoices(stage, fresh), signal);
    // A later request may be answered earlier; its numbers are the ones that count.
    if (signal.aborted) return;
    for (const place of places) {
      const text = values[place.dataset.value ?? ''];
      if (text !== undefined) place.textContent = text;
    }
  } catch (error) {
    if (signal.aborted) return;
    // Nothing is on its way any more.
    for (const place of places) if (isWaiting(place)) place.textContent = '–';
    throw error;
  }
}
