import type { DatasetColumn } from './dataset.ts';

/** Whether queries can group by a column: not by JSON, nor by floating-point numbers that are computed (ADR 317). */
export const canGroup = ({ type, expression }: Pick<DatasetColumn, 'type' | 'expression'>): boolean =>
  type !== 'json' && (type !== 'number' || expression === undefined);
