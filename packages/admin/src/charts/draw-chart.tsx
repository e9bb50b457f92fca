import { chartCss } from '@inlay/charts/chart-css';
import type { Size } from '@inlay/charts/chart-props';
import { DataTable } from '@inlay/charts/data-table';
import { createTheme } from '@inlay/charts/theme/create-theme';
import { TileChart } from '@inlay/charts/tile-chart';
import type { QueryResult } from '@inlay/protocol/result';
import type { TileContent } from '@inlay/protocol/tile';
import type { VNode } from 'preact';
import { adminLocale } from './admin-locale.ts';
import { followCharts } from './follow-charts.ts';

const style = new CSSStyleSheet();
style.replaceSync(chartCss);
document.adoptedStyleSheets.push(style);
followCharts();

/** A tile as viewers see it: the chart, and beside it its numbers for those who listen. */
export function drawChart(tile: TileContent, result: QueryResult, size: Size): VNode {
  const mode = getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light';
  const props = {
    tile: { ...tile, id: 'preview' },
    result,
    theme: createTheme({ mode }),
    locale: adminLocale,
    size: { width: Math.max(160, size.width), height: Math.max(80, size.height) },
  };
  return (
    <>
      <TileChart {...props} />
      {tile.kind !== 'table' && <DataTable {...props} />}
    </>
  );
}
