import type { ChartProps } from '@inlay/charts/chart-props';
import { DataTable } from '@inlay/charts/data-table';
import { drawTile } from '@inlay/charts/draw-tile';
import { createTheme } from '@inlay/charts/theme/create-theme';
import { render, type VNode } from 'preact';

/** Draws into a box what the server would have painted there: the chart, and beside it its numbers as a table. */
export function drawCharts(
  box: Element,
  props: Omit<ChartProps, 'theme'>,
  draw: (props: ChartProps) => VNode,
): void {
  const mode = getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light';
  const full = { ...props, theme: createTheme({ mode }) };
  render(
    <>
      {drawTile(full, draw)}
      {props.tile.kind === 'table' ? null : <DataTable {...props} />}
    </>,
    box,
  );
}
