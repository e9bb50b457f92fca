import type { VNode } from 'preact';
import type { ChartProps } from '../../chart-props.ts';
import { runsOf } from '../../data/downsample.ts';
import { formatShort } from '../../format/format-number.ts';
import { truncate } from '../../layout/fit-text.ts';
import { mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import { extentOf, project } from '../../layout/value-axis.ts';
import { changeOf } from '../../parts/change.ts';
import { chartFrame } from '../../parts/chart-frame.ts';
import { areaPath, linePath } from '../../parts/path-data.ts';
import { unfitState } from '../../parts/state.ts';
import { circle, g, type Markup, path, words } from '../../parts/svg.ts';
import { toneOf } from '../../parts/thresholds.ts';
import { readFigure } from './read-figure.ts';

/** One figure, what it is compared with, and the way it came. */
export function kpiChart(props: ChartProps): VNode {
  const figure = readFigure(props);
  if (!figure) return unfitState(props);
  const { size, theme, locale, tile } = props;
  const flow = mirror(locale, size.width);
  const text = figure.value === null ? '–' : formatShort(figure.value, figure.format, locale);
  const withSpark = figure.history.length > 1 && size.height >= 96;
  const big = Math.max(18, Math.min(44, size.height * 0.38, (size.width - 4) / textWidth(text, 1, true)));
  const baseline = big * 0.95 + 2;
  const change =
    figure.value === null ? undefined : changeOf(props, figure.value, figure.before, figure.format);
  const versus = figure.beforeLabel ? locale.words.versus(figure.beforeLabel) : '';
  const changeText = change ? `${change.arrow} ${change.text}`.trim() : '';
  const changeWidth = change ? textWidth(changeText, 13, true) + 8 : 0;
  const besides = change ? versus : figure.period;
  // The comparison is next to the change, or below it if the tile is too narrow for both.
  const under =
    change !== undefined && textWidth(besides, 13) > size.width - changeWidth && size.height >= 112;
  const start = under ? 0 : changeWidth;
  const line = baseline + (under ? 42 : 24);
  const tone = toneOf(figure.value, tile.options?.thresholds, figure.measure.name);
  const period = figure.period ? `, ${figure.period}` : '';
  const sign = { '▲': '+', '▼': '−', '': '' };
  return chartFrame(props, {
    summary: `${tile.title}: ${text}${period}.${change ? ` ${sign[change.arrow]}${change.text} ${versus}.` : ''}`,
    body: [
      words(flow.x(0), baseline, text, {
        'font-size': Math.round(big),
        'font-weight': 600,
        'letter-spacing': flow.rtl ? undefined : '-.02em',
        fill: tone ? theme.paint[tone] : undefined,
      }),
      change
        ? words(flow.x(0), baseline + 24, changeText, {
            'font-size': 13,
            'font-weight': 600,
            fill: change.paint,
          })
        : null,
      words(
        flow.x(start),
        line,
        truncate(besides, size.width - start, 13),
        { 'font-size': 13, fill: theme.paint['text-muted'] },
        besides,
      ),
      withSpark ? sparkline(props, figure.history, line + 14, size.height - 4) : null,
    ],
  });
}

function sparkline(
  props: ChartProps,
  values: readonly (number | null)[],
  top: number,
  bottom: number,
): Markup | null {
  const { size, theme, locale } = props;
  const extent = extentOf([values]);
  if (!extent || bottom - top < 14) return null;
  const flow = mirror(locale, size.width);
  const flat = extent.min === extent.max;
  const y = flat ? () => (top + bottom) / 2 : project(extent, bottom - 3, top + 4);
  const x = (index: number) => 1 + (index / Math.max(1, values.length - 1)) * (size.width - 7);
  const places = values.map((_, index) => index);
  const runs = runsOf(values, places, Math.round(size.width));
  const last = runs.at(-1)?.at(-1);
  const at = (index: number) => flow.x(x(index));
  const height = (index: number) => y(values[index] as number);
  return g(
    {},
    path(runs.map((run) => areaPath(run, at, height, () => bottom)).join(''), {
      fill: theme.paint.accent,
      opacity: 0.1,
    }),
    path(runs.map((run) => linePath(run, at, height)).join(''), {
      fill: 'none',
      stroke: theme.paint.accent,
      'stroke-width': 1.75,
      'stroke-linejoin': 'round',
      'stroke-linecap': 'round',
    }),
    last !== undefined
      ? circle(at(last), height(last), 3, {
          fill: theme.paint.accent,
          stroke: theme.paint.surface,
          'stroke-width': 1.5,
        })
      : null,
  );
}
