import { h, type VNode } from 'preact';
import type { ChartProps } from '../chart-props.ts';
import { isRightToLeft } from '../format/locale.ts';
import { truncate } from '../layout/fit-text.ts';
import { focusSentences } from './focus.ts';
import { markRows } from './mark-rows.ts';
import type { Marks } from './marks.ts';
import { type Note, writeNotes } from './notes.ts';
import { headingRoom, sharedHeading } from './short-names.ts';
import { type Children, component, g, svgText } from './svg.ts';

export const fontSize = 12;
export const noteHeight = 20;

/** The room for the notes of a chart; those of panels are below all of them. */
export const noteRoom = ({ panel }: ChartProps, notes: readonly Note[]): number =>
  panel || writeNotes(notes) === undefined ? 0 : noteHeight;

export interface FrameContent extends Partial<Marks> {
  readonly summary: string;
  readonly notes?: readonly Note[];
  /** Names and colors that marks refer to by index. */
  readonly series?: readonly (readonly [name: string, color: string])[];
  /** Arrow keys move between marks; in a grid also between rows. */
  readonly keyboard?: 'grid';
  /** How the selected mark is highlighted besides its hit target: a line through it, dots on its values. */
  readonly highlight?: 'dots' | 'line dots' | undefined;
  readonly body: Children;
}

/**
 * The SVG element of every chart. Assistive technology reads the summary; the data is in the table next to it
 * (`DataTable`). A chart with marks is focusable, and focusing it loads the interaction code.
 */
export function chartFrame(props: ChartProps, content: FrameContent): VNode {
  // Never rendered: the chart of all panels puts their contents into one frame.
  if (props.panel) return h('g', { content }) as VNode;
  const { chart, theme, size, locale } = props;
  const rtl = isRightToLeft(locale);
  const { marks = [], dimension, split } = content;
  const above = headingRoom(props);
  const focusable = marks.length > 0;
  const note = writeNotes(content.notes ?? []);
  const rows = markRows(props.result, { marks, dimension, split }, props.tile.drillThrough !== undefined);
  return component(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      class: 'inlay-chart',
      viewBox: `0 ${-above} ${size.width} ${size.height + above}`,
      width: size.width,
      height: size.height + above,
      role: focusable ? 'graphics-document' : 'img',
      'aria-roledescription': locale.messages.kinds[chart.kind].name,
      'aria-label': [content.summary, ...focusSentences(props), ...(note ? [`${note}.`] : [])].join(' '),
      tabindex: focusable ? 0 : undefined,
      direction: rtl ? 'rtl' : undefined,
      'font-family': theme.font,
      'font-size': fontSize,
      fill: theme.colors.text,
      'aria-description': focusable ? props.action : undefined,
      'data-action': rows && props.action,
      'data-kind': chart.kind,
      'data-keys': content.keyboard,
      'data-highlight': content.highlight,
      'data-series': content.series ? JSON.stringify(content.series) : undefined,
      'data-rows': rows ? JSON.stringify(rows) : undefined,
    },
    g(
      { 'aria-hidden': 'true' },
      sharedHeading(props),
      content.body,
      note
        ? svgText(
            rtl ? size.width : 0,
            size.height - 5,
            truncate(note, size.width, 11),
            { fill: theme.colors['text-muted'], 'font-size': 11 },
            note,
          )
        : null,
      content.targets,
    ),
  );
}

/** What a kind drew for a panel; undefined if it drew something else than a chart. */
export const contentOf = ({ props }: VNode): FrameContent | undefined =>
  hasContent(props) ? props.content : undefined;

const hasContent = (props: object): props is { readonly content: FrameContent } => 'content' in props;
