import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import { columnFormat } from '../../data/read-columns.ts';
import type { FlatTable } from '../../flat-table.ts';
import type { Locale } from '../../format/locale.ts';
import { columnsWithin } from './columns-within.ts';
import { cornerLabel, memberLabel, rowLabel } from './labels.ts';
import type { PivotTile } from './options.ts';
import { pivotFormats } from './pivot-formats.ts';
import { pivotHead } from './pivot-head.ts';
import { type Member, pathOf, readPivot } from './read-pivot.ts';

/** A table has a cell for each row and column, even without a value. */
const maxCells = 200_000;

/** A pivot table as files show it. */
export function flattenPivot(tile: PivotTile, result: QueryResult, locale: Locale): FlatTable {
  const whole = readPivot(tile, result, locale);
  const columns = columnsWithin(whole);
  const rows = whole.rows.slice(
    0,
    Math.floor(maxCells / Math.max(1, columns.length * whole.measures.length)),
  );
  const table = { ...whole, rows, columns };
  const { rowDimensions, columnDimensions, measures, total } = table;
  const { options = {} } = tile;
  const { openLevels = rowDimensions.length } = options;
  const formatOf = (dimension: ResultColumn | undefined) => dimension && columnFormat(dimension, options);
  const columnLabel = (member: Member) => {
    const dimension = columnDimensions[member.depth - 1];
    return memberLabel(member, dimension, formatOf(dimension), locale);
  };
  const label = (member: Member) =>
    rowLabel(table, member, formatOf(rowDimensions[member.depth - 1]), locale);
  const names: ResultColumn = {
    name: 'rows',
    label: cornerLabel(table),
    type: 'string',
    role: 'dimension',
    values: rows.map(label),
  };
  const formats = pivotFormats(measures, result, options);
  const cells = columns.flatMap((column, place) =>
    measures.map((measure, index): ResultColumn => {
      const { format: _, ...rest } = measure;
      const isTotal = column.depth < columnDimensions.length;
      const format = formats[index]?.[isTotal ? 'totals' : 'cells'];
      const path = pathOf(column).map(columnLabel);
      const total = isTotal ? [locale.messages.total] : [];
      const shown = measures.length > 1 || columnDimensions.length === 0 ? [measure.label] : [];
      return {
        ...rest,
        ...(format === undefined ? {} : { format }),
        name: `${place}:${measure.name}`,
        label: [...path, ...total, ...shown].join(' · '),
        values: rows.map((row) => table.cell(row, column, index) ?? null),
      };
    }),
  );
  const totals =
    total &&
    Object.fromEntries(
      cells.map(({ name }, place) => [
        name,
        table.cell(total, columns[Math.floor(place / measures.length)] as Member, place % measures.length) ??
          null,
      ]),
    );
  const truncated =
    result.truncated || rows.length < whole.rows.length || columns.length < whole.columns.length;
  return {
    result: {
      columns: [names, ...cells],
      rowCount: rows.length,
      truncated,
      ...(totals === undefined ? {} : { totals }),
    },
    ...(truncated ? { note: locale.messages.kinds['pivot-table'].missingCells } : {}),
    head: pivotHead(table, columnLabel, locale),
    rows: rows.map(({ depth, children }) => ({
      level: depth,
      isGroup: depth > 0 && children.length > 0,
      isHidden: depth > Math.max(1, openLevels),
    })),
  };
}
