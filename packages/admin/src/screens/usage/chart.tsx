import type { TileKind } from '@inlay/charts/chart-kinds';
import type { ChartTraits } from '@inlay/charts/chart-traits';
import { DataTable } from '@inlay/charts/data-table';
import type { DrawChart } from '@inlay/charts/define-chart';
import { drawTile } from '@inlay/charts/draw-tile';
import { createTheme } from '@inlay/charts/theme/create-theme';
import type { Tile, TileOptions } from '@inlay/charts/tile';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { followCharts } from '../../charts/follow-charts.ts';
import { useChartLocale } from '../../charts/use-chart-locale.ts';
import { isDark } from '../../shell/theme.ts';

interface ChartBoxProps {
  readonly title: string;
  /** A screen imports the kinds that it uses. */
  readonly chart: ChartTraits<TileKind>;
  readonly draw: DrawChart<TileOptions>;
  readonly columns: readonly ResultColumn[];
  readonly height: number;
  readonly options?: TileOptions;
}

/** A chart as wide as its container, with a data table for screen readers. */
export function Chart({ title, chart, draw, columns, height, options }: ChartBoxProps): VNode {
  const locale = useChartLocale('UTC');
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(followCharts, []);
  useEffect(() => {
    if (!box.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const tile = {
    id: 'chart',
    title,
    kind: chart.kind,
    datasetId: 'usage',
    query: { dimensions: [], measures: [] },
    ...(options ? { options } : {}),
  } satisfies Tile;
  const result: QueryResult = { columns, rowCount: columns[0]?.values.length ?? 0, truncated: false };
  const theme = createTheme({ mode: isDark() ? 'dark' : 'light' });
  const props = { chart, tile, result, theme, locale, size: { width, height } };
  return (
    <div ref={box} class="chart-box" style={{ minHeight: `${height}px` }}>
      {width > 0 && drawTile(props, draw)}
      <DataTable tile={tile} result={result} locale={locale} />
    </div>
  );
}
