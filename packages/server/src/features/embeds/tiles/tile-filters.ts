import type { Tile } from '@inlay/charts/tile';
import type { CrossFilter } from '@inlay/content/embed-api';
import type { PageTile } from '@inlay/content/page-state';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Filter } from '@inlay/protocol/query';
import { type Model, resolveColumn } from '../../../platform/query/model/model.ts';
import type { QueryFilter } from '../../../platform/query/plan/mark-filter.ts';
import type { FilterChoice } from '../../../platform/render/filter-bar.ts';
import { translatorOf } from '../../content/index.ts';
import { labelAmong, type NamedColumn, type Reach, reachAmong } from '../../datasets/index.ts';
import {
  accessibleColumns,
  type ChosenContent,
  choiceOf,
  contentDatasets,
  controlsOf,
} from '../request/chosen-filters.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import type { OpenEmbed } from '../request/open-embed.ts';
import { filterOfPeriod, filtersOfControl, filtersOn, invalidFilter } from '../request/query-filters.ts';

/**
 * The embed's own filters on a dataset, which apply to every query. Its author may name any column of it. One that the
 * viewer has no access to refuses the query: without its filter, the viewer would see more.
 */
export function embedFilters({ embed }: Pick<OpenEmbed, 'embed'>, model: Model): readonly Filter[] {
  const { whole = model } = model;
  return (embed.options?.filters ?? []).filter(({ column }) => resolveColumn(whole, column) !== undefined);
}

/** One filter of the viewer or the host, on columns of the dataset that it was written for. */
interface ActiveFilter {
  /** Of a control; others have the label of their column. */
  readonly label?: string;
  /** Datasets whose column it names; the host names a column without a dataset. */
  readonly datasets: readonly string[];
  readonly filters: readonly QueryFilter[];
  /** The tiles that it is restricted to. */
  readonly tiles?: readonly string[] | undefined;
}

/** Filters that are set: controls, columns that the host named, and clicks on other tiles. */
function activeFilters(chosen: ChosenContent, cross: readonly CrossFilter[]): readonly ActiveFilter[] {
  const controls = controlsOf(chosen);
  const ofControls = controls.map((control) => ({
    label: control.label,
    datasets: [control.datasetId],
    filters: filtersOfControl(control, choiceOf(control, chosen.filters)),
    tiles: control.tiles,
  }));
  const named = Object.entries(chosen.filters).filter(([name]) => !controls.some(({ id }) => id === name));
  const ofHost = named.map(([column, value]) => ({
    datasets: datasetsWith(chosen, column),
    filters: filtersOn(column, value),
  }));
  const ofClicks = cross.map((click) => ({
    datasets: [click.datasetId],
    filters: [filterOfClick(click, accessibleColumns(chosen, click.datasetId))],
  }));
  return [...ofControls, ...ofHost, ...ofClicks].filter(({ filters }) => filters.some(narrows));
}

const narrows = (filter: QueryFilter) => filter.operator !== 'in-period' || filter.period !== 'all';

/** The datasets that the filters of a tile name: they have to be loaded to know which tiles they reach. */
export function datasetsFiltered(
  chosen: ChosenContent,
  cross: readonly CrossFilter[] = [],
): readonly string[] {
  return activeFilters(chosen, cross).flatMap(({ datasets }) => datasets);
}

/** The datasets with a column of this name that the viewer may filter by. */
function datasetsWith(chosen: ChosenContent, column: string): readonly string[] {
  return contentDatasets(chosen).filter((id) => accessibleColumns(chosen, id).has(column));
}

/** A filter in the terms of a tile's dataset; undefined if it does not reach the tile. */
function appliedTo(active: ActiveFilter, tile: Tile, reach: Reach): readonly QueryFilter[] | undefined {
  return isFor(active, tile) ? appliedIn(active, tile.datasetId, reach) : undefined;
}

function appliedIn(
  { datasets, filters }: Pick<ActiveFilter, 'datasets' | 'filters'>,
  queried: string,
  reach: Reach,
): readonly QueryFilter[] | undefined {
  // The host means a column of the queried dataset, where it has one of that name.
  const own = datasets.filter((id) => id === queried);
  const applied = filters.map((filter) => {
    const { column } = filter;
    const names = (own.length > 0 ? own : datasets).flatMap(
      (datasetId) => reach(queried, { datasetId, column })?.name ?? [],
    );
    const [name, ...others] = new Set(names);
    return name === undefined || others.length > 0 ? undefined : { ...filter, column: name };
  });
  return applied.every((filter) => filter !== undefined) ? applied : undefined;
}

/** The filters of a control that narrow the values of another one. */
export function filtersReaching(
  { datasetId: queried }: FilterControl,
  { control, value }: FilterChoice,
  reach: Reach,
): readonly QueryFilter[] {
  const active = { datasets: [control.datasetId], filters: filtersOfControl(control, value) };
  return appliedIn(active, queried, reach) ?? [];
}

/** The viewer's filters on one tile: their choices, and clicks on other tiles. */
export function filtersOfTile(
  chosen: ChosenContent,
  tile: Tile,
  reach: Reach,
  cross: readonly CrossFilter[] = [],
): readonly QueryFilter[] {
  return activeFilters(chosen, cross).flatMap((active) => appliedTo(active, tile, reach) ?? []);
}

/**
 * The tile's own filters. A date range that the viewer chooses replaces the tile's own: combined, `this month` on a tile
 * of last year would match no day. The default of a control narrows the tile's range instead.
 */
export function ownFilters(context: ChosenContent, tile: Tile, reach: Reach): readonly Filter[] {
  const chosen = controlsOf(context).flatMap((control) => {
    if (control.kind !== 'date-range' || !isFor(control, tile)) return [];
    const value = choiceOf(control, context.filters);
    if (value === null || JSON.stringify(value) === JSON.stringify(control.default)) return [];
    return reach(tile.datasetId, control)?.name ?? [];
  });
  const isReplaced = ({ column, operator }: Filter) => chosen.includes(column) && BOUNDS.has(operator);
  return (tile.query.filters ?? []).filter((filter) => !isReplaced(filter));
}

const BOUNDS: ReadonlySet<Filter['operator']> = new Set([
  'in-period',
  'between',
  'equals',
  'less',
  'less-or-equal',
  'greater',
  'greater-or-equal',
]);

/** The label of a column that the host named or the viewer clicked. */
export type LabelOf = (column: NamedColumn) => string;

interface Unfiltered {
  readonly reach: Reach;
  readonly labelOf: LabelOf;
  readonly cross?: readonly CrossFilter[] | undefined;
}

/** The labels of active filters that do not affect a tile. */
export function notFilteredBy(
  chosen: ChosenContent,
  tile: Tile,
  { reach, labelOf, cross = [] }: Unfiltered,
): readonly string[] {
  const missing = activeFilters(chosen, cross).filter((active) => !appliedTo(active, tile, reach));
  const labels = missing.map(({ label, datasets: [datasetId = ''], filters: [filter] }) => {
    return label ?? labelOf({ datasetId, column: filter?.column ?? '' });
  });
  return [...new Set(labels)];
}

/** By tile: filters that do not affect it now, and those that could not. */
export async function reachOfTiles(request: EmbedRequest): Promise<ReadonlyMap<string, TileReach>> {
  const filtered = await loadReach(request, contentDatasets(request));
  return new Map(
    [...request.tiles].map(([id, tile]) => [
      id,
      {
        notFilteredBy: notFilteredBy(request, tile, filtered),
        unreached: unreachedColumns(request, tile, filtered),
      },
    ]),
  );
}

export interface TileReach {
  readonly notFilteredBy: readonly string[];
  readonly unreached: ReturnType<typeof unreachedColumns>;
}

/**
 * For the script of a page, which notes on a tile that filters do not affect it: columns by dataset that reach the tile
 * neither by a control nor by a click, and columns that do not reach it when the host names them, with their labels.
 */
function unreachedColumns(
  opened: Pick<OpenEmbed, 'content' | 'tiles'>,
  tile: Tile,
  { reach, labelOf }: Omit<Unfiltered, 'cross'>,
): Pick<PageTile, 'unreached' | 'unreachedNames'> {
  const shown = { content: opened.content, tiles: opened.tiles };
  const columns = contentDatasets(shown).flatMap((datasetId) =>
    [...accessibleColumns(shown, datasetId)].map((column) => ({ datasetId, column })),
  );
  const reached = columns.filter((column) => reach(tile.datasetId, column));
  const missing = columns.filter((column) => !reached.includes(column));
  if (missing.length === 0) return {};
  const names = missing.filter(({ column }) => !reached.some((other) => other.column === column));
  return {
    unreached: Object.fromEntries(
      [...Map.groupBy(missing, ({ datasetId }) => datasetId)].map(([id, all]) => [
        id,
        all.map(({ column }) => column),
      ]),
    ),
    ...(names.length === 0
      ? {}
      : { unreachedNames: Object.fromEntries(names.map((name) => [name.column, labelOf(name)])) }),
  };
}

const isFor = ({ tiles }: Pick<ActiveFilter, 'tiles'>, { id }: Tile) => tiles?.includes(id) ?? true;

function filterOfClick({ column, value, grain }: CrossFilter, accessible: ReadonlySet<string>): QueryFilter {
  if (!accessible.has(column)) throw invalidFilter(column, 'is not a column of this embed');
  return filterOfPeriod(column, value, grain);
}

/** Loads datasets, and how the filters that are set now reach them. */
export async function loadReach(
  request: EmbedRequest,
  ids: Iterable<string>,
  cross: readonly CrossFilter[] = [],
) {
  const loaded = await request.datasets.load([...ids, ...datasetsFiltered(request, cross)]);
  const translate = translatorOf(request.app, request.locale.language);
  const label = labelAmong(loaded);
  return {
    loaded,
    reach: reachAmong(loaded, request.viewer),
    labelOf: (column: NamedColumn) => translate?.(label(column)) ?? label(column),
  };
}
