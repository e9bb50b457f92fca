import { chartOf, kindOptions, type TileKind } from '@inlay/charts/chart-kinds';
import type { TileContent } from '@inlay/charts/tile';
import type { Dimension, Grain, QuerySpec } from '@inlay/protocol/query';
import type { EditorDataset } from '../editor-backend.ts';
import { type Patch, patch, patchOptions, patchQuery, undefinedIfEmpty } from './patch.ts';
import { isTime, shapeOf } from './shape-of.ts';

export interface FieldRef {
  readonly role: 'dimension' | 'measure';
  readonly name: string;
}

export const hasField = ({ query }: TileContent, { role, name }: FieldRef): boolean =>
  role === 'measure' ? query.measures.includes(name) : query.dimensions.some(({ column }) => column === name);

/** Adds a field at an index, by default the last. Dates start grouped by month. */
export function addField(
  tile: TileContent,
  field: FieldRef,
  dataset: EditorDataset,
  at = Number.POSITIVE_INFINITY,
): TileContent {
  if (hasField(tile, field)) return moveField(tile, field, at);
  if (field.role === 'measure')
    return patchQuery(tile, { measures: tile.query.measures.toSpliced(at, 0, field.name) });
  const isOnTime = isTime(dataset.columns.find(({ name }) => name === field.name));
  const dimension: Dimension = { column: field.name, ...(isOnTime ? { grain: 'month' as const } : {}) };
  return patchQuery(tile, { dimensions: tile.query.dimensions.toSpliced(at, 0, dimension) });
}

export function moveField(tile: TileContent, { role, name }: FieldRef, to: number): TileContent {
  const moved = <T>(list: readonly T[], is: (item: T) => boolean): readonly T[] => {
    const from = list.findIndex(is);
    const item = list[from];
    if (item === undefined) return list;
    const rest = list.toSpliced(from, 1);
    return rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, item);
  };
  return role === 'measure'
    ? patchQuery(tile, { measures: moved(tile.query.measures, (measure) => measure === name) })
    : patchQuery(tile, { dimensions: moved(tile.query.dimensions, ({ column }) => column === name) });
}

export function changeDimension(
  tile: TileContent,
  name: string,
  changes: { readonly grain?: Grain | undefined; readonly fillGaps?: boolean | undefined },
): TileContent {
  return patchQuery(tile, {
    dimensions: tile.query.dimensions.map((each) => (each.column === name ? patch(each, changes) : each)),
  });
}

/** Removes a field and every reference to it: the API rejects sorting by a column that is not queried. */
export function removeField(tile: TileContent, { role, name }: FieldRef): TileContent {
  const { query } = tile;
  const { top, pivot, sort = [], having = [] } = query;
  const topNames = role === 'measure' ? top?.by : top?.dimension;
  const kept = patchQuery(tile, {
    dimensions:
      role === 'dimension' ? query.dimensions.filter(({ column }) => column !== name) : query.dimensions,
    measures: role === 'measure' ? query.measures.filter((measure) => measure !== name) : query.measures,
    sort: undefinedIfEmpty(sort.filter(({ by }) => by !== name)),
    top: topNames === name ? undefined : top,
    pivot: role === 'dimension' && pivot?.dimension === name ? undefined : pivot,
    having: undefinedIfEmpty(having.filter(({ measure }) => role !== 'measure' || measure !== name)),
  });
  const { formats = {}, thresholds = [] } = tile.options ?? {};
  const columns = Object.entries(tile.options ?? {}).map(([option, value]) => {
    const { type } = kindOptions.get(option) ?? {};
    if (type === 'column' && value === name) return [option, undefined];
    if (type !== 'columns' || !Array.isArray(value)) return [option, value];
    return [option, undefinedIfEmpty(value.filter((each) => each !== name))];
  });
  return patchOptions(withoutSent(kept, role, name), {
    ...Object.fromEntries(columns),
    formats: undefinedIfEmpty(
      Object.fromEntries(Object.entries(formats).filter(([column]) => column !== name)),
    ),
    thresholds: undefinedIfEmpty(thresholds.filter(({ column }) => column !== name)),
  });
}

/** A click sends values of dimensions to the filters of another dashboard. */
function withoutSent(tile: TileContent, role: FieldRef['role'], name: string): TileContent {
  const { click } = tile;
  if (role === 'measure' || click?.kind !== 'dashboard' || !click.filters) return tile;
  const left = Object.entries(click.filters).filter(([, column]) => column !== name);
  return { ...tile, click: patch(click, { filters: undefinedIfEmpty(Object.fromEntries(left)) }) };
}

/** The tile as another kind of chart, with the options of new tiles of that kind. */
export function withKind<T extends Pick<TileContent, 'kind' | 'query' | 'options'>>(
  tile: T,
  kind: TileKind,
  dataset: EditorDataset,
): T {
  const { query } = tile;
  const options = { ...chartOf(kind).newOptions?.(shapeOf(tile, dataset)), ...tile.options };
  const changes = { kind, query: withDefaultSort(kind, query), options: undefinedIfEmpty(options) };
  return patch(tile, changes as Patch<T>);
}

/** Sorts kinds that show a ranking by value, unless the author chose an order. */
function withDefaultSort(kind: TileKind, query: QuerySpec): QuerySpec {
  const [dimension] = query.dimensions;
  const [measure] = query.measures;
  if (!chartOf(kind).isRanking || query.sort || !dimension || dimension.grain || measure === undefined)
    return query;
  if (query.dimensions.length > 1) return query;
  return { ...query, sort: [{ by: measure, direction: 'desc' }] };
}
