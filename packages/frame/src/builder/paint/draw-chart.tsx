import type { ChartProps, TableView } from '@inlay/charts/chart-props';
import { DataTable } from '@inlay/charts/data-table';
import { drawTile } from '@inlay/charts/draw-tile';
import type { Locale } from '@inlay/charts/format/locale';
import { createTheme } from '@inlay/charts/theme/create-theme';
import type { QueryResult } from '@inlay/protocol/result';
import type { Tile } from '@inlay/protocol/tile';
import type { VNode } from 'preact';
import { loadChart } from '../../tile/load-chart.ts';

export interface Drawing {
  readonly tile: Tile;
  readonly result: QueryResult;
  readonly size: { readonly width: number; readonly height: number };
  readonly locale: Locale;
  readonly view?: TableView;
}

/** A chart as viewers will see it, and its numbers as a table for those who do not see charts. */
export async function drawChart({ tile, ...rest }: Drawing): Promise<VNode> {
  const draw = await loadChart(tile.kind);
  const mode = getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light';
  const props: ChartProps = { tile, ...rest, theme: createTheme({ mode }) };
  return (
    <>
      {drawTile(props, draw)}
      {tile.kind === 'table' ? null : <DataTable {...props} />}
    </>
  );
}
