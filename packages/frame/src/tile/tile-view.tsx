import type { TableView } from '@inlay/charts/chart-props';
import type { TileAnswer, TileRequest } from '@inlay/protocol/embed-api';
import type { PageTile } from '@inlay/protocol/page-state';
import { render } from 'preact';
import type { Picture } from '../export/to-svg.ts';
import { toWireError } from '../host/host-link.ts';
import type { Stage } from '../stage/stage.ts';
import { loadChart } from './load-chart.ts';
import { TileFailure } from './tile-failure.tsx';

/** A tile on the page: painted by the server at first, drawn here from then on. */
export interface TileView {
  readonly tile: PageTile;
  readonly element: HTMLElement;
  /** What is on show, as data; asked for when the page does not know it yet. */
  answer(): Promise<TileAnswer>;
  /** Asks again and draws. Never rejects: what went wrong is told to viewer and host. */
  reload(options?: { readonly fresh?: boolean }): Promise<void>;
  /** Draws what is known for the present size and language. */
  redraw(): Promise<void>;
  /** Another page or order of a table. */
  turn(change: TableView): Promise<void>;
  picture(): Picture | undefined;
}

/** A head without a description leaves so much more room than the server counts on. */
const SLACK = 20;

type Extra = () => Pick<TileRequest, 'cross' | 'drill'>;

export function createTileView(stage: Stage, element: HTMLElement, tile: PageTile, extra: Extra): TileView {
  const box = element.querySelector<HTMLElement>('.inlay-chart-box') ?? element;
  const painted = box.querySelector<SVGSVGElement>('svg.inlay-chart')?.viewBox.baseVal;
  const height = painted?.height ?? box.clientHeight;
  let known: TileAnswer | undefined;
  let asking: AbortController | undefined;
  let owned = false;
  let table: TableView = {};

  const ask = (fresh: boolean, signal?: AbortSignal) =>
    stage.api.runTile(tile.id, { ...stage.asked(), ...extra(), ...(fresh && { fresh }) }, signal);

  /** As painted, unless the tile has become another size: what was drawn does not jump when it is drawn again. */
  const heightNow = () => {
    const grid = element.closest('.inlay-grid');
    const fixed =
      document.fullscreenElement === element || (grid && getComputedStyle(grid).display === 'grid');
    return fixed && Math.abs(box.clientHeight - height) > SLACK ? Math.max(48, box.clientHeight) : height;
  };

  const own = () => {
    if (owned) return;
    // What the server painted goes in the same moment in which the same is drawn again.
    box.replaceChildren();
    owned = true;
  };

  const view: TileView = {
    tile,
    element,
    answer: async () => {
      known ??= await ask(false);
      return known;
    },
    redraw: async () => {
      const shown = await view.answer();
      const [draw, { drawCharts }, locale] = await Promise.all([
        loadChart(shown.tile.kind),
        import('./draw-charts.tsx'),
        stage.speech.locale(),
      ]);
      const size = { width: Math.max(160, box.clientWidth), height: heightNow() };
      own();
      const { categories } = stage.page;
      drawCharts(box, { ...shown, locale, size, view: table, ...(categories && { categories }) }, draw);
      element.dataset.drawnWidth = `${box.clientWidth}`;
    },
    reload: async ({ fresh = false } = {}) => {
      asking?.abort();
      const mine = new AbortController();
      asking = mine;
      element.ariaBusy = 'true';
      try {
        const answer = await ask(fresh, mine.signal);
        if (mine.signal.aborted) return;
        known = answer;
        delete element.dataset.state;
        table = {};
        await view.redraw();
      } catch (error) {
        if (mine.signal.aborted) return;
        known = undefined;
        const failure = toWireError(error);
        console.error(failure.code === 'INTERNAL' ? error : `Inlay: ${failure.message}`);
        stage.link.emit('error', { ...failure, fatal: false, tileId: tile.id });
        // The box keeps its height, so that nothing else moves.
        box.style.minHeight = `${box.clientHeight}px`;
        own();
        const retry = () => void view.reload({ fresh: true });
        render(<TileFailure words={stage.speech.words()} code={failure.code} onRetry={retry} />, box);
      } finally {
        if (asking === mine) element.ariaBusy = null;
      }
    },
    turn: async (change) => {
      table = { ...table, ...change };
      await view.redraw();
    },
    picture: () => {
      const chart = box.querySelector<SVGSVGElement>('svg.inlay-chart');
      return chart ? { title: tile.title, chart } : undefined;
    },
  };
  return view;
}
