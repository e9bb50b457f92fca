import type { ChartProps } from '../../chart-props.ts';
import { type Attributes, type Children, path } from '../../parts/svg.ts';

/** A bar of a period that is not over: faint, in a dashed outline. */
export function incompleteBar(
  { theme }: ChartProps,
  d: string,
  color: string | undefined,
  shape: Attributes = {},
): Children {
  if (d === '') return null;
  return [
    // Gridlines would show through.
    path(d, { fill: theme.colors.surface, stroke: 'none' }),
    path(d, {
      fill: color,
      'fill-opacity': 0.35,
      stroke: color,
      'stroke-width': 1.25,
      'stroke-dasharray': '3 2.5',
      ...shape,
    }),
  ];
}
