import type { TextsToRender, TileRequest } from '@inlay/content/embed-api';
import { type PageTile, WAITING } from '@inlay/content/page-state';
import type { ViewState } from '@inlay/content/view-state';
import type { Filters } from '@inlay/protocol/frame-messages';
import { collapseGroups } from '@inlay/ui/conditions/collapse-groups';
import type { OnChoose } from '@inlay/ui/marks/follow-marks';
import type { OnPoint } from '../click/run-click.ts';
import { canSeeRows, loadRows } from '../tile/can-see-rows.ts';
import { redrawOnResize } from '../tile/redraw-on-resize.ts';
import { setMarkup } from '../tile/set-chart.ts';
import { sortTable } from '../tile/sort-table.ts';
import { showSwitches } from '../tile/tile-switches.tsx';
import { showTools } from '../tile/tile-tools.tsx';
import { createTileView, type TileView } from '../tile/tile-view.tsx';
import { showSubscribe } from './lazy-subscriptions.ts';
import { type PageContext, renderChoices } from './page-context.ts';

/** Viewers who never click a mark do not load what runs clicks. */
const loadClick = () => import('../click/run-click.ts');

interface PageHooks {
  /** Additional options of a tile's requests. */
  readonly extra?: (element: HTMLElement, tile: PageTile) => Pick<TileRequest, 'cross' | 'drill'>;
  /** Which texts to render, and the cross-filters that apply to them. */
  readonly texts?: () => TextsToRender;
  /** The parts of the state that only this kind of page has. */
  readonly state?: () => Pick<ViewState, 'tab' | 'drill'>;
  readonly applyState?: (state: ViewState) => void;
  /** Called after tiles were rendered again. */
  readonly onDrawn?: () => void;
  /** The rendered content; by default the whole page. */
  readonly root?: ParentNode;
  /** Aborted when the page is closed. */
  readonly signal?: AbortSignal;
  /** The viewer selected a mark that can filter other tiles or be drilled into. */
  readonly onPoint?: OnPoint;
}

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
  getState(): ViewState;
  /**
   * Replaces the state and reloads: what it leaves out is as the author made it. A view of the viewer keeps filters of
   * the host page that the page does not show.
   */
  setState(state: ViewState, by: 'viewer' | 'host'): Promise<void>;
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
    for (const view of views) view.onShown();
    showSubscribe(context, root, signal);
  };
  for (const view of views) {
    const { element } = view;
    view.onShown = () => {
      showTools(context, view);
      showSwitches(context, view);
    };
    view.onShown();
    redrawOnResize({ element, redraw: () => view.redraw().then(hooks.onDrawn) });
    sortTable(context, view);
    collapseGroups(view.element);
    const { click, isTable } = view.tile;
    if (isTable && click) void loadClick().then(({ clickCells }) => clickCells(context, view, click));
    else if (isTable && canSeeRows(context, view))
      void loadRows().then(({ openRowsOfCells }) => openRowsOfCells(context, view));
  }
  showSubscribe(context, root, signal);

  const choose = (...[chart, mark, item]: Parameters<OnChoose>) => {
    const view = views.find(({ element }) => element.contains(chart));
    const data = view?.markRows();
    if (!view || !data) return context.linked?.(chart, mark, item);
    void loadClick().then(({ clickMark }) => clickMark(context, { view, data, mark, item }, hooks.onPoint));
  };

  const reload = async (chosen: readonly TileView[], fresh = false) => {
    // Those on other tabs are loaded when their tab is opened.
    for (const { element } of chosen) if (isHidden(element)) element.dataset.state = 'pending';
    await Promise.all([
      ...chosen.filter(({ element }) => !isHidden(element)).map((view) => view.reload({ fresh })),
      setTextValues(context, hooks.texts?.() ?? {}, fresh).catch(console.error),
    ]);
    hooks.onDrawn?.();
    context.link.emit('rendered', { tiles: views.length });
  };

  // Tiles that the server did not wait for or could not render.
  const unrendered = views.filter(({ element }) => element.dataset.state !== undefined && !isHidden(element));
  const hasPendingValues = [...root.querySelectorAll('[data-value]')].some(isWaiting);
  if (unrendered.length > 0 || hasPendingValues) void reload(unrendered);

  const retry = () => {
    const cut = views.filter(({ element }) => element.dataset.state === 'UNREACHABLE');
    if (cut.length > 0) void reload(cut);
  };
  addEventListener('online', retry, { ...(signal && { signal }) });

  const getState = (): ViewState => ({
    filters: context.choice.filters,
    ...hooks.state?.(),
    ...(Object.keys(context.choice.tiles).length > 0 && { tiles: context.choice.tiles }),
  });
  context.currentState = getState;
  context.stateChanged = (by) => context.link.emit('state-change', { state: getState(), by });

  return {
    views,
    choose,
    getState,
    setState: async (state, by) => {
      const { filters = {}, tiles = {} } = state;
      const before = JSON.stringify(context.choice.filters);
      const controls = context.page.filters.map(({ id, ...control }) => {
        const value = filters[id] ?? (id in filters ? null : 'default' in control ? control.default : null);
        return [id, value ?? null] as const;
      });
      context.choice.filters = {
        ...(by === 'viewer' ? context.choice.filters : filters),
        ...Object.fromEntries(controls),
      };
      context.choice.tiles = tiles;
      hooks.applyState?.(state);
      if (JSON.stringify(context.choice.filters) !== before)
        context.link.emit('filter-change', { filters: context.choice.filters, by });
      context.stateChanged(by);
      await reload(views);
    },
    reload,
    relabel,
    reloadAll: (fresh) => reload(views, fresh),
    setFilters: async (filters) => {
      context.choice.filters = { ...context.choice.filters, ...filters };
      context.link.emit('filter-change', { filters: context.choice.filters, by: 'host' });
      context.stateChanged('host');
      await reload(views);
    },
  };
}

let latest: AbortController | undefined;

/** On a tab that is not open. */
export const isHidden = (element: Element): boolean => element.closest('[data-panel][hidden]') !== null;

/** Those on other tabs are requested when their tab is opened. */
const isWaiting = (place: Element): boolean => place.textContent === WAITING && !isHidden(place);

/** Updates the values inside texts, and the texts whose sentences depend on them; nothing else changes. */
async function setTextValues(context: PageContext, texts: TextsToRender, fresh: boolean): Promise<void> {
  const places = document.querySelectorAll<HTMLElement>('[data-value]');
  if (places.length === 0) return;
  latest?.abort();
  latest = new AbortController();
  const { signal } = latest;
  try {
    const { values, markup = {} } = await context.api.renderTexts(
      texts,
      renderChoices(context, fresh),
      signal,
    );
    // Responses may arrive out of order: only the latest request counts.
    if (signal.aborted) return;
    for (const place of places) {
      const id = place.dataset.value ?? '';
      const [html, text] = [markup[id], values[id]];
      if (html !== undefined) setMarkup(place, html);
      else if (text !== undefined) place.textContent = text;
    }
  } catch (error) {
    if (signal.aborted) return;
    // The request failed: replace the loading placeholders.
    for (const place of places) if (isWaiting(place)) place.textContent = '–';
    throw error;
  }
}
