import { chartKinds, chartOf, type TileKind } from './chart-kinds.ts';
import type { FigureOf } from './define-chart.ts';
import type { FigureText } from './figure-text.ts';
import type { TileOptions } from './tile.ts';
import type { TileProps } from './tile-chart.ts';

const writers = new Map<TileKind, FigureOf<TileOptions>>();

/** Loads how kinds that show one number write it, at server start. */
export async function loadFigures(): Promise<void> {
  for (const { kind, figure } of chartKinds) if (figure) writers.set(kind, await figure());
}

/** The number of a tile in words, if its kind shows one and the result has it. Call `loadFigures` first. */
export function tileFigure(props: TileProps): FigureText | undefined {
  if (props.result.rowCount === 0) return undefined;
  return writers.get(props.tile.kind)?.({ ...props, chart: chartOf(props.tile.kind) });
}
