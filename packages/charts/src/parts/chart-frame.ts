import type { VNode } from 'preact';
import type { ChartProps } from '../chart-props.ts';
import { isRightToLeft } from '../format/locale.ts';
import { truncate } from '../layout/fit-text.ts';
import { type Children, component, g, type Markup, words } from './svg.ts';

export const fontSize = 12;
export const noteHeight = 20;

interface FrameContent {
  readonly summary: string;
  readonly note?: string | undefined;
  /** Names and colours that marks refer to by index. */
  readonly series?: readonly (readonly [name: string, paint: string])[];
  readonly marks?: Markup | undefined;
  /** The marks are in the body. */
  readonly focusable?: boolean;
  readonly body: Children;
}

/**
 * The drawing around every chart. Assistive technology reads the summary; the numbers are in the table beside
 * it (`DataTable`). A chart with marks takes focus, which is also the sign to load its interaction.
 */
export function chartFrame(props: ChartProps, content: FrameContent): VNode {
  const { theme, size, locale, tile } = props;
  const rtl = isRightToLeft(locale);
  const focusable = content.focusable ?? content.marks !== undefined;
  return component(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'inlay-chart',
      viewBox: `0 0 ${size.width} ${size.height}`,
      width: size.width,
      height: size.height,
      role: focusable ? 'graphics-document' : 'img',
      'aria-roledescription': locale.words.kinds[tile.kind],
      'aria-label': content.summary,
      tabindex: focusable ? 0 : undefined,
      direction: rtl ? 'rtl' : undefined,
      'font-family': theme.font,
      'font-size': fontSize,
      fill: theme.paint.text,
      'data-kind': tile.kind,
      'data-series': content.series ? JSON.stringify(content.series) : undefined,
    },
    g(
      { 'aria-hidden': 'true' },
      content.body,
      content.note
        ? words(rtl ? size.width : 0, size.height - 5, truncate(content.note, size.width, 11), {
            fill: theme.paint['text-muted'],
            'font-size': 11,
          })
        : null,
      content.marks ?? null,
    ),
  );
}
