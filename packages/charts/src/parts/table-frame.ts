import type { VNode } from 'preact';
import type { ChartProps } from '../chart-props.ts';
import { isRightToLeft } from '../format/locale.ts';
import { component, element, type Markup, plain } from './svg.ts';

interface TableFrame {
  /** Of the kind or of an option, in addition to the one of all tables. */
  readonly class?: string | undefined;
  readonly page: number;
  readonly pages: number;
  readonly notes: readonly string[];
  /** Set if nothing in the table is focusable: it is then focusable itself, to be scrolled by keyboard. */
  readonly isRegion?: boolean;
}

/**
 * The box around a table, which scrolls above its footer. The footer has room for the buttons of further pages, which
 * come with the script.
 */
export function tableFrame({ chart, tile, locale }: ChartProps, frame: TableFrame, table: Markup): VNode {
  const { page, pages, notes } = frame;
  const region = frame.isRegion ? { tabindex: 0, role: 'region', 'aria-label': tile.title } : {};
  return component(
    'div',
    {
      class: frame.class === undefined ? 'inlay-table' : `inlay-table ${frame.class}`,
      dir: isRightToLeft(locale) ? 'rtl' : undefined,
      'data-kind': chart.kind,
      'data-page': page,
      'data-pages': pages,
    },
    element('div', { class: 'inlay-scroll', ...region }, table),
    notes.length > 0
      ? element(
          'div',
          { class: pages > 1 ? 'inlay-table-foot inlay-paged' : 'inlay-table-foot' },
          element('p', { class: 'inlay-table-note' }, plain(notes.join(' · '))),
        )
      : null,
  );
}
