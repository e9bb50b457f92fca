import { chartKinds, chartOf, type TileKind } from '@inlay/charts/chart-kinds';
import type { ChartTraits } from '@inlay/charts/chart-traits';
import type { DataShape } from '@inlay/charts/data-shape';

const fitOf = (
  { fit, options }: Pick<ChartTraits, 'fit' | 'options'>,
  { panel, ...shape }: DataShape,
): number => fit(panel && 'panels' in options ? panel : shape);

/** Whether a kind can show a result of this shape. */
export const canShow = (kind: TileKind, shape: DataShape): boolean =>
  shape.times + shape.names + shape.measures > 0 && fitOf(chartOf(kind), shape) > 0;

/** The kind that fits a result of this shape best; ties go to the first in the picker. */
export function proposeKind(shape: DataShape): TileKind {
  const best = chartKinds.reduce((one, other) => (fitOf(other, shape) > fitOf(one, shape) ? other : one));
  return best.kind;
}

/** The kind of a tile without fields. */
export const emptyKind = proposeKind({ times: 0, names: 0, ordered: 0, measures: 0, alike: true });
