import type { VNode } from 'preact';
import type { ChartProps } from './chart-props.ts';
import { countCells } from './data/count-cells.ts';
import { readColumns, toNumber } from './data/read-columns.ts';
import { maxSeries } from './data/read-series.ts';
import { emptyState, tooMuchState, unfitState } from './parts/state.ts';

/** Past this, drawing costs more than a picture of it is worth. */
const mostValues = 50_000;
/** A value for each category and each series, whether there is one or not. */
const mostCells = 200_000;

/** Draws with the kind's own function, or says why there is nothing to draw. Browsers load one kind at a time. */
export function drawTile<Props extends ChartProps>(props: Props, draw: (props: Props) => VNode): VNode {
  const { chart, tile, result } = props;
  if (result.rowCount === 0) return emptyState(props);
  if (chart.isTable) return draw(props);
  const { measures } = readColumns(result, tile.options);
  if (measures.length === 0) return unfitState(props);
  if (result.rowCount * measures.length > mostValues)
    return tooMuchState(props, result.rowCount * measures.length);
  if (chart.isGrid && result.rowCount * maxSeries > mostCells) {
    const { categories, series } = countCells(result, tile.options);
    const cells = categories * Math.min(series, maxSeries);
    if (cells > mostCells) return tooMuchState(props, cells);
  }
  if (!measures.some((column) => column.values.some((cell) => toNumber(cell) !== null)))
    return emptyState(props);
  return draw(props);
}
