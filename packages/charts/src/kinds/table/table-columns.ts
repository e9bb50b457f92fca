import type { Format } from '@inlay/protocol/format';
import type { ResultColumn } from '@inlay/protocol/result';
import { columnFormat } from '../../data/read-columns.ts';
import { trendText } from '../../data/summarise.ts';
import { isNumeric } from '../../format/format-cell.ts';
import { isRightToLeft } from '../../format/locale.ts';
import { maxColumns } from '../../layout/table-limits.ts';
import { extentOf } from '../../layout/value-axis.ts';
import { sparkline } from '../../parts/sparkline.ts';
import { element, type Markup, path, plain, px } from '../../parts/svg.ts';
import { cellBars, hasBars } from './cell-bar.ts';
import { cellLinks } from './cell-link.ts';
import { maxPinned, type TableProps } from './options.ts';
import { type RowHistories, rowHistories } from './row-histories.ts';

/** A column of the drawn table. */
export interface TableColumn {
  readonly column: ResultColumn;
  readonly format: Format | undefined;
  readonly isNumber: boolean;
  /** The class of a pinned column. */
  readonly pin: string | undefined;
  readonly link?: ((row: number) => string | undefined) | undefined;
  readonly image?: ((row: number) => string | undefined) | undefined;
  readonly bar?: (row: number, tone: Tone) => Markup | null;
  readonly sparkline?: Sparkline | undefined;
}

/** The lines of a measure over time, in a column after its values. */
interface Sparkline {
  /** The time that they cover. */
  readonly span: string;
  readonly line: (row: number) => Markup | undefined;
}

type Tone = 'good' | 'warning' | 'bad' | undefined;

export function readTableColumns(props: TableProps, rows: readonly number[]): readonly TableColumn[] {
  const { result, tile, linkHosts = [], imageHosts = [] } = props;
  const { options } = tile;
  const columns = result.columns.slice(0, maxColumns);
  // With all columns pinned, none could scroll.
  const pinned = Math.min(options?.pinned ?? 0, maxPinned, columns.length - 1);
  const histories = historiesOf(props);
  return columns.map((column, index): TableColumn => {
    const isNumber = isNumeric(column) && column.role === 'measure';
    const template = options?.links?.[column.name];
    const image = options?.images?.[column.name];
    const isDrawn = isNumber && options?.sparklines?.measures.includes(column.name);
    return {
      column,
      format: columnFormat(column, options),
      isNumber,
      pin: index < pinned ? pinClass(index, pinned) : undefined,
      link: template === undefined ? undefined : cellLinks(template, result, linkHosts),
      image: image === undefined ? undefined : cellLinks(image, result, imageHosts),
      sparkline: isDrawn && histories ? sparklineOf(props, column, histories, rows) : undefined,
      ...(isNumber && hasBars(column, options) && { bar: barsOf(props, column) }),
    };
  });
}

/** Pinned columns have equal widths, so that CSS knows their positions. */
function pinClass(index: number, pinned: number): string {
  const own = index === 0 ? 'inlay-pin' : `inlay-pin inlay-pin-${index + 1}`;
  return index === pinned - 1 ? `${own} inlay-pin-last` : own;
}

/** A bar below the value of each cell. An SVG, because pages allow no style attributes. */
function barsOf({ theme, locale }: TableProps, column: ResultColumn): NonNullable<TableColumn['bar']> {
  const { zero, bar } = cellBars(column);
  const at = (x: number, width: number) => px(100 * (isRightToLeft(locale) ? 1 - x - width : x));
  const line =
    zero > 0
      ? path(`M${at(zero, 0)} 0v4`, { stroke: theme.colors.axis, 'vector-effect': 'non-scaling-stroke' })
      : null;
  return (row, tone) => {
    const found = bar(row);
    if (!found) return null;
    const fill = theme.colors[tone ?? (found.isNegative ? 'bad' : 'accent')];
    return element(
      'svg',
      {
        ...{ class: 'inlay-cell-bar', width: '100%', height: 4, viewBox: '0 0 100 4' },
        ...{ preserveAspectRatio: 'none', 'aria-hidden': 'true' },
      },
      path(`M${at(found.x, found.width)} 0h${px(100 * found.width)}v4h${px(-100 * found.width)}z`, { fill }),
      line,
    );
  };
}

function historiesOf({ result, history, tile, locale }: TableProps): RowHistories | undefined {
  const { sparklines } = tile.options ?? {};
  return sparklines && history ? rowHistories(result, history, sparklines.grain, locale) : undefined;
}

const lineWidth = 96;
const lineHeight = 20;

/** Drawn as in a KPI. The summary of a line chart is its text for screen readers and the tooltip. */
function sparklineOf(
  props: TableProps,
  column: ResultColumn,
  histories: RowHistories,
  rows: readonly number[],
): Sparkline {
  const { tile, locale } = props;
  const { span, incomplete } = histories;
  const format = columnFormat(column, tile.options);
  const values = new Map(rows.map((row) => [row, histories.valuesOf(row, column.name)]));
  const shared = tile.options?.sparklines?.sharedScale
    ? extentOf([...values.values()].filter((each) => each !== undefined))
    : undefined;
  return {
    span,
    line: (row) => {
      const own = values.get(row);
      if (!own) return undefined;
      const text = trendText(histories, { name: column.label, values: own, format }, locale);
      const box = { width: lineWidth, top: 0, bottom: lineHeight, stroke: 1.5, radius: 2.5 };
      return element(
        'svg',
        {
          ...{ class: 'inlay-sparkline', width: lineWidth, height: lineHeight, role: 'img' },
          viewBox: `0 0 ${lineWidth} ${lineHeight}`,
        },
        element('title', {}, plain(text)),
        sparkline(props, own, box, { incomplete: incomplete?.index, extent: shared }),
      );
    },
  };
}
