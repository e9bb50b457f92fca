import type { ChartProps } from '../../chart-props.ts';
import { type Children, path } from '../../parts/svg.ts';

/** A bar of a period that is not over: faint, in a dashed outline. */
export function incompleteBar({ theme }: ChartProps, d: string, paint: string | undefined): Children {
  if (d === '') return null;
  return [
    // Gridlines would show through.
    path(d, { fill: theme.paint.surface, stroke: 'none' }),
    path(d, {
      fill: paint,
      'fill-opacity': 0.35,
      stroke: paint,
      'stroke-width': 1.25,
      'stroke-dasharray': '3 2.5',
    }),
  ];
}
