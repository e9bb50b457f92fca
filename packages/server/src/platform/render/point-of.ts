import { chartOf } from '@inlay/charts/chart-kinds';
import { isOthers } from '@inlay/charts/format/format-cell';
import { rowsOfMark } from '@inlay/charts/rows-of-mark';
import { createTheme } from '@inlay/charts/theme/create-theme';
import type { TileProps } from '@inlay/charts/tile-chart';
import { type ChosenPoint, MAX_FILTER_VALUES, type PointRequest } from '@inlay/content/embed-api';
import type { ChosenValue } from '@inlay/protocol/frame-messages';
import type { Cell, ResultColumn } from '@inlay/protocol/result';

/** A mark by its label, in a drawing of this size. */
export type DrawnMark = Pick<PointRequest, 'label' | 'series'> &
  Required<Pick<PointRequest, 'width' | 'height'>>;

const theme = createTheme();

/** The row behind a selected mark, or the rows that are drawn together as "Other". */
export function pointOf(
  drawn: Pick<TileProps, 'tile' | 'result' | 'locale'>,
  { label, series, width, height }: DrawnMark,
): ChosenPoint | undefined {
  const { columns } = drawn.result;
  const mark = rowsOfMark(
    { ...drawn, chart: chartOf(drawn.tile.kind), theme, size: { width, height } },
    label,
    series,
  );
  if (!mark) return undefined;
  const { dimension, rows } = mark;
  const [first = 0] = rows;
  const rowAt = (row: number) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, values[row] ?? null]));
  const common = ({ values }: ResultColumn) =>
    rows.every((row) => values[row] === values[first]) ? (values[first] ?? null) : null;
  const value = chosenValue(dimension, rows);
  return {
    values: Object.fromEntries(columns.map((column) => [column.name, common(column)])),
    ...(rows.length > 1 ? { rows: rows.map(rowAt) } : {}),
    ...(value === undefined ? {} : { value }),
    dimension: {
      name: dimension.name,
      label: dimension.label,
      ...(dimension.grain === undefined ? {} : { grain: dimension.grain }),
    },
  };
}

/** The value that selects exactly these rows. A filter takes one period of time, not several. */
function chosenValue(dimension: ResultColumn, rows: readonly number[]): ChosenValue | undefined {
  const { values, grain } = dimension;
  const cellsOf = (list: readonly number[]): readonly Cell[] => [
    ...new Set(list.map((row) => values[row] ?? null)),
  ];
  const own = cellsOf(rows);
  const gathers = rows.some((row) => isOthers(dimension, row));
  if (own.length === 1 && !gathers) return own[0];
  if (grain !== undefined) return undefined;
  if (!gathers && own.length <= MAX_FILTER_VALUES) return { in: own };
  const chosen = new Set(rows);
  const rest = cellsOf(
    values.map((_, row) => row).filter((row) => !chosen.has(row) && !isOthers(dimension, row)),
  );
  return rest.length > 0 && rest.length <= MAX_FILTER_VALUES ? { notIn: rest } : undefined;
}
