import { kindOptions } from '@inlay/charts/chart-kinds';
import type { OwnTile, TileOptions } from '@inlay/charts/tile';
import type { DashboardContent, DashboardItem } from '@inlay/content/dashboard';
import { tabOf } from '@inlay/content/tab-of';
import { GRID_COLUMNS, overlap } from '@inlay/protocol/grid';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { checkCells } from './check-cells.ts';
import { checkClick } from './check-click.ts';
import { checkFilters, repeatedIds } from './check-filters.ts';
import { checkNarrative } from './check-narrative.ts';

export function checkDashboard({ items, filters, tabs = [], drill = [], phone = [] }: DashboardContent) {
  const named = new Set(items.flatMap((item) => ('tile' in item ? [item.tile] : [])));
  const own = items.flatMap((item) => ('chart' in item ? [item.id] : []));
  const tileIds = new Set([...named, ...own]);
  const ids = new Set(items.map(({ id }) => id));
  return [
    ...repeatedIds(items, '/items'),
    ...repeatedIds(tabs, '/tabs'),
    ...items.flatMap(({ tab }, index) =>
      tab === undefined || tabs.some(({ id }) => id === tab)
        ? []
        : [{ path: `/items/${index}/tab`, problem: `refers to a tab that does not exist: '${tab}'` }],
    ),
    ...items.flatMap((item, index) => {
      const tab = tabOf(item, tabs);
      const before = items.slice(0, index).filter((earlier) => tabOf(earlier, tabs) === tab);
      return checkItem(item, index, before);
    }),
    ...items.flatMap((item, index) =>
      'chart' in item && named.has(item.id)
        ? [
            {
              path: `/items/${index}/id`,
              problem: `is also the id of a tile on this dashboard: '${item.id}'`,
            },
          ]
        : [],
    ),
    ...checkFilters(filters, tileIds),
    ...repeatedIds(drill, '/drill'),
    ...phone.flatMap((id, index) =>
      ids.has(id)
        ? []
        : [{ path: `/phone/${index}`, problem: `refers to an item that does not exist: '${id}'` }],
    ),
  ];
}

function checkItem(
  item: DashboardItem,
  index: number,
  before: readonly DashboardItem[],
): readonly FieldProblem[] {
  const path = `/items/${index}`;
  const covered = before.find((earlier) => overlap(earlier, item));
  return [
    ...(item.x + item.w > GRID_COLUMNS
      ? [{ path: `${path}/w`, problem: `extends beyond column ${GRID_COLUMNS}` }]
      : []),
    ...(covered ? [{ path, problem: `overlaps the item '${covered.id}'` }] : []),
    ...('chart' in item ? checkTile(item.chart, `${path}/chart`) : []),
    ...('text' in item ? checkNarrative(item.text, item.values, `${path}/text`) : []),
  ];
}

export function checkTile(tile: OwnTile, at = ''): readonly FieldProblem[] {
  const { query, options = {}, choices } = tile;
  const fields = query.dimensions.length + query.measures.length;
  return [
    ...(fields === 0 ? [{ path: `${at}/query`, problem: 'must have a dimension or a measure' }] : []),
    ...(options.thresholds ?? []).flatMap(({ from, to }, index) =>
      from !== undefined && to !== undefined && from > to
        ? [{ path: `${at}/options/thresholds/${index}/to`, problem: "must be at least 'from'" }]
        : [],
    ),
    ...checkBounds(options, at),
    ...checkCells(tile, at),
    ...(choices?.grains && !query.dimensions.some(({ grain }) => grain)
      ? [{ path: `${at}/choices/grains`, problem: 'requires a time dimension with a granularity' }]
      : []),
    ...(choices?.measures && query.measures.length === 0
      ? [{ path: `${at}/choices/measures`, problem: 'requires a measure to switch' }]
      : []),
    ...checkClick(tile, at),
  ];
}

/** Numbers that must be greater than another, such as the end of an axis. */
function checkBounds(options: TileOptions, at: string): readonly FieldProblem[] {
  const given = new Map<string, unknown>(Object.entries(options));
  return Array.from(kindOptions, ([name, option]) => {
    const floor = (option.type === 'amount' && option.above) || '';
    const [least, value] = [given.get(floor), given.get(name)];
    if (typeof least !== 'number' || typeof value !== 'number' || value > least) return [];
    return [{ path: `${at}/options/${name}`, problem: `must be greater than ${floor}` }];
  }).flat();
}
