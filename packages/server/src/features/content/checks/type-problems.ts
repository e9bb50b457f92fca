import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { type Model, resolveColumn } from '../../../platform/query/model/model.ts';
import { type FieldUse, pathOfColumn } from '../visibility/field-uses.ts';

const TYPES = { date: ['date', 'datetime'], text: ['string'] };

/** Columns of another type than their part of the content requires. */
export function typeProblems(use: FieldUse, model: Model): readonly FieldProblem[] {
  if ('query' in use || !use.type) return [];
  const { columns, type } = use;
  return columns.flatMap((name, index) => {
    const own = resolveColumn(model, name)?.column.type;
    if (own === undefined || TYPES[type].includes(own)) return [];
    return [{ path: pathOfColumn(use, index), problem: `must be a ${type} column, but “${name}” is not` }];
  });
}
