import type { DashboardContent, DashboardItem } from '@inlay/protocol/dashboard';
import { GRID_COLUMNS } from '@inlay/protocol/grid';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { checkFilters } from './check-filters.ts';
import { checkNarrative } from './check-narrative.ts';
import { checkTile } from './check-tile.ts';
import { repeatedIds } from './repeated-ids.ts';

export function checkDashboard({ items, filters, drill = [], phone = [] }: DashboardContent) {
  const named = new Set(items.flatMap((item) => ('tile' in item ? [item.tile] : [])));
  const own = items.flatMap((item) => ('chart' in item ? [item.id] : []));
  const shown = new Set([...named, ...own]);
  const ids = new Set(items.map(({ id }) => id));
  return [
    ...repeatedIds(items, '/items'),
    ...items.flatMap((item, index) => checkItem(item, index, items)),
    ...items.flatMap((item, index) =>
      'chart' in item && named.has(item.id)
        ? [{ path: `/items/${index}/id`, problem: `is the id of a tile that is shown here: '${item.id}'` }]
        : [],
    ),
    ...checkFilters(filters, shown),
    ...repeatedIds(drill, '/drill'),
    ...phone.flatMap((id, index) =>
      ids.has(id) ? [] : [{ path: `/phone/${index}`, problem: `names no item: '${id}'` }],
    ),
  ];
}

function checkItem(
  item: DashboardItem,
  index: number,
  items: readonly DashboardItem[],
): readonly FieldProblem[] {
  const path = `/items/${index}`;
  const covered = items.slice(0, index).find((earlier) => overlap(earlier, item));
  return [
    ...(item.x + item.w > GRID_COLUMNS
      ? [{ path: `${path}/w`, problem: `reaches past column ${GRID_COLUMNS}` }]
      : []),
    ...(covered ? [{ path, problem: `covers the item '${covered.id}'` }] : []),
    ...('chart' in item ? checkTile(item.chart, `${path}/chart`) : []),
    ...('text' in item ? checkNarrative(item.text, item.values, `${path}/text`) : []),
  ];
}

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

export function overlap(a: Rectangle, b: Rectangle): boolean {
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}
