import type { ChartProps, Size, TableView } from '@inlay/charts/chart-props';
import { DataTable } from '@inlay/charts/data-table';
import { titleTile } from '@inlay/charts/format/title-tile';
import { errorState, loadingState } from '@inlay/charts/parts/state';
import { TileChart } from '@inlay/charts/tile-chart';
import type { FrameErrorCode, Variables } from '@inlay/protocol/frame-messages';
import type { QueryResult } from '@inlay/protocol/result';
import type { Tile } from '@inlay/protocol/tile';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { escapeHtml } from './escape-html.ts';
import type { PageLook } from './page-look.ts';
import { messageFor, pageWords } from './words/page-words.ts';

/** What became of a tile's question when the page was painted. `pending`: the page's script asks again. */
export type TilePaint =
  | {
      readonly state: 'answered';
      readonly result: QueryResult;
      /** Whether filters of the viewer's narrow it. */
      readonly narrowed?: boolean;
      /** Why there are no rows, for the developer of the host page. */
      readonly notice?: string;
    }
  | { readonly state: 'failed'; readonly code: FrameErrorCode }
  | { readonly state: 'pending' };

export interface TileSectionOptions extends PictureOptions {
  /** Place on a dashboard. */
  readonly item?: string;
  readonly title?: string | undefined;
  readonly level: 1 | 2 | 3;
  readonly variables: Variables;
  readonly hidesTitle?: boolean;
  /** Labels of active filters that do not affect it. */
  readonly notFilteredBy?: readonly string[] | undefined;
}

/** One tile: its title, its chart, and its numbers as a table for those who do not see the chart. */
export function tileSection(
  tile: Tile,
  paint: TilePaint,
  look: PageLook,
  options: TileSectionOptions,
): string {
  const { item, level, hidesTitle = false } = options;
  const titled = titleTile(
    { ...tile, title: options.title ?? tile.title },
    paint.state === 'answered' ? paint.result : undefined,
    options.variables,
    look.locale,
  );
  const place = item === undefined ? '' : ` id="item-${escapeHtml(item)}" data-item="${escapeHtml(item)}"`;
  const state = paint.state === 'answered' ? '' : ` data-state="${stateOf(paint)}"`;
  const kind = tile.kind === 'kpi' ? ' data-kind="kpi"' : '';
  const description = titled.description ? `<p dir="auto">${escapeHtml(titled.description)}</p>` : '';
  const title = hidesTitle
    ? ''
    : `<h${level} dir="auto">${escapeHtml(titled.title)}</h${level}>${description}`;
  const { notFilteredBy = [] } = options;
  const unfiltered =
    notFilteredBy.length === 0
      ? ''
      : `<p class="inlay-unfiltered" dir="auto">${escapeHtml(notFilteredNote(notFilteredBy, look.locale.language))}</p>`;
  return (
    `<section class="inlay-tile"${place} data-tile="${escapeHtml(tile.id)}"${state}${kind} aria-label="${escapeHtml(titled.title)}">` +
    `<header class="inlay-tile-head">${title}<div class="inlay-tools"></div></header>` +
    `<div class="inlay-chart-box">${tilePicture(titled, paint, look, options)}</div>${unfiltered}</section>`
  );
}

const notFilteredNote = (labels: readonly string[], language: string) =>
  pageWords(language).notFilteredBy.replace('{0}', () =>
    new Intl.ListFormat(language, { type: 'conjunction' }).format(labels),
  );

const stateOf = (paint: Exclude<TilePaint, { state: 'answered' }>) =>
  paint.state === 'failed' ? paint.code : 'pending';

/** What a page holds of a long answer as a table; the page's script shows the rest on demand. */
const PAINTED_ROWS = 60;

const nothing: QueryResult = { columns: [], rowCount: 0, truncated: false };

export interface PictureOptions {
  readonly size: Size;
  readonly categories?: readonly string[] | undefined;
  readonly table?: TableView | undefined;
}

/** What goes into the box of a tile. */
export function tilePicture(
  tile: Tile,
  paint: TilePaint,
  look: PageLook,
  { size, categories, table }: PictureOptions,
): string {
  const { theme, locale } = look;
  const props: ChartProps = { tile, theme, locale, size, result: nothing };
  if (paint.state === 'pending') return renderToString(loadingState(props));
  if (paint.state === 'failed') {
    const [title, hint] = messageFor(pageWords(locale.language), paint.code);
    return renderToString(errorState(props, `${title}. ${hint}`));
  }
  const drawn = {
    ...props,
    result: paint.result,
    ...(paint.narrowed === undefined ? {} : { narrowed: paint.narrowed }),
    rowsBeside: PAINTED_ROWS,
    ...(categories ? { categories } : {}),
    ...(table ? { view: table } : {}),
  };
  const chart = renderToString(h(TileChart, drawn));
  // A table is its own alternative.
  return tile.kind === 'table'
    ? chart
    : chart + renderToString(h(DataTable, { tile, locale, result: paint.result, most: PAINTED_ROWS }));
}
