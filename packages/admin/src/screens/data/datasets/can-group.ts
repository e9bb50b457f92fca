import type { DatasetColumn } from '@inlay/protocol/dataset';

/** Whether queries can group by a column: not by JSON, nor by floating-point numbers that are computed. */
export const canGroup = ({ type, expression }: Pick<DatasetColumn, 'type' | 'expression'>): boolean =>
  type !== 'json' && (type !== 'number' || expression === undefined);
