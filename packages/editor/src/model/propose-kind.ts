import type { TileKind } from '@inlay/charts/tile';
import type { Shape } from './shape-of.ts';

const fits: Readonly<Record<TileKind, (shape: Shape, dimensions: number) => boolean>> = {
  kpi: ({ measures, names }, dimensions) => measures >= 1 && names === 0 && dimensions <= 1,
  line: ({ measures }, dimensions) => measures >= 1 && (dimensions === 1 || dimensions === 2),
  area: ({ measures }, dimensions) => measures >= 1 && (dimensions === 1 || dimensions === 2),
  bar: ({ measures }, dimensions) => measures >= 1 && (dimensions === 1 || dimensions === 2),
  'bar-line': ({ measures }, dimensions) => measures >= 2 && dimensions === 1,
  leaderboard: ({ measures, names }, dimensions) => measures >= 1 && names === 1 && dimensions === 1,
  pie: ({ measures }, dimensions) => measures === 1 && dimensions === 1,
  scatter: ({ measures }, dimensions) => measures >= 2 && (dimensions === 1 || dimensions === 2),
  heatmap: ({ measures }, dimensions) => measures === 1 && dimensions === 2,
  waterfall: ({ measures }, dimensions) => measures === 1 && dimensions === 1,
  funnel: ({ measures, names }, dimensions) => measures === 1 && names === 1 && dimensions === 1,
  table: ({ measures }, dimensions) => measures + dimensions > 0,
};

/** In the order in which pickers show them. */
export const KINDS = Object.keys(fits) as readonly TileKind[];

/** Whether a kind can show a result of this shape. */
export const canShow = (kind: TileKind, shape: Shape): boolean =>
  fits[kind](shape, shape.times + shape.names);

/**
 * The kind that shows an answer of this shape best: a figure alone, a course over time, a comparison of names, how two
 * measures go together, where two dimensions meet. What no chart shows well is a table.
 */
export function proposeKind(shape: Shape): TileKind {
  const { times, names, measures, alike } = shape;
  if (measures === 0) return 'table';
  if (times + names === 0) return measures === 1 ? 'kpi' : 'table';
  if (times === 1 && names === 0) {
    if (measures > 4) return 'table';
    return alike ? 'line' : measures === 2 ? 'bar-line' : 'table';
  }
  if (names === 1 && times === 0) {
    if (measures === 1) return 'bar';
    if (!alike) return measures <= 3 ? 'scatter' : 'table';
    return measures <= 4 ? 'bar' : 'table';
  }
  if (times === 1 && names === 1) return measures === 1 ? 'line' : 'table';
  if (times + names === 2) {
    if (measures === 1) return 'heatmap';
    return measures <= 3 && times === 0 ? 'scatter' : 'table';
  }
  return 'table';
}
