import type { VNode } from 'preact';
import type { ChartProps } from '../chart-props.ts';
import { formatFull } from '../format/format-number.ts';
import { truncate, wrap } from '../layout/fit-text.ts';
import { chartFrame } from './chart-frame.ts';
import { figureSize } from './figure-size.ts';
import { withLongNames } from './short-names.ts';
import { component, g, type Markup, path, px, rect, svgText } from './svg.ts';

/** A placeholder of the chart's size that says why there is nothing to draw and what to do next. */
export function emptyState(props: ChartProps): VNode {
  const text = props.locale.messages;
  return messageState(props, text.emptyTitle, props.narrowed === false ? text.emptyRows : text.emptyHint);
}

export function errorState(props: ChartProps, message?: string): VNode {
  const text = props.locale.messages;
  return messageState(props, text.errorTitle, message ?? text.errorHint);
}

export function tooMuchState(props: ChartProps, count: number): VNode {
  const text = props.locale.messages;
  return messageState(
    props,
    text.tooMuchTitle({ count, shown: formatFull(count, undefined, props.locale) }),
    text.tooMuchHint,
  );
}

export function unfitState(props: ChartProps, hint?: string): VNode {
  const text = props.locale.messages;
  return messageState(props, text.unfitTitle, hint ?? text.unfitHint);
}

function messageState(given: ChartProps, title: string, hint: string): VNode {
  const props = withLongNames(given);
  const { size, theme } = props;
  const width = Math.min(size.width - 16, 340);
  const titles = wrap(title, width, 14, 2, truncate);
  const hints = wrap(hint, width, 12, 4, truncate);
  const middle = size.width / 2;
  const roomy = size.height > 130;
  const top = size.height / 2 - (titles.length * 18 + hints.length * 16) / 2 + (roomy ? 26 : 10);
  return chartFrame(props, {
    summary: `${props.tile.title}. ${title}. ${hint}`,
    body: g(
      { 'text-anchor': 'middle' },
      roomy ? emblem(theme.colors.axis, middle, top - 44) : null,
      titles.map((line, row) =>
        svgText(middle, top + row * 18, line, { 'font-size': 14, 'font-weight': 600 }),
      ),
      hints.map((line, row) =>
        svgText(middle, top + titles.length * 18 + 4 + row * 16, line, { fill: theme.colors['text-muted'] }),
      ),
    ),
  });
}

function emblem(color: string, x: number, y: number): Markup | null {
  const d = [-12, -4, 4, 12]
    .map((offset, i) => `M${px(x + offset)} ${px(y + 14)}v${[-7, -14, -10, -20][i]}`)
    .join('');
  return path(`${d}M${px(x - 18)} ${px(y + 18.5)}h36`, {
    stroke: color,
    'stroke-width': 2,
    'stroke-linecap': 'round',
    fill: 'none',
  });
}

/** A placeholder of the final size while the result loads; the style sheet may animate it. */
export function loadingState(props: Omit<ChartProps, 'result'>): VNode {
  const { chart, theme, tile, locale } = props;
  const figure = chart.isCompact ?? false;
  const size = figure ? figureSize(props).size : props.size;
  const count = Math.max(4, Math.min(12, Math.floor(size.width / 56)));
  const step = size.width / count;
  return component(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'inlay-chart inlay-loading',
      viewBox: `0 0 ${size.width} ${size.height}`,
      width: size.width,
      height: size.height,
      role: 'img',
      'aria-label': `${tile.title}. ${locale.messages.loading}.`,
      'aria-busy': 'true',
      fill: theme.colors.track,
    },
    figure
      ? [rect(0, 4, size.width * 0.5, 36, { rx: 4 }), rect(0, 52, size.width * 0.35, 14, { rx: 4 })]
      : Array.from({ length: count }, (_, i) => {
          const height = (size.height - 28) * (0.35 + 0.5 * Math.abs(Math.sin(i * 1.7 + 1)));
          return rect(i * step + step * 0.14, size.height - 24 - height, step * 0.72, height, { rx: 3 });
        }),
    figure ? null : rect(0, size.height - 14, size.width, 8, { rx: 4 }),
  );
}
