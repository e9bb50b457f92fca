import type { VNode } from 'preact';
import { chartKinds, chartOf, type TileKind } from './chart-kinds.ts';
import type { ChartProps } from './chart-props.ts';
import type { DrawChart } from './define-chart.ts';
import { drawTile } from './draw-tile.ts';
import { errorState, loadingState } from './parts/state.ts';
import type { Tile, TileOptions } from './tile.ts';

/** What a tile is drawn from; `ChartProps` without what follows from its kind. */
export interface TileProps extends Omit<ChartProps, 'chart' | 'tile'> {
  readonly tile: Tile;
}

const drawings = new Map<TileKind, DrawChart<TileOptions>>();
const styles = new Map<TileKind, string>();

/** Loads how kinds are drawn: all of them on a server that starts, and in a browser those that a view shows. */
export async function loadDrawings(kinds?: readonly TileKind[]): Promise<void> {
  const wanted = chartKinds.filter(({ kind }) => kinds?.includes(kind) ?? true);
  await Promise.all(
    wanted.map(async ({ kind, draw, style }) => {
      drawings.set(kind, await draw());
      if (style) styles.set(kind, await style());
    }),
  );
}

/** The rules that kinds need besides `chartCss`, by default all that are loaded. A page that shows none goes without. */
export const kindStyle = (kinds: Iterable<TileKind> = styles.keys()): string =>
  [...new Set(kinds)].map((kind) => styles.get(kind) ?? '').join('');

/**
 * Draws a tile from its result. `loadDrawings` comes first.
 *
 * @example
 * await loadDrawings()
 * const locale = createLocale({ language: 'en-GB' })
 * renderToString(h(TileChart, { tile, result, theme: createTheme(), locale, size: { width: 640, height: 320 } }))
 */
export function TileChart(props: TileProps): VNode {
  const draw = drawings.get(props.tile.kind);
  if (!draw) throw new Error(`How to draw ${props.tile.kind} is not loaded.`);
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
