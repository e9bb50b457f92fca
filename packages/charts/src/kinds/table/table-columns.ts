import type { Format } from '@inlay/protocol/format';
import type { ResultColumn } from '@inlay/protocol/result';
import { columnFormat } from '../../data/read-columns.ts';
import { isNumeric } from '../../format/format-cell.ts';
import { isRightToLeft } from '../../format/locale.ts';
import { maxColumns } from '../../layout/table-limits.ts';
import { element, type Markup, path, px } from '../../parts/svg.ts';
import { cellBars, hasBars } from './cell-bar.ts';
import { cellLinks } from './cell-link.ts';
import { maxPinned, type TableProps } from './options.ts';

/** A column of the drawn table. */
export interface TableColumn {
  readonly column: ResultColumn;
  readonly format: Format | undefined;
  readonly isNumber: boolean;
  /** The class of a pinned column. */
  readonly pin: string | undefined;
  readonly link?: ((row: number) => string | undefined) | undefined;
  readonly bar?: (row: number, tone: Tone) => Markup | null;
}

type Tone = 'good' | 'warning' | 'bad' | undefined;

export function readTableColumns(props: TableProps): readonly TableColumn[] {
  const { result, tile, linkHosts = [] } = props;
  const { options } = tile;
  const columns = result.columns.slice(0, maxColumns);
  // With all columns pinned, none could scroll.
  const pinned = Math.min(options?.pinned ?? 0, maxPinned, columns.length - 1);
  return columns.map((column, index): TableColumn => {
    const isNumber = isNumeric(column) && column.role === 'measure';
    const template = options?.links?.[column.name];
    return {
      column,
      format: columnFormat(column, options),
      isNumber,
      pin: index < pinned ? pinClass(index, pinned) : undefined,
      link: template === undefined ? undefined : cellLinks(template, result, linkHosts),
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
