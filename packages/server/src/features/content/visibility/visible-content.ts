import type { Tile } from '@inlay/charts/tile';
import type { Story, StoryStep } from '@inlay/content/story';
import { tabOf } from '@inlay/content/tab-of';
import type { UnfoldedDashboard, UnfoldedItem } from '@inlay/content/unfold-dashboard';
import type { FilterControl } from '@inlay/protocol/filter-control';
import { overlap } from '@inlay/protocol/grid';
import type { NamedValues } from '@inlay/protocol/narrative';
import type { VisibilityRule } from '@inlay/protocol/rule';
import { type DeniedFields, NOTHING_DENIED } from './denied-fields.ts';
import { hasNoQuery, usableTile, withoutValues } from './usable-tile.ts';

/** Content and the tiles in it. */
export type VisibleContent =
  | { readonly kind: 'tile'; readonly tile: Tile }
  | { readonly kind: 'story'; readonly story: Story; readonly tiles: readonly Tile[] }
  | { readonly kind: 'dashboard'; readonly dashboard: UnfoldedDashboard; readonly tiles: readonly Tile[] };

/** Whether a rule is true for the viewer. */
export type Evaluate = (rule: VisibilityRule) => boolean;

/** What the viewer may filter by. */
export interface FilterScope {
  /** Whether a filter can affect a tile. */
  reaches(filter: FilterControl, tile: Tile): boolean;
  /** Columns of a dataset, from the first up to one that the viewer may not filter by. */
  usable(datasetId: string, columns: readonly string[]): readonly string[];
}
/** What the viewer may filter by, and the fields whose names are not for them. */
export interface ViewerScope extends FilterScope {
  readonly denied: DeniedFields;
}

export const everyField: ViewerScope = {
  reaches: (filter, tile) => filter.datasetId === tile.datasetId,
  usable: (_, columns) => columns,
  denied: NOTHING_DENIED,
};

/**
 * Content reduced to what one viewer may see, without gaps, and without parts that depend on hidden ones. Rules are
 * removed too, since they name groups and attributes. Undefined if nothing is left.
 */
export function visibleContent(
  content: VisibleContent,
  evaluate: Evaluate,
  scope: ViewerScope = everyField,
): VisibleContent | undefined {
  switch (content.kind) {
    case 'tile':
      return shows(content.tile, evaluate)
        ? { kind: 'tile', tile: usableTile(withoutRule(content.tile), scope.denied) }
        : undefined;
    case 'story':
      return visibleStory(content.story, content.tiles, evaluate, scope);
    case 'dashboard':
      return visibleDashboard(content.dashboard, content.tiles, evaluate, scope);
  }
}

function visibleStory(
  story: Story,
  tiles: readonly Tile[],
  evaluate: Evaluate,
  scope: ViewerScope,
): VisibleContent | undefined {
  if (!shows(story, evaluate)) return undefined;
  const visible = visibleTiles(tiles, evaluate, scope);
  const steps = story.steps.flatMap((step) => visibleStep(step, visible, evaluate));
  if (steps.length === 0 && story.steps.length > 0) return undefined;
  const used = new Set(steps.flatMap(({ tiles: ids = [], values }) => [...ids, ...sourcesOf(values)]));
  return {
    kind: 'story',
    story: {
      ...withoutRule(story),
      steps,
      ...visibleFilters(story.filters, tilesUsed(used, visible), scope),
    },
    tiles: [...visible.values()].filter(({ id }) => used.has(id)),
  };
}

/** Hides a step if all its charts are hidden, or if its text would show a value of a hidden tile. */
function visibleStep(
  step: StoryStep,
  visible: ReadonlyMap<string, Tile>,
  evaluate: Evaluate,
): readonly StoryStep[] {
  const { tiles = [], values } = step;
  const left = tiles.filter((id) => visible.has(id));
  const isWhole = sourcesOf(values).every((id) => visible.has(id));
  if (!shows(step, evaluate) || !isWhole || (tiles.length > 0 && left.length === 0)) return [];
  return [{ ...withUsableValues(withoutRule(step), visible), ...(step.tiles ? { tiles: left } : {}) }];
}

function visibleDashboard(
  dashboard: UnfoldedDashboard,
  tiles: readonly Tile[],
  evaluate: Evaluate,
  scope: ViewerScope,
): VisibleContent | undefined {
  if (!shows(dashboard, evaluate)) return undefined;
  const visible = visibleTiles(tiles, evaluate, scope);
  const isHidden = (item: UnfoldedItem) =>
    !shows(item, evaluate) || tilesOf(item).some((id) => !visible.has(id));
  const { tabs } = dashboard;
  // Each tab has its own grid.
  const grids = Map.groupBy(dashboard.items, (item) => tabOf(item, tabs));
  const shown = [...grids.values()].flatMap((grid) => compactLayout(grid, isHidden).map(withoutRule));
  const byId = new Map(shown.map((item) => [item.id, item]));
  const items = dashboard.items.flatMap(({ id }) => {
    const item = byId.get(id);
    return item ? [usableItem(item, visible)] : [];
  });
  if (items.length === 0 && dashboard.items.length > 0) return undefined;
  const used = new Set(items.flatMap(tilesOf));
  const ids = new Set(items.map(({ id }) => id));
  return {
    kind: 'dashboard',
    dashboard: {
      ...withoutRule(dashboard),
      items,
      // A tab without items would be empty.
      ...(tabs ? { tabs: tabs.filter(({ id }) => items.some((item) => tabOf(item, tabs) === id)) } : {}),
      ...(dashboard.phone ? { phone: dashboard.phone.filter((id) => ids.has(id)) } : {}),
      ...visibleFilters(dashboard.filters, tilesUsed(used, visible), scope),
      ...(dashboard.drill ? { drill: dashboard.drill.flatMap((drill) => usableDrill(drill, scope)) } : {}),
    },
    tiles: [...visible.values()].filter(({ id }) => used.has(id)),
  };
}

/** An item without the names of values that are denied to the viewer. */
function usableItem(item: UnfoldedItem, visible: ReadonlyMap<string, Tile>): UnfoldedItem {
  if (!('tile' in item)) return withUsableValues(item, visible);
  const tile = visible.get(item.tile);
  if (item.title === undefined || !tile || !hasNoQuery(tile)) return item;
  return { ...item, title: withoutValues(item.title) };
}

/** A text without the sources of values in tiles whose fields are denied to the viewer. */
function withUsableValues<T extends { readonly values?: NamedValues }>(
  text: T,
  visible: ReadonlyMap<string, Tile>,
): T {
  const all = Object.entries(text.values ?? {});
  const kept = all.filter(([, { tile: id }]) => {
    const tile = visible.get(id);
    return tile === undefined || !hasNoQuery(tile);
  });
  return kept.length === all.length ? text : { ...text, values: Object.fromEntries(kept) };
}

/** The tiles that an item depends on. */
export function tilesOf(item: UnfoldedItem): readonly string[] {
  return 'tile' in item ? [item.tile] : sourcesOf(item.values);
}

/** The tiles whose values a text shows. */
export function sourcesOf(values: NamedValues = {}): readonly string[] {
  return Object.values(values).map(({ tile }) => tile);
}

function visibleTiles(
  tiles: readonly Tile[],
  evaluate: Evaluate,
  { denied }: ViewerScope,
): ReadonlyMap<string, Tile> {
  return new Map(
    tiles
      .filter((tile) => shows(tile, evaluate))
      .map((tile) => [tile.id, usableTile(withoutRule(tile), denied)] as const),
  );
}

const tilesUsed = (used: ReadonlySet<string>, visible: ReadonlyMap<string, Tile>): readonly Tile[] =>
  [...visible.values()].filter(({ id }) => used.has(id));

/** Removes filters without targets or usable columns, and dependencies on them. */
function visibleFilters(
  filters: readonly FilterControl[] | undefined,
  tiles: readonly Tile[],
  scope: FilterScope,
): { readonly filters?: readonly FilterControl[] } {
  if (filters === undefined) return {};
  const usable = filters.flatMap((filter) => usableFilter(filter, scope));
  const left = usable.flatMap((filter): readonly FilterControl[] => {
    if (filter.tiles === undefined) return tiles.some((tile) => scope.reaches(filter, tile)) ? [filter] : [];
    const wired = filter.tiles.filter((id) => tiles.some((tile) => tile.id === id));
    return wired.length > 0 ? [{ ...filter, tiles: wired }] : [];
  });
  const ids = new Set(left.map(({ id }) => id));
  return {
    filters: left.map((filter) =>
      filter.dependsOn ? { ...filter, dependsOn: filter.dependsOn.filter((id) => ids.has(id)) } : filter,
    ),
  };
}

/** The filter if the viewer may filter by its column. A hierarchy ends above the first level that they may not filter by. */
export function usableFilter(
  filter: FilterControl,
  { usable }: Pick<FilterScope, 'usable'>,
): readonly FilterControl[] {
  if (filter.kind !== 'hierarchy')
    return usable(filter.datasetId, [filter.column]).length > 0 ? [filter] : [];
  const levels = usable(filter.datasetId, filter.levels);
  return levels.length > 0 ? [{ ...filter, levels }] : [];
}

function usableDrill(drill: Drill, { usable }: FilterScope): readonly Drill[] {
  const levels = usable(drill.datasetId, drill.levels);
  return levels.length > 1 ? [{ ...drill, levels }] : [];
}

type Drill = NonNullable<UnfoldedDashboard['drill']>[number];

function shows({ visibility }: { readonly visibility?: VisibilityRule }, evaluate: Evaluate): boolean {
  return visibility === undefined || evaluate(visibility);
}

function withoutRule<T extends { readonly visibility?: VisibilityRule }>(part: T): T {
  const { visibility: _, ...rest } = part;
  return rest as T;
}

export interface Placed {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/**
 * Closes the gaps that hidden items leave: neighbors in the same row share the free width, and items below move up.
 * The layout is unchanged if nothing is hidden.
 */
export function compactLayout<T extends Placed>(
  items: readonly T[],
  isHidden: (item: T) => boolean,
): readonly T[] {
  const remaining = items.filter((item) => !isHidden(item));
  if (remaining.length === items.length) return items;
  const widened = remaining.map((item) => widen(item, items, remaining));
  return moveUp(widened);
}

/** Items with the same top and bottom form a row; the remaining ones keep their proportions. */
function widen<T extends Placed>(item: T, before: readonly T[], after: readonly T[]): T {
  const inRow = (other: Placed) => other.y === item.y && other.h === item.h;
  const row = before.filter(inRow);
  const left = after.filter(inRow).toSorted((a, b) => a.x - b.x);
  const start = Math.min(...row.map(({ x }) => x));
  const end = Math.max(...row.map(({ x, w }) => x + w));
  // Items of another height are between them, so the gap belongs to no single row.
  const strip = { x: start, y: item.y, w: end - start, h: item.h };
  if (left.length === row.length || after.some((other) => !inRow(other) && overlap(other, strip)))
    return item;
  const total = left.reduce((sum, { w }) => sum + w, 0);
  const edge = (index: number) => {
    const passed = left.slice(0, index).reduce((sum, { w }) => sum + w, 0);
    return start + Math.round((passed * (end - start)) / total);
  };
  const index = left.findIndex(({ id }) => id === item.id);
  return { ...item, x: edge(index), w: edge(index + 1) - edge(index) };
}

/** Moves each item up, in reading order, until it meets another. */
function moveUp<T extends Placed>(items: readonly T[]): readonly T[] {
  const settled = new Map<string, T>();
  for (const item of items.toSorted((a, b) => a.y - b.y || a.x - b.x)) {
    const above = [...settled.values()].filter(({ x, w }) => x < item.x + item.w && item.x < x + w);
    const y = Math.max(0, ...above.map((other) => other.y + other.h));
    settled.set(item.id, { ...item, y });
  }
  return items.map(({ id }) => settled.get(id) as T);
}
