import type { DashboardItem } from '@inlay/content/dashboard';
import { GRID_COLUMNS } from '@inlay/protocol/grid';
import type { ProposedTile } from './propose-dashboard.ts';

const KPI_HEIGHT = 4;
const CHART_HEIGHT = 6;
const TABLE_HEIGHT = 7;

/** KPIs in a row, then charts beside each other, then tables over the whole width; whatever is chosen leaves no gap. */
export function layOutTiles(tiles: readonly ProposedTile[]): readonly DashboardItem[] {
  const kpis = tiles.filter(({ role }) => role === 'headline');
  const charts = tiles.filter(({ role }) => role === 'trend' || role === 'ranking');
  const tables = tiles.filter(({ role }) => role === 'table');
  const items: DashboardItem[] = [];
  let y = 0;
  const row = (of: readonly ProposedTile[], widths: readonly number[], h: number) => {
    let x = 0;
    for (const [at, { id, chart }] of of.entries()) {
      const w = widths[at] ?? GRID_COLUMNS;
      items.push({ id, x, y, w, h, chart });
      x += w;
    }
    if (of.length > 0) y += h;
  };
  row(
    kpis,
    kpis.map(() => GRID_COLUMNS / kpis.length),
    KPI_HEIGHT,
  );
  const isTrendFirst = charts[0]?.role === 'trend';
  row(charts, charts.length === 2 ? (isTrendFirst ? [8, 4] : [6, 6]) : [GRID_COLUMNS], CHART_HEIGHT);
  for (const table of tables) row([table], [GRID_COLUMNS], TABLE_HEIGHT);
  return items;
}
