import type { ChartProps } from '../chart-props.ts';
import { type Attributes, circle, type Markup } from './svg.ts';

/** The dot of a value: at the end of a line, or alone between two gaps. Hollow for a period that is not over. */
export function endDot(
  { theme }: Pick<ChartProps, 'theme'>,
  x: number,
  y: number,
  {
    color,
    isHollow,
    radius = 3.5,
    shape = {},
  }: {
    readonly color: string;
    readonly isHollow: boolean;
    readonly radius?: number;
    readonly shape?: Attributes;
  },
): Markup {
  return circle(x, y, isHollow ? radius - 0.5 : radius, {
    fill: isHollow ? theme.colors.surface : color,
    stroke: isHollow ? color : theme.colors.surface,
    'stroke-width': isHollow ? 1.75 : 1.5,
    ...shape,
  });
}
