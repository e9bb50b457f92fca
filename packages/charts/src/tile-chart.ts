import type { VNode } from 'preact';
import { chartKinds, chartOf } from './chart-kinds.ts';
import type { ChartProps } from './chart-props.ts';
import { drawTile } from './draw-tile.ts';
import { errorState, loadingState } from './parts/state.ts';
import type { Tile } from './tile.ts';

/** What a tile is drawn from; `ChartProps` without what follows from its kind. */
export interface TileProps extends Omit<ChartProps, 'chart' | 'tile'> {
  readonly tile: Tile;
}

const drawings = new Map(
  await Promise.all(chartKinds.map(async (chart) => [chart.kind, await chart.draw()] as const)),
);

/**
 * Draws a tile from its result.
 *
 * @example
 * const locale = createLocale({ language: 'en-GB' })
 * renderToString(h(TileChart, { tile, result, theme: createTheme(), locale, size: { width: 640, height: 320 } }))
 */
export function TileChart(props: TileProps): VNode {
  const draw = drawings.get(props.tile.kind);
  if (!draw) throw new Error(`There is no drawing of ${props.tile.kind}.`);
  return drawTile({ ...props, chart: chartOf(props.tile.kind) }, draw);
}

/** In place of a tile whose result could not be read. */
export function TileError(props: TileProps & { readonly message?: string }): VNode {
  return errorState({ ...props, chart: chartOf(props.tile.kind) }, props.message);
}

/** In place of a tile whose result is on its way. */
export function TileLoading(props: Omit<TileProps, 'result'>): VNode {
  return loadingState({ ...props, chart: chartOf(props.tile.kind) });
}
