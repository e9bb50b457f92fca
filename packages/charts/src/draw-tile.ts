import type { VNode } from 'preact';
import type { ChartProps } from './chart-props.ts';
import { countCells } from './data/count-cells.ts';
import { panelColumn, withoutColumn } from './data/panel-column.ts';
import { readColumns, toNumber } from './data/read-columns.ts';
import { maxSeries } from './data/read-series.ts';
import { drawPanels } from './draw-panels.ts';
import { withFocus } from './parts/focus.ts';
import { withShortNames } from './parts/short-names.ts';
import { emptyState, tooMuchState, unfitState } from './parts/state.ts';

/** Beyond this number of rows, rendering is too expensive. */
const mostValues = 50_000;
/** The maximum number of category and series pairs, with or without a value. */
const mostCells = 200_000;

/** Draws a tile with the function of its kind, or a message that explains why nothing can be drawn. */
export function drawTile<Props extends ChartProps>(given: Props, draw: (props: Props) => VNode): VNode {
  const props = withFocus(given);
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
  const by = panelColumn(chart, tile.options, result);
  const refusal = chart.refuse?.(withoutColumn(result, by), tile.options);
  if (refusal) return unfitState(props, props.locale.messages[refusal.reason]);
  const named = withShortNames(props);
  return by ? drawPanels(named, by, draw) : draw(named);
}
