import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import type { ExportsRequest, TileRequest, TileToRender } from '@inlay/content/embed-api';
import type { PageTile } from '@inlay/content/page-state';
import type { ExportFile, FrameErrorCode } from '@inlay/protocol/frame-messages';
import { Button } from '@inlay/ui/controls/button';
import { render as renderInto, type VNode } from 'preact';
import type { TitledChart } from '../export/to-svg.ts';
import type { FrameTexts } from '../frame-texts.ts';
import { toWireError } from '../host/host-link.ts';
import { type PageContext, renderChoices } from '../page/page-context.ts';
import { isStretched } from './redraw-on-resize.ts';
import { setChart } from './set-chart.ts';

type TableView = NonNullable<TileToRender['table']>;

/** A tile on the page. The server renders it, initially and after every change. */
export interface TileView {
  readonly tile: PageTile;
  readonly element: HTMLElement;
  /** Called when it was rendered again. */
  onShown: () => void;
  /** An export by the server: with all rows, not only those that are shown. */
  serverFile(format: ExportsRequest['format']): Promise<ExportFile>;
  /** The filters of the tile, for requests about it. */
  request(): TileRequest;
  /** The data behind the marks of the chart. Undefined if its marks are not values of a dimension. */
  markRows(): MarkRows | undefined;
  /** Renders again with new data. Never rejects: errors are shown to the viewer and sent to the host. */
  reload(options?: { readonly fresh?: boolean }): Promise<void>;
  /** Renders at the current size. On failure, the previous chart stays. */
  redraw(): Promise<void>;
  /** Shows another page or sorting of a table. On failure, the previous one stays, with a Retry button. */
  updateTable(change: TableView, onUpdated: () => void): Promise<void>;
  chart(): TitledChart | undefined;
}

/** A header without a description leaves this much more room than the server assumes. */
const HEIGHT_TOLERANCE = 20;
/** The server's minimum width. */
const MIN_WIDTH = 120;

type Extra = () => Pick<TileRequest, 'cross' | 'drill'>;

export function createTileView(
  context: PageContext,
  element: HTMLElement,
  tile: PageTile,
  extra: Extra,
): TileView {
  const box = element.querySelector<HTMLElement>('.inlay-chart-box') ?? element;
  const rendered = box.querySelector<SVGSVGElement>('svg.inlay-chart')?.viewBox.baseVal;
  const height = rendered?.height ?? box.clientHeight;
  let width = rendered?.width;
  let controller: AbortController | undefined;
  let drawing = Promise.resolve();
  let needsFresh = false;
  // An item of a dashboard may override the title.
  let shown: PageTile = { ...tile, title: element.ariaLabel ?? tile.title };
  let failed = false;
  const sorted = (): TableView => {
    const { sort } = context.choice.tiles[tile.id] ?? {};
    return sort ? { sort } : {};
  };
  let table = sorted();
  let shownTable = table;

  const own = (): ReturnType<Extra> & Pick<TileRequest, 'choice'> => {
    const { sort: _, ...choice } = context.choice.tiles[tile.id] ?? {};
    return { ...extra(), ...(Object.keys(choice).length > 0 && { choice }) };
  };
  const request = (): TileRequest => ({ ...context.requestOptions(), ...own() });

  /** The rendered height, unless the tile was resized: redrawing must not change the layout. */
  const heightNow = () => {
    const grid = element.closest('.inlay-grid');
    const fixed =
      document.fullscreenElement === element || (grid && getComputedStyle(grid).display === 'grid');
    return fixed && Math.abs(box.clientHeight - height) > HEIGHT_TOLERANCE
      ? Math.max(48, box.clientHeight)
      : height;
  };

  /** The rendered width, as long as scaling can compensate: new data must not change the size of a chart. */
  const widthNow = () =>
    width === undefined || isStretched(box, width) ? Math.max(MIN_WIDTH, box.clientWidth) : width;

  const render = async (mine: AbortController): Promise<void> => {
    const { item } = element.dataset;
    const wanted = {
      id: tile.id,
      width: widthNow(),
      height: heightNow(),
      table,
      ...own(),
      ...(item !== undefined && { item }),
    };
    const options = renderChoices(context, needsFresh);
    try {
      const { html, title, description, notice, choices } = await context.api.renderTile(
        wanted,
        options,
        mine.signal,
      );
      if (mine.signal.aborted) return drawing;
      needsFresh = false;
      if (notice !== undefined) console.info(`Inlay: ${notice}`);
      shownTable = wanted.table;
      if (failed) renderInto(null, box);
      failed = false;
      setChart(box, html);
      shown = { ...tile, title, ...(choices && { choices }) };
      element.ariaLabel = title;
      setHead(element, title, description);
      view.onShown();
      width = wanted.width;
      element.dataset.drawnWidth = `${width}`;
    } catch (error) {
      if (!mine.signal.aborted) throw error;
      return drawing;
    }
  };

  /** Callers of a superseded render wait for the one that replaced it. */
  const draw = (): Promise<void> => {
    controller?.abort();
    controller = new AbortController();
    drawing = render(controller);
    return drawing;
  };

  const report = (error: unknown) => {
    const failure = toWireError(error);
    if (failure.code !== 'INTERNAL') console.error(`Inlay: ${failure.message}`);
    context.link.emit('error', { ...failure, fatal: false, tileId: tile.id });
    return failure.code;
  };

  const fail = (error: unknown) => {
    const code = report(error);
    element.dataset.state = code;
    // Keep the height to avoid a layout shift.
    box.style.minHeight = `${box.clientHeight}px`;
    if (!failed) box.replaceChildren();
    failed = true;
    const retry = () => void view.reload({ fresh: true });
    renderInto(<TileFailure messages={context.locale.messages()} code={code} onRetry={retry} />, box);
  };

  let busy = 0;
  const whileBusy = async (work: () => Promise<void>, onFailure: (error: unknown) => void) => {
    busy++;
    element.ariaBusy = 'true';
    try {
      await work();
    } catch (error) {
      onFailure(error);
    } finally {
      if (--busy === 0) element.ariaBusy = null;
    }
  };
  const view: TileView = {
    get tile() {
      return shown;
    },
    element,
    onShown: () => {},
    request,
    serverFile: (format) => context.api.exportFile({ ...request(), format, tileId: tile.id }),
    markRows: () => {
      const { rows } = box.querySelector<SVGSVGElement>('svg.inlay-chart')?.dataset ?? {};
      return rows === undefined ? undefined : JSON.parse(rows);
    },
    redraw: draw,
    reload: ({ fresh = false } = {}) => {
      table = sorted();
      needsFresh ||= fresh;
      return whileBusy(async () => {
        await draw();
        delete element.dataset.state;
      }, fail);
    },
    updateTable: (change, onUpdated) => {
      const wanted = { ...table, ...change };
      table = wanted;
      return whileBusy(
        async () => {
          await draw();
          onUpdated();
          const { sort } = change;
          if (!sort) return;
          const { tiles } = context.choice;
          context.choice.tiles = { ...tiles, [tile.id]: { ...tiles[tile.id], sort } };
          context.stateChanged('viewer');
        },
        (error) => {
          // A later change replaced this one and reports its own errors.
          if (table !== wanted) return;
          table = shownTable;
          const retry = () => void view.updateTable(change, onUpdated);
          const note = box.querySelector('.inlay-not-turned') ?? document.createElement('div');
          note.className = 'inlay-not-turned';
          box.append(note);
          renderInto(
            <TileFailure messages={context.locale.messages()} code={report(error)} onRetry={retry} kept />,
            note,
          );
        },
      );
    },
    chart: () => {
      const chart = box.querySelector<SVGSVGElement>('svg.inlay-chart');
      return chart ? { title: shown.title, chart } : undefined;
    },
  };
  return view;
}

/** The header shows values of the same response. */
function setHead(element: HTMLElement, title: string, description: string | undefined): void {
  const head = element.querySelector('.inlay-tile-head');
  const heading = head?.querySelector('h1,h2,h3');
  const paragraph = head?.querySelector('p');
  if (heading) heading.textContent = title;
  // A description that is not true of what the viewer switched to is left out.
  if (paragraph) paragraph.textContent = description ?? '';
}

interface TileFailureProps {
  readonly messages: FrameTexts;
  readonly code: FrameErrorCode;
  readonly onRetry: () => void;
  /** The previous content stays; the message is shown below it. */
  readonly kept?: boolean;
}

function TileFailure({ messages, code, onRetry, kept }: TileFailureProps): VNode {
  return (
    <div class="inlay-failure" role="status">
      {!kept && <strong>{messages.failed}</strong>}
      <span>{code === 'UNREACHABLE' ? messages.offline : messages.failedHint}</span>
      <Button onClick={onRetry}>{messages.retry}</Button>
    </div>
  );
}
