import type { VNode } from 'preact';
import { chartKinds, chartOf, type TileKind } from './chart-kinds.ts';
import type { ChartProps } from './chart-props.ts';
import type { DrawChart } from './define-chart.ts';
import { drawTile } from './draw-tile.ts';
import { errorState, loadingState } from './parts/state.ts';
import type { Tile, TileOptions } from './tile.ts';

/** The input of a tile: `ChartProps` without what follows from its kind. */
export interface TileProps extends Omit<ChartProps, 'chart' | 'tile'> {
  readonly tile: Tile;
}

const drawings = new Map<TileKind, DrawChart<TileOptions>>();
const styles = new Map<TileKind, readonly string[]>();

/** Loads drawing code: of all kinds at server start, and in a browser of those on the page. */
export async function loadDrawings(kinds?: readonly TileKind[]): Promise<void> {
  const wanted = chartKinds.filter(({ kind }) => kinds?.includes(kind) ?? true);
  await Promise.all(
    wanted.map(async ({ kind, draw, style }) => {
      drawings.set(kind, await draw());
      if (style) styles.set(kind, await style());
    }),
  );
}

/** The CSS rules of kinds in addition to `chartCss`; by default of all loaded kinds. */
export const kindStyle = (kinds: Iterable<TileKind> = styles.keys()): string =>
  [...new Set([...kinds].flatMap((kind) => styles.get(kind) ?? []))].join('');

/**
 * Renders a tile from its result. Call `loadDrawings` first.
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

/** Shown if the result of a tile could not be loaded. */
export function TileError(props: TileProps & { readonly message?: string }): VNode {
  return errorState({ ...props, chart: chartOf(props.tile.kind) }, props.message);
}

/** Shown while the result of a tile is loading. */
export function TileLoading(props: Omit<TileProps, 'result'>): VNode {
  return loadingState({ ...props, chart: chartOf(props.tile.kind) });
}
