import type { ChartProps } from '../chart-props.ts';
import { bridgesOf, runsOf } from '../data/downsample.ts';
import { mirror } from '../layout/mirror.ts';
import { type Extent, extentOf, project } from '../layout/value-axis.ts';
import { cutIncomplete } from './dashed-line.ts';
import { endDot } from './end-dot.ts';
import { linePath } from './path-data.ts';
import { type Markup, path } from './svg.ts';

interface SparklineBox {
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  readonly stroke: number;
  readonly radius: number;
}

/** A line without axes, with a dot at its end. Gaps are bridged with dashes, and so is a period that is not over. */
export function sparkline(
  { theme, locale }: Pick<ChartProps, 'theme' | 'locale'>,
  values: readonly (number | null)[],
  box: SparklineBox,
  {
    incomplete,
    extent = extentOf([values]),
  }: { readonly incomplete?: number | undefined; readonly extent?: Extent | undefined } = {},
): readonly (Markup | null)[] {
  if (!extent) return [];
  const { width, top, bottom, radius } = box;
  const flow = mirror(locale, width);
  const isFlat = extent.min === extent.max;
  const y = isFlat ? () => (top + bottom) / 2 : project(extent, bottom - radius - 1, top + radius + 1);
  const x = (index: number) => 1 + (index / Math.max(1, values.length - 1)) * (width - 2 * radius - 1);
  const places = values.map((_, index) => index);
  const runs = runsOf(values, places, Math.round(width));
  const { runs: whole, segment } = cutIncomplete(runs, incomplete);
  const dashed = [...bridgesOf(runs), ...(segment ? [segment] : [])];
  const at = (index: number) => flow.x(x(index));
  const height = (index: number) => y(values[index] as number);
  const line = (drawn: readonly (readonly number[])[], more = {}) =>
    path(drawn.map((run) => linePath(run, at, height)).join(''), {
      fill: 'none',
      stroke: theme.colors.accent,
      'stroke-width': box.stroke,
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
      ...more,
    });
  const last = runs.at(-1)?.at(-1);
  // Periods are only a few pixels apart.
  const dash = `${box.stroke} ${2 * box.stroke}`;
  return [
    line(whole),
    line(dashed, { 'stroke-dasharray': dash }),
    last === undefined
      ? null
      : endDot({ theme }, flow.x(Math.max(radius, x(last))), height(last), {
          color: theme.colors.accent,
          isHollow: last === incomplete,
          radius,
        }),
  ];
}
