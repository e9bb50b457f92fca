import { betterChart } from '@inlay/charts/better-chart';
import { chartCss } from '@inlay/charts/chart-css';
import { chartOf } from '@inlay/charts/chart-kinds';
import type { AllowedHosts, Size } from '@inlay/charts/chart-props';
import { DataTable } from '@inlay/charts/data-table';
import { labelPivots } from '@inlay/charts/format/pivot-label';
import { titleTile } from '@inlay/charts/format/title-tile';
import { createTheme } from '@inlay/charts/theme/create-theme';
import type { TileContent } from '@inlay/charts/tile';
import { kindStyle, loadDrawings, TileChart } from '@inlay/charts/tile-chart';
import type { RenderedTile } from '@inlay/editor/editor-backend';
import type { QueryResult } from '@inlay/protocol/result';
import { followCharts } from './follow-charts.ts';
import { loadChartLocale } from './load-chart-locale.ts';

const style = new CSSStyleSheet();
document.adoptedStyleSheets.push(style);
followCharts();

/** A tile as viewers see it: the chart, and a table of its numbers for screen readers. */
export async function drawChart(
  content: TileContent,
  result: QueryResult,
  size: Size,
  more: Partial<AllowedHosts> & { readonly history?: QueryResult | undefined } = {},
): Promise<RenderedTile> {
  const [locale] = await Promise.all([loadChartLocale(), loadDrawings([content.kind])]);
  style.replaceSync(chartCss + kindStyle());
  const tile = titleTile(content, result, {}, locale);
  const mode = getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light';
  const props = {
    tile: { ...tile, id: 'preview' },
    result: labelPivots(result, locale),
    theme: createTheme({ mode }),
    locale,
    ...(more.linkHosts && { linkHosts: more.linkHosts }),
    ...(more.imageHosts && { imageHosts: more.imageHosts }),
    ...(more.history && { history: more.history }),
    size: { width: Math.max(160, size.width), height: Math.max(80, size.height) },
  };
  const chart = (
    <>
      <TileChart {...props} />
      {!chartOf(tile.kind).isTable && <DataTable {...props} />}
    </>
  );
  const instead = betterChart(content.kind, result, content.options);
  return { chart, title: tile.title, description: tile.description, instead };
}
