import type { Format } from '@inlay/protocol/format';
import { memberKey } from '@inlay/protocol/member-key';
import { remember } from '@inlay/protocol/remember';
import type { Cell, ResultColumn } from '@inlay/protocol/result';
import { columnFormat, toNumber } from '../../data/read-columns.ts';
import { maxSeries } from '../../data/read-series.ts';
import { formatCell, isOthers } from '../../format/format-cell.ts';
import type { Colored } from '../../theme/assign-fills.ts';
import type { ScatterProps } from './options.ts';

/** With more points, hit targets and names are omitted. */
export const mostNamed = 200;

export interface ScatterPoint {
  readonly row: number;
  readonly x: number;
  readonly y: number;
  readonly size: number | null;
  readonly name: string;
  readonly group: string;
}

export interface Points {
  readonly x: ResultColumn;
  readonly y: ResultColumn;
  readonly size: ResultColumn | undefined;
  /** The dimension that distinguishes the points. */
  readonly named: ResultColumn | undefined;
  readonly formats: {
    readonly x: Format | undefined;
    readonly y: Format | undefined;
    readonly size: Format | undefined;
  };
  readonly groups: readonly string[];
  /** What the color of each group stands for. */
  readonly colored: readonly Colored[];
  readonly points: readonly ScatterPoint[];
}

/** Two measures as axes, a third as size; the first dimension names a point, another colors it. */
export function readPoints(props: ScatterProps): Points | undefined {
  const { result, tile, locale } = props;
  const options = tile.options;
  const find = (name: string | undefined) => result.columns.find((column) => column.name === name);
  const measures = result.columns.filter((column) => column.role === 'measure' && !column.comparisonOf);
  const x = find(options?.x) ?? measures.find((column) => column.name !== options?.y?.[0]);
  const y = find(options?.y?.[0]) ?? measures.find((column) => column !== x);
  if (!x || !y) return undefined;
  const size =
    find(options?.size) ??
    (options?.size === undefined ? measures.find((column) => column !== x && column !== y) : undefined);
  const group = find(options?.series);
  const name = result.columns.find(
    (column) => column.role === 'dimension' && column !== group && column !== x,
  );
  const textOf = (column: ResultColumn | undefined) => {
    if (!column) return () => '';
    const format = columnFormat(column, options);
    const write = remember(1000, (cell: Cell) => formatCell(cell, column, format, locale));
    return (row: number) =>
      isOthers(column, row) ? locale.messages.other : write(column.values[row] ?? null);
  };
  const named = textOf(result.rowCount > mostNamed ? undefined : name);
  const grouped = textOf(group);
  const points: ScatterPoint[] = [];
  const groups = new Map<string, Colored>();
  for (let row = 0; row < result.rowCount; row += 1) {
    const [px, py] = [toNumber(x.values[row]), toNumber(y.values[row])];
    if (px === null || py === null) continue;
    const own = grouped(row);
    const isKept = groups.size < maxSeries || groups.has(own);
    const point = {
      row,
      x: px,
      y: py,
      size: size ? toNumber(size.values[row]) : null,
      name: named(row),
      group: isKept ? own : locale.messages.other,
    };
    if (!groups.has(point.group))
      groups.set(point.group, {
        name: point.group,
        isOther: !isKept || (group && isOthers(group, row)),
        member: group && memberKey(group.values[row]),
      });
    points.push(point);
  }
  const formats = {
    x: columnFormat(x, options),
    y: columnFormat(y, options),
    size: size && columnFormat(size, options),
  };
  const colored = [...groups.values()];
  return { x, y, size, named: name ?? group, formats, groups: [...groups.keys()], colored, points };
}

/** The name of a point in tooltips and menus. */
export function pointLabel({ name, group }: ScatterPoint): string {
  return [name, group].filter((text) => text !== '').join(' · ');
}
