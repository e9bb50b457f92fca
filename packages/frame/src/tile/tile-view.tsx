import type { ExportsRequest, TileRequest, TileResponse, TileToRender } from '@inlay/content/embed-api';
import type { PageTile } from '@inlay/content/page-state';
import type { ExportFile, FrameErrorCode } from '@inlay/protocol/frame-messages';
import { render as renderInto, type VNode } from 'preact';
import type { Picture } from '../export/to-svg.ts';
import type { FrameTexts } from '../frame-texts.ts';
import { toWireError } from '../host/host-link.ts';
import { renderChoices, type Stage } from '../stage/stage.ts';
import { isStretched } from './follow-size.ts';
import { type MarkPoints, markPoints } from './mark-points.ts';
import { setPicture } from './set-picture.ts';

type TableView = NonNullable<TileToRender['table']>;

/** A tile on the page. The server renders it, at first and whenever it has to look otherwise. */
export interface TileView {
  readonly tile: PageTile;
  readonly element: HTMLElement;
  /** What is on show, as data; asked for when the page does not know it yet. */
  answer(): Promise<TileResponse>;
  /** A file of it that only a server can make. */
  serverFile(format: ExportsRequest['format']): Promise<ExportFile>;
  /** What the marks of its drawing stand for. Undefined for a drawing whose marks are no values of a dimension. */
  points(): MarkPoints | undefined;
  /** Asks again and draws. Never rejects: what went wrong is told to viewer and host. */
  reload(options?: { readonly fresh?: boolean }): Promise<void>;
  /** Draws for the present size. Where that fails, the former drawing stays. */
  redraw(): Promise<void>;
  /** Another page or order of a table. Where that fails, the former one stays, and says so with a way to try again. */
  turn(change: TableView, onTurned: () => void): Promise<void>;
  picture(): Picture | undefined;
}

/** A head without a description leaves so much more room than the server counts on. */
const SLACK = 20;
/** The server draws nothing narrower. */
const MIN_WIDTH = 120;

type Extra = () => Pick<TileRequest, 'cross' | 'drill'>;

export function createTileView(stage: Stage, element: HTMLElement, tile: PageTile, extra: Extra): TileView {
  const box = element.querySelector<HTMLElement>('.inlay-chart-box') ?? element;
  const rendered = box.querySelector<SVGSVGElement>('svg.inlay-chart')?.viewBox.baseVal;
  const height = rendered?.height ?? box.clientHeight;
  let width = rendered?.width;
  let known: Promise<TileResponse> | undefined;
  let asking: AbortController | undefined;
  let drawing = Promise.resolve();
  let wantsFresh = false;
  // A place on a dashboard may have a title of its own.
  let shown: PageTile = { ...tile, title: element.ariaLabel ?? tile.title };
  let failed = false;
  let table: TableView = {};
  let shownTable = table;

  const question = (): TileRequest => ({ ...stage.asked(), ...extra() });

  /** As rendered, unless the tile has become another size: what was drawn does not jump when it is drawn again. */
  const heightNow = () => {
    const grid = element.closest('.inlay-grid');
    const fixed =
      document.fullscreenElement === element || (grid && getComputedStyle(grid).display === 'grid');
    return fixed && Math.abs(box.clientHeight - height) > SLACK ? Math.max(48, box.clientHeight) : height;
  };

  /** As drawn before, as long as that may be scaled to fit: values that come must not change the size of a figure. */
  const widthNow = () =>
    width === undefined || isStretched(box, width) ? Math.max(MIN_WIDTH, box.clientWidth) : width;

  const render = async (mine: AbortController): Promise<void> => {
    const { item } = element.dataset;
    const wanted = {
      id: tile.id,
      width: widthNow(),
      height: heightNow(),
      table,
      ...extra(),
      ...(item !== undefined && { item }),
    };
    const choices = renderChoices(stage, wantsFresh);
    try {
      const { html, title, description, notice } = await stage.api.renderTile(wanted, choices, mine.signal);
      if (mine.signal.aborted) return drawing;
      wantsFresh = false;
      if (notice !== undefined) console.info(`Inlay: ${notice}`);
      shownTable = wanted.table;
      if (failed) renderInto(null, box);
      failed = false;
      setPicture(box, html);
      shown = { ...tile, title };
      element.ariaLabel = title;
      setHead(element, title, description);
      width = wanted.width;
      element.dataset.drawnWidth = `${width}`;
    } catch (error) {
      if (!mine.signal.aborted) throw error;
      return drawing;
    }
  };

  /** Callers that wait for a superseded rendering wait for the one that replaced it. */
  const draw = (): Promise<void> => {
    asking?.abort();
    asking = new AbortController();
    drawing = render(asking);
    return drawing;
  };

  const tell = (error: unknown) => {
    const failure = toWireError(error);
    if (failure.code !== 'INTERNAL') console.error(`Inlay: ${failure.message}`);
    stage.link.emit('error', { ...failure, fatal: false, tileId: tile.id });
    return failure.code;
  };

  const fail = (error: unknown) => {
    const code = tell(error);
    element.dataset.state = code;
    // The box keeps its height, so that nothing else moves.
    box.style.minHeight = `${box.clientHeight}px`;
    if (!failed) box.replaceChildren();
    failed = true;
    const retry = () => void view.reload({ fresh: true });
    renderInto(<TileFailure words={stage.speech.words()} code={code} onRetry={retry} />, box);
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
    serverFile: (format) => stage.api.exportFile({ ...question(), format, tileId: tile.id }),
    answer: () => {
      if (known) return known;
      const asked = stage.api.runTile(tile.id, question());
      known = asked;
      asked.catch(() => {
        if (known === asked) known = undefined;
      });
      return asked;
    },
    points: () => {
      const { rows } = box.querySelector<SVGSVGElement>('svg.inlay-chart')?.dataset ?? {};
      return rows === undefined ? undefined : markPoints(JSON.parse(rows));
    },
    redraw: draw,
    reload: ({ fresh = false } = {}) => {
      known = undefined;
      table = {};
      wantsFresh ||= fresh;
      return whileBusy(async () => {
        await draw();
        delete element.dataset.state;
      }, fail);
    },
    turn: (change, onTurned) => {
      const wanted = { ...table, ...change };
      table = wanted;
      return whileBusy(
        async () => {
          await draw();
          onTurned();
        },
        (error) => {
          // Another one came after it, and speaks for itself.
          if (table !== wanted) return;
          table = shownTable;
          const retry = () => void view.turn(change, onTurned);
          const note = box.querySelector('.inlay-not-turned') ?? document.createElement('div');
          note.className = 'inlay-not-turned';
          box.append(note);
          renderInto(
            <TileFailure words={stage.speech.words()} code={tell(error)} onRetry={retry} kept />,
            note,
          );
        },
      );
    },
    picture: () => {
      const chart = box.querySelector<SVGSVGElement>('svg.inlay-chart');
      return chart ? { title: shown.title, chart } : undefined;
    },
  };
  return view;
}

/** What stands above the drawing states values of the same answer. */
function setHead(element: HTMLElement, title: string, description: string | undefined): void {
  const head = element.querySelector('.inlay-tile-head');
  const heading = head?.querySelector('h1,h2,h3');
  const told = head?.querySelector('p');
  if (heading) heading.textContent = title;
  if (told && description !== undefined) told.textContent = description;
}

interface TileFailureProps {
  readonly words: FrameTexts;
  readonly code: FrameErrorCode;
  readonly onRetry: () => void;
  /** Below what stays on show, instead of in its place. */
  readonly kept?: boolean;
}

/** What happened and what to do. */
function TileFailure({ words, code, onRetry, kept }: TileFailureProps): VNode {
  return (
    <div class="inlay-failure" role="status">
      {!kept && <strong>{words.failed}</strong>}
      <span>{code === 'UNREACHABLE' ? words.offline : words.failedHint}</span>
      <button type="button" class="ui-button" onClick={onRetry}>
        {words.retry}
      </button>
    </div>
  );
}
