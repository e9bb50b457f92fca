import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { ChartProps } from '../../chart-props.ts';
import { columnFormat, readColumns } from '../../data/read-columns.ts';
import { formatRow, isNumeric, isTemporal } from '../../format/format-cell.ts';
import { layoutNames } from '../../layout/name-labels.ts';
import { fontSize } from '../../parts/chart-frame.ts';
import { shortName } from '../../parts/short-names.ts';

/** Whether the values of a column have an order of their own, so that labels of some explain the others. */
export const isOrdered = (column: ResultColumn | undefined): boolean =>
  column !== undefined && (isTemporal(column) || isNumeric(column));

/**
 * Whether columns and rows change places: time goes across and names down, whichever of them the author chose as X. Of
 * two lists of names, the author's stays across if it fits there; otherwise the one that fits, or the shorter one.
 */
export function isTurned(props: ChartProps): boolean {
  const { result, tile } = props;
  const { x, series, measures } = readColumns(result, tile.options);
  if (!x || !series || measures.length > 1) return false;
  // Without a place on the axis, rows would be lost.
  if (isOrdered(series) && series.values.includes(null)) return false;
  if (isTemporal(x) || isTemporal(series)) return !isTemporal(x);
  if (isOrdered(x) || isOrdered(series)) return !isOrdered(x);
  const turns = Number(
    !fitsAcross(props, x) && (fitsAcross(props, series) || distinct(series) < distinct(x)),
  );
  return (props.panel?.max('turned', turns) ?? turns) > 0;
}

/** The author's tile with X and series exchanged. */
export function turn(props: ChartProps): ChartProps {
  const { x, series } = readColumns(props.result, props.tile.options);
  if (!x || !series) return props;
  const options = { ...props.tile.options, x: series.name, series: x.name };
  return { ...props, tile: { ...props.tile, options } };
}

const distinct = ({ values }: ResultColumn) => new Set(values).size;

function fitsAcross(props: ChartProps, column: ResultColumn): boolean {
  const { tile, locale, size } = props;
  const rows = firstRows(column, props.result);
  // Names take about a quarter of the width.
  const step = (size.width * 0.75) / rows.length;
  if (step < 12) return false;
  const format = columnFormat(column, tile.options);
  const names = rows.map((row) => shortName(props, formatRow(row, column, format, locale)));
  return layoutNames(names, step, fontSize, size.height * 0.35) !== undefined;
}

function firstRows({ values }: ResultColumn, { rowCount }: QueryResult): readonly number[] {
  const first = new Map<unknown, number>();
  for (let row = 0; row < rowCount; row += 1) if (!first.has(values[row])) first.set(values[row], row);
  return [...first.values()];
}
