import type { MarkRows } from '@inlay/charts/parts/mark-rows';
import type { ExportsRequest, TileMarkup, TileRequest, TileToRender } from '@inlay/content/embed-api';
import type { PageTile } from '@inlay/content/page-state';
import type { ExportFile, FrameErrorCode } from '@inlay/protocol/frame-messages';
import { Button } from '@inlay/ui/controls/button';
import { render as renderInto, type VNode } from 'preact';
import type { TitledChart } from '../export/to-svg.ts';
import { toWireError } from '../host/host-link.ts';
import { type PageContext, renderChoices } from '../page/page-context.ts';
import { sizeFor } from './redraw-on-resize.ts';
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

type Extra = () => Pick<TileRequest, 'cross' | 'drill'>;

export function createTileView(
  context: PageContext,
  element: HTMLElement,
  tile: PageTile,
  extra: Extra,
): TileView {
  const box = element.querySelector<HTMLElement>('.inlay-chart-box') ?? element;
  const chosen = () => splitChoice(context.choice.tiles[tile.id]);
  let { table } = chosen();
  let needsFresh = false;
  // An item of a dashboard may override the title.
  let shown: PageTile = { ...tile, title: element.ariaLabel ?? tile.title };
  let shownTable = table;
  let failed = false;

  const own = (): ReturnType<Extra> & Pick<TileRequest, 'choice'> => {
    const { choice } = chosen();
    return { ...extra(), ...(Object.keys(choice).length > 0 && { choice }) };
  };
  const request = (): TileRequest => ({ ...context.requestOptions(), ...own() });
  const draw = createDrawing({
    context,
    element,
    box,
    wanted: () => ({ id: tile.id, table, ...own() }),
    needsFresh: () => needsFresh,
    onRendered: ({ html, title, description, choices }, drawnTable) => {
      needsFresh = false;
      shownTable = drawnTable;
      if (failed) renderInto(null, box);
      failed = false;
      setChart(box, html);
      shown = { ...tile, title, ...(choices && { choices }) };
      setHead(element, title, description);
      view.onShown();
    },
  });

  const fail = (error: unknown) => {
    const code = report(context, tile, error);
    element.dataset.state = code;
    // Keep the height to avoid a layout shift.
    box.style.minHeight = `${box.clientHeight}px`;
    if (!failed) box.replaceChildren();
    failed = true;
    const retry = () => void view.reload({ fresh: true });
    renderInto(<TileFailure context={context} code={code} onRetry={retry} />, box);
  };

  const whileBusy = createBusyMark(element);
  const view: TileView = {
    get tile() {
      return shown;
    },
    element,
    onShown: () => {},
    request,
    serverFile: (format) => context.api.exportFile({ ...request(), format, tileId: tile.id }),
    markRows: () => {
      const { rows } = chartIn(box)?.dataset ?? {};
      return rows === undefined ? undefined : JSON.parse(rows);
    },
    redraw: draw,
    reload: ({ fresh = false } = {}) => {
      ({ table } = chosen());
      needsFresh ||= fresh;
      return whileBusy(async () => {
        await draw();
        delete element.dataset.state;
      }, fail);
    },
    updateTable: (change, onUpdated) => {
      const wanted = { ...table, ...change };
      table = wanted;
      const update = async () => {
        await draw();
        onUpdated();
        if (change.sort) keepSort(context, tile, change.sort);
      };
      return whileBusy(update, (error) => {
        // A later change replaced this one and reports its own errors.
        if (table !== wanted) return;
        table = shownTable;
        const code = report(context, tile, error);
        const retry = () => void view.updateTable(change, onUpdated);
        const note = box.querySelector('.inlay-not-turned') ?? document.createElement('div');
        note.className = 'inlay-not-turned';
        box.append(note);
        renderInto(<TileFailure context={context} code={code} onRetry={retry} kept />, note);
      });
    },
    chart: () => {
      const chart = chartIn(box);
      return chart ? { title: shown.title, chart } : undefined;
    },
  };
  return view;
}

/** What the viewer chose on a tile: the sorting of its table, and its switches. */
function splitChoice({ sort, ...choice }: PageContext['choice']['tiles'][string] = {}) {
  const table: TableView = sort ? { sort } : {};
  return { table, choice };
}

function keepSort(context: PageContext, { id }: PageTile, sort: NonNullable<TableView['sort']>): void {
  const { tiles } = context.choice;
  context.choice.tiles = { ...tiles, [id]: { ...tiles[id], sort } };
  context.stateChanged('viewer');
}

/** Tells the host about a failure. */
function report({ link }: PageContext, { id: tileId }: PageTile, error: unknown): FrameErrorCode {
  const failure = toWireError(error);
  if (failure.code !== 'INTERNAL') console.error(`Inlay: ${failure.message}`);
  link.emit('error', { ...failure, fatal: false, tileId });
  return failure.code;
}

const chartIn = (box: HTMLElement) => box.querySelector<SVGSVGElement>('svg.inlay-chart');

interface Drawing {
  readonly context: PageContext;
  readonly element: HTMLElement;
  readonly box: HTMLElement;
  readonly wanted: () => Omit<TileToRender, 'width' | 'height' | 'narrowest'> & { readonly table: TableView };
  readonly needsFresh: () => boolean;
  readonly onRendered: (markup: TileMarkup, table: TableView) => void;
}

/** Returns a function that requests the tile and draws it. Callers of a superseded request wait for the one that replaced it. */
function createDrawing({ context, element, box, wanted, needsFresh, onRendered }: Drawing) {
  const rendered = chartIn(box)?.viewBox.baseVal;
  const height = rendered?.height ?? box.clientHeight;
  if (rendered) element.dataset.drawnWidth = `${rendered.width}`;
  let controller: AbortController | undefined;
  let drawing = Promise.resolve();
  const render = async ({ signal }: AbortController): Promise<void> => {
    const { item } = element.dataset;
    const tile = { ...wanted(), ...sizeFor(element, box, height), ...(item !== undefined && { item }) };
    try {
      const markup = await context.api.renderTile(tile, renderChoices(context, needsFresh()), signal);
      if (signal.aborted) return drawing;
      if (markup.notice !== undefined) console.info(`Inlay: ${markup.notice}`);
      if (markup.categories) context.colors.categories = markup.categories;
      onRendered(markup, tile.table);
      element.dataset.drawnWidth = `${tile.width}`;
    } catch (error) {
      if (!signal.aborted) throw error;
      return drawing;
    }
  };
  return (): Promise<void> => {
    controller?.abort();
    controller = new AbortController();
    drawing = render(controller);
    return drawing;
  };
}

/** Marks the tile as busy while work is running. */
function createBusyMark(element: HTMLElement) {
  let running = 0;
  return async (work: () => Promise<void>, onFailure: (error: unknown) => void): Promise<void> => {
    running++;
    element.ariaBusy = 'true';
    try {
      await work();
    } catch (error) {
      onFailure(error);
    } finally {
      if (--running === 0) element.ariaBusy = null;
    }
  };
}

/** The header shows values of the same response. */
function setHead(element: HTMLElement, title: string, description: string | undefined): void {
  element.ariaLabel = title;
  const head = element.querySelector('.inlay-tile-head');
  const heading = head?.querySelector('h1,h2,h3');
  const paragraph = head?.querySelector('p');
  if (heading) heading.textContent = title;
  // A description that is not true of what the viewer switched to is left out.
  if (paragraph) paragraph.textContent = description ?? '';
}

interface TileFailureProps {
  readonly context: PageContext;
  readonly code: FrameErrorCode;
  readonly onRetry: () => void;
  /** The previous content stays; the message is shown below it. */
  readonly kept?: boolean;
}

function TileFailure({ context, code, onRetry, kept }: TileFailureProps): VNode {
  const messages = context.locale.messages();
  return (
    <div class="inlay-failure" role="status">
      {!kept && <strong>{messages.failed}</strong>}
      <span>{code === 'UNREACHABLE' ? messages.offline : messages.failedHint}</span>
      <Button onClick={onRetry}>{messages.retry}</Button>
    </div>
  );
}
