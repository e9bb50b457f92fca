import type { Format } from '@inlay/protocol/format';
import type { VNode } from 'preact';
import { formatFull, formatShort } from '../../format/format-number.ts';
import { truncate, wrap } from '../../layout/fit-text.ts';
import { mirror } from '../../layout/mirror.ts';
import { textWidth } from '../../layout/text-width.ts';
import { changeOf } from '../../parts/change.ts';
import { chartFrame } from '../../parts/chart-frame.ts';
import { DESCENT, figureSize, LINE, TO_TEXT, widthSize } from '../../parts/figure-size.ts';
import { progressOf } from '../../parts/progress.ts';
import { sparkline } from '../../parts/sparkline.ts';
import { unfitState } from '../../parts/state.ts';
import { type Children, rect, svgText } from '../../parts/svg.ts';
import { toneOf } from '../../parts/thresholds.ts';
import type { KpiProps } from './options.ts';
import { type Figure, readFigure } from './read-figure.ts';

/**
 * One number with its comparison, its target and its history. Cards of a row have numbers of one size on one baseline,
 * whatever else is in them: both follow from their sizes alone, and a number that is too long is written shorter.
 */
export function kpiChart(given: KpiProps): VNode {
  const figure = readFigure(given);
  if (!figure) return unfitState(given);
  const { big, baseline, size: roomy } = figureSize(given);
  const props = { ...given, size: roomy };
  const { size, theme, locale, tile } = props;
  const flow = mirror(locale, size.width);
  const text = figure.value === null ? '–' : numberText(props, figure.value, figure.format, big);
  const change =
    figure.value === null ? undefined : changeOf(props, figure.value, figure.before, figure.format);
  const versus = figure.beforeLabel ? locale.messages.versus({ period: figure.beforeLabel }) : '';
  const changeText = change ? `${change.arrow} ${change.text}`.trim() : '';
  const changeWidth = change ? textWidth(changeText, 13, true) + 8 : 0;
  const besides = change ? versus : figure.period;
  // The comparison is next to the change, or below it if the tile is too narrow for both.
  const first = baseline + TO_TEXT;
  const under = change !== undefined && textWidth(besides, 13) > size.width - changeWidth;
  const start = under ? 0 : changeWidth;
  const top = under ? first + LINE : first;
  const most = Math.max(1, Math.floor((size.height - DESCENT - top) / LINE) + 1);
  const lines = besides === '' ? [] : wrap(besides, size.width - start, 13, Math.min(2, most));
  const line = Math.max(first, top + (lines.length - 1) * LINE);
  const aim = targetOf(props, figure);
  // In a low tile, the target replaces the comparison; without a comparison, the target is next to the number.
  const isAlone = aim !== undefined && (besides === '' || size.height < line + targetHeight);
  const drawnTarget = aim && targetBlock(props, aim, isAlone ? baseline + 12 : line + 13);
  const bottom = drawnTarget ? drawnTarget.bottom : line;
  const withSpark = figure.history.length > 1 && size.height >= 96 && bottom + 30 <= size.height;
  const tone = toneOf(figure.value, tile.options?.thresholds, figure.measure.name);
  const period = figure.period ? `, ${figure.period}` : '';
  const sign = { '▲': '+', '▼': '−', '': '' };
  return chartFrame(props, {
    summary: [
      `${tile.title}: ${text}${period}.`,
      ...(change ? [`${sign[change.arrow]}${change.text} ${versus}.`] : []),
      ...(aim ? [`${aim.progress}. ${aim.difference ? `${aim.difference}.` : ''}`.trim()] : []),
    ].join(' '),
    body: [
      svgText(flow.x(0), baseline, text, {
        // Even its shortest form may be too long.
        'font-size': Math.floor(Math.min(big, widthSize(size, text))),
        'font-weight': 600,
        'letter-spacing': flow.rtl ? undefined : '-.02em',
        fill: tone ? theme.colors[tone] : undefined,
      }),
      change && !isAlone
        ? svgText(flow.x(0), first, changeText, {
            'font-size': 13,
            'font-weight': 600,
            fill: change.color,
          })
        : null,
      isAlone
        ? null
        : lines.map((each, row) =>
            svgText(
              flow.x(start),
              top + row * LINE,
              each,
              { 'font-size': 13, fill: theme.colors['text-muted'] },
              besides,
            ),
          ),
      drawnTarget?.markup,
      withSpark ? history(props, figure, bottom + 11, size.height - 2) : null,
    ],
  });
}

/** Up to 99,999 in full, unless the card is too narrow for that. */
function numberText(
  { size, locale }: KpiProps,
  value: number,
  format: Format | undefined,
  fontSize: number,
): string {
  const full = formatFull(value, format, locale);
  const isLong = Math.abs(value) >= 100_000 || widthSize(size, full) < Math.max(fontSize, 24);
  return isLong ? formatShort(value, format, locale) : full;
}

/** The height of the bar and a line of text below it. */
const targetHeight = 38;

interface Aim {
  /** "84% of €1m target", or only the target if a share is meaningless. */
  readonly progress: string;
  readonly difference: string;
  readonly color: string;
  /** Positions of value and target on the bar, which ends at 1; undefined without a bar. */
  readonly bar: { readonly value: number; readonly target: number } | undefined;
}

function targetOf(props: KpiProps, { value, target, measure, format }: Figure): Aim | undefined {
  if (target === null) return undefined;
  const { theme, locale } = props;
  const alone = `${locale.messages.target}: ${formatShort(target, format, locale)}`;
  if (value === null)
    return { progress: alone, difference: '', color: theme.colors['text-muted'], bar: undefined };
  const aim = progressOf(props, value, target, { format, column: measure.name });
  const end = Math.max(value, target);
  return {
    progress:
      aim.share === undefined ? alone : locale.messages.ofTarget({ share: aim.share, target: aim.target }),
    difference: aim.difference,
    color: theme.colors[aim.tone],
    bar: aim.share === undefined ? undefined : { value: Math.max(0, value) / end, target: target / end },
  };
}

/** A thin bar up to the value with a tick at the target; below it the share and the difference. */
function targetBlock(
  { size, theme, locale }: KpiProps,
  { progress, difference, color, bar }: Aim,
  top: number,
): { readonly markup: Children; readonly bottom: number } {
  const flow = mirror(locale, size.width);
  const tick = bar ? Math.min(size.width - 2, bar.target * size.width - 1) : 0;
  const length = bar ? Math.max(2, bar.value * size.width) : 0;
  const line = top + (bar ? 20 : 13);
  const isWide = textWidth(progress, 13) + textWidth(difference, 13, true) + 14 <= size.width;
  const isTall = !isWide && difference !== '' && line + 21 <= size.height;
  const second = isTall ? line + 17 : line;
  return {
    bottom: second,
    markup: [
      bar
        ? [
            rect(0, top, size.width, 4, { rx: 2, fill: theme.colors.track }),
            rect(flow.left(0, length), top, length, 4, { rx: 2, fill: color }),
            rect(flow.left(tick, 2), top - 3, 2, 10, { rx: 1, fill: theme.colors.text }),
          ]
        : null,
      svgText(
        flow.x(0),
        line,
        truncate(progress, size.width, 13),
        { 'font-size': 13, fill: theme.colors['text-muted'] },
        progress,
      ),
      isWide || isTall
        ? svgText(
            flow.x(isWide ? size.width : 0),
            second,
            truncate(difference, size.width, 13, true),
            {
              'font-size': 13,
              'font-weight': 600,
              'text-anchor': isWide ? 'end' : undefined,
              fill: color,
            },
            difference,
          )
        : null,
    ],
  };
}

function history(
  props: KpiProps,
  { history: values, incomplete }: Figure,
  top: number,
  bottom: number,
): Children {
  if (bottom - top < 15) return null;
  const box = { width: props.size.width, top, bottom, stroke: 1.5, radius: 3 };
  return sparkline(props, values, box, { incomplete });
}
