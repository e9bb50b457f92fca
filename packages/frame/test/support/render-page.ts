import { chartCss } from '@inlay/charts/chart-css';
import { chartOf } from '@inlay/charts/chart-kinds';
import { DataTable } from '@inlay/charts/data-table';
import { createLocale } from '@inlay/charts/format/create-locale';
import { createTheme, themeCss } from '@inlay/charts/theme/create-theme';
import type { Tile } from '@inlay/charts/tile';
import { kindStyle, loadDrawings, TileChart } from '@inlay/charts/tile-chart';
import type { RenderRequest, TileToRender } from '@inlay/content/embed-api';
import type { AlertFields, OpenPageState, PageState } from '@inlay/content/page-state';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { dashboardItems, filters, steps, tiles } from './sample-content.ts';
import { resultOfTile, revenueOf } from './sample-data.ts';

await loadDrawings();

export interface Rendering {
  readonly id: string;
  readonly origin: string;
  readonly lang: string;
  readonly theme: string;
  readonly width: number;
  readonly features: OpenPageState['features'];
  readonly loader: string;
  readonly css: string;
}

/** A page as the server renders it, from the same charts. */
export function renderPage(rendering: Rendering): string {
  const { id, lang, width } = rendering;
  const kind = id === 'dashboard' || id === 'story' ? id : 'tile';
  const shown =
    id === 'dashboard'
      ? dashboardItems.map((item) => item.tile)
      : id === 'story'
        ? steps.map((step) => step.tile)
        : [id];
  const state: OpenPageState = {
    embedId: id,
    hostOrigin: rendering.origin,
    kind,
    title: 'Sales',
    lang,
    timeZone: 'Europe/Berlin',
    expiresIn: 600,
    tiles: tiles
      .filter((tile) => shown.includes(tile.id))
      .map(({ id, title, kind, datasetId, query }) => {
        const { isTable = false, isCompact = false } = chartOf(kind);
        const dimensions = query.dimensions.map(({ column }) => column);
        // As the server determines: the two datasets have nothing in common.
        const unreached =
          datasetId === 'staff'
            ? { orders: ['month', 'region', 'country', 'units', 'product'] }
            : { staff: ['team'] };
        const alerts = rendering.features.subscriptions && { alertFields: alertFieldsOf(query) };
        return { id, title, datasetId, isTable, isCompact, dimensions, unreached, ...alerts };
      }),
    filters: kind === 'tile' ? [] : filters,
    filterValues: {},
    features: rendering.features,
    ...(kind === 'dashboard' && {
      crossFilter: true,
      drill: [{ id: 'places', label: 'Places', datasetId: 'orders', levels: ['region', 'country'] }],
    }),
  };
  const head =
    kind === 'tile'
      ? ''
      : '<header class="inlay-head"><h1>Sales</h1><p>How the year went, by region and product.</p></header>';
  const body = {
    tile: () => section(find(id), rendering, width - 8, 300, 'alone'),
    story: () => story(rendering, width),
    dashboard: () => dashboard(rendering, width),
  }[kind]();
  const bar =
    kind === 'tile'
      ? ''
      : `<div class="inlay-filters" role="group" aria-label="Filters">${filters.map(filterButton).join('')}${moreButtons(kind)}</div>`;
  return shell(rendering, state, `<main class="inlay-page" data-kind="${kind}">${head}${bar}${body}</main>`);
}

/** A page with nothing but a message, or with nothing at all yet. */
export const messagePage = (rendering: Rendering, state: PageState): string =>
  shell(
    rendering,
    state,
    '<main class="inlay-page inlay-message"><div><strong>Not today</strong><p>Please try later.</p></div></main>',
  );

const LABELS: Readonly<Record<string, string>> = {
  revenue: 'Revenue',
  units: 'Units',
  people: 'People',
  region: 'Region',
  country: 'Country',
  product: 'Product',
  team: 'Team',
};
const labeled = (name: string) => ({ name, label: LABELS[name] ?? name });
const euro = { kind: 'currency', currency: 'EUR' } as const;

/** As the server determines. */
const alertFieldsOf = ({ measures, dimensions }: Tile['query']): AlertFields => ({
  measures: measures.map((name) => ({ ...labeled(name), ...(name === 'revenue' && { format: euro }) })),
  dimensions: dimensions.filter(({ grain }) => !grain).map(({ column }) => labeled(column)),
});

const find = (id: string): Tile => tiles.find((tile) => tile.id === id) as Tile;

const filterButton = ({ id, label, kind }: (typeof filters)[number]) =>
  `<button type="button" class="inlay-filter" data-filter="${id}" aria-haspopup="dialog" aria-expanded="false"><span class="inlay-filter-label">${label}</span> <span class="inlay-filter-value">${kind === 'date-range' ? 'All time' : 'All'}</span></button>`;

const moreButtons = (kind: string) =>
  `<button type="button" class="inlay-filter-clear" hidden>Reset filters</button>${kind === 'dashboard' ? '<button type="button" class="inlay-filter inlay-views" aria-haspopup="dialog" aria-expanded="false">Saved views</button>' : ''}`;

function section(
  tile: Tile,
  { lang, theme }: Rendering,
  width: number,
  height: number,
  place: string,
): string {
  const picture = renderTile(tile, {
    filters: {},
    lang,
    width,
    height,
    mode: theme === 'dark' ? 'dark' : 'light',
  });
  const title = place === 'alone' ? 'h1' : place === '' ? 'h3' : 'h2';
  const told = tile.description ? `<p>${tile.description}</p>` : '';
  return `<section class="inlay-tile" ${place === 'alone' ? '' : place} data-tile="${tile.id}" aria-label="${tile.title}"><header class="inlay-tile-head"><${title}>${tile.title}</${title}>${told}<div class="inlay-tools"></div></header><div class="inlay-chart-box">${picture}</div></section>`;
}

type TileRequestInBox = Omit<RenderRequest, 'tiles'> & Omit<TileToRender, 'id'>;

/** What goes into the box of a tile. */
export function renderTile(tile: Tile, request: TileRequestInBox): string {
  const { lang = 'en', width, height, mode, table } = request;
  const props = {
    ...resultOfTile(tile, request),
    theme: createTheme({ mode }),
    locale: createLocale({ language: lang, currency: 'EUR' }),
    size: { width, height },
    ...(table && { view: table }),
  };
  const numbers = chartOf(tile.kind).isTable ? '' : renderToString(h(DataTable, props));
  return renderToString(h(TileChart, props)) + numbers;
}

function dashboard(rendering: Rendering, width: number): string {
  const phone = width < 640;
  const column = (width - 48 - 11 * 16) / 12;
  const items = dashboardItems.map(({ id, tile, w, h }) =>
    section(
      find(tile),
      rendering,
      phone ? width - 64 : w * column + (w - 1) * 16 - 40,
      h * 56 - 16 - 88,
      `id="item-${id}" data-item="${id}"`,
    ),
  );
  return `<div class="inlay-grid">${items.join('')}</div>`;
}

function story(rendering: Rendering, width: number): string {
  const list = steps.map((step, index) => {
    const [before, value, after] = step.narrative;
    const said = value
      ? `${before}<bdi data-value="${step.id}:${value}">${revenueOf({})}</bdi>${after}`
      : before;
    const advice =
      'recommendation' in step ? `<aside class="inlay-recommendation">${step.recommendation}</aside>` : '';
    const text = `<div class="inlay-step-text"><h2>${step.title}</h2><div class="inlay-narrative"><p>${said}</p></div></div>`;
    const chart = section(find(step.tile), rendering, Math.min(880, width) - 48, 300, '');
    const end = `<div class="inlay-step-end">${advice}<p class="inlay-source">Source: order book, 2025</p></div>`;
    return `<li class="inlay-step" data-step="${step.id}" data-scene="${index}" aria-label="${step.title}"${index ? ' hidden' : ''}>${text}<div class="inlay-step-tiles"><div class="inlay-charts">${chart}</div></div>${end}</li>`;
  });
  return `<ol class="inlay-steps" data-mode="slides">${list.join('')}</ol><nav class="inlay-progress" aria-label="Steps"></nav>`;
}

function shell({ lang, theme, loader, css }: Rendering, state: PageState, body: string): string {
  const places = dashboardItems
    .map(
      ({ id, x, y, w, h }, order) =>
        `#item-${id}{grid-area:${y + 1}/${x + 1}/span ${h}/span ${w};order:${order}}`,
    )
    .join('');
  const chosen = theme === 'auto' ? '' : ` data-inlay-theme="${theme}"`;
  return `<!doctype html><html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"${chosen}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Sales</title><style nonce="n0">${themeCss()}${chartCss}${css}${kindStyle()}${places}</style><script type="module" src="/embed/assets/${loader}"></script></head><body>${body}<script type="application/json" id="inlay-state">${JSON.stringify(state).replaceAll('<', '\\u003c')}</script></body></html>`;
}
