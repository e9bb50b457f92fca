import type { Format } from '@inlay/protocol/format';
import type { ResultColumn } from '@inlay/protocol/result';
import { authoredFormat, columnFormat, readColumns, toNumber } from '../../data/read-columns.ts';
import { byRank } from '../../data/read-ranking.ts';
import { readTarget, targetColumn } from '../../data/read-target.ts';
import { formatRow, isOthers, isTemporal } from '../../format/format-cell.ts';
import { unitOf } from '../../format/unit-of.ts';
import type { BulletProps } from './options.ts';

export interface Bullet {
  readonly row: number;
  /** Its place from the top. Panels of a shared scale have the same rows, some without a value. */
  readonly slot: number;
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
  readonly slots: number;
  /** The rows of panels that have no value. */
  readonly gaps: readonly Pick<Bullet, 'name' | 'slot'>[];
}

/** A value and its target for each row: the author's target, or else the second measure if it has the same unit. */
export function readBullets(props: BulletProps): Bullets | undefined {
  const { result, tile, locale, panel } = props;
  const { options } = tile;
  const { x, measures } = readColumns(result, options);
  const chosen = readTarget(result, options?.target);
  const measure = measures.find((column) => column !== chosen?.column);
  if (!measure) return undefined;
  const [, second] = measures;
  const unit = (column: ResultColumn) => unitOf(authoredFormat(column, options));
  const target = chosen ?? (second && unit(second) === unit(measure) ? targetColumn(second) : undefined);
  const count = x ? result.rowCount : 1;
  const rows: Omit<Bullet, 'slot'>[] = [];
  const gaps: Bullets['gaps'][number][] = [];
  for (let row = 0; row < count; row += 1) {
    const value = toNumber(measure.values[row]);
    const name = x ? formatRow(row, x, columnFormat(x, options), locale) : measure.label;
    if (value === null) gaps.push({ name, slot: row });
    else
      rows.push({
        row,
        name,
        value,
        target: target?.at(row) ?? null,
        isOther: x !== undefined && isOthers(x, row),
      });
  }
  const isAligned = panel !== undefined && options?.panelScales !== 'free';
  const isInOrder = isAligned || tile.query.sort !== undefined || (x !== undefined && isTemporal(x));
  const ordered = isInOrder ? rows : rows.sort(byRank);
  return {
    dimension: x,
    measure,
    format: columnFormat(measure, options),
    targets: target?.column,
    rows: ordered.map((each, index) => ({ ...each, slot: isAligned ? each.row : index })),
    slots: isAligned ? count : rows.length,
    gaps: isAligned ? gaps : [],
  };
}
