import type { Format } from '@inlay/protocol/format';
import type { ResultColumn } from '@inlay/protocol/result';
import { columnFormat, readColumns, toNumber } from '../../data/read-columns.ts';
import { byRank } from '../../data/read-ranking.ts';
import { readTarget, targetColumn } from '../../data/read-target.ts';
import { formatRow, isOthers, isTemporal } from '../../format/format-cell.ts';
import type { BulletProps } from './options.ts';

export interface Bullet {
  readonly row: number;
  readonly name: string;
  readonly value: number;
  readonly target: number | null;
  readonly isOther: boolean;
}

export interface Bullets {
  readonly dimension: ResultColumn | undefined;
  readonly measure: ResultColumn;
  readonly format: Format | undefined;
  /** The column of the targets, unless the author set one for all. */
  readonly targets: ResultColumn | undefined;
  readonly rows: readonly Bullet[];
}

/** A value and its target for each row: the author's target, or else the second measure. */
export function readBullets(props: BulletProps): Bullets | undefined {
  const { result, tile, locale } = props;
  const { options } = tile;
  const { x, measures } = readColumns(result, options);
  const chosen = readTarget(result, options?.target);
  const measure = measures.find((column) => column !== chosen?.column);
  if (!measure) return undefined;
  const [, second] = measures;
  const target = chosen ?? (second && targetColumn(second));
  const count = x ? result.rowCount : 1;
  const rows: Bullet[] = [];
  for (let row = 0; row < count; row += 1) {
    const value = toNumber(measure.values[row]);
    const name = x ? formatRow(row, x, columnFormat(x, options), locale) : measure.label;
    if (value !== null)
      rows.push({
        row,
        name,
        value,
        target: target?.at(row) ?? null,
        isOther: x !== undefined && isOthers(x, row),
      });
  }
  const isInOrder = tile.query.sort !== undefined || (x !== undefined && isTemporal(x));
  return {
    dimension: x,
    measure,
    format: columnFormat(measure, options),
    targets: target?.column,
    rows: isInOrder ? rows : rows.sort(byRank),
  };
}
