import type { BuilderColumn } from '@inlay/content/builder';
import { isTime } from '@inlay/editor/model/shape-of';
import type { FilterControl } from '@inlay/protocol/filter-control';

const NUMBERS: readonly BuilderColumn['type'][] = ['integer', 'decimal', 'number'];

export const isNumber = ({ type }: BuilderColumn): boolean => NUMBERS.includes(type);

/** The kinds of filter that suit a column, best first. */
export function kindsFor(
  column: BuilderColumn,
  columns: readonly BuilderColumn[],
): readonly FilterControl['kind'][] {
  if (isTime(column)) return ['date-range'];
  if (isNumber(column)) return ['slider', 'dropdown', 'multi-select'];
  const kinds = ['multi-select', 'dropdown', 'search'] as const;
  return levelsBelow(column, columns).length > 0 ? [...kinds, 'hierarchy'] : kinds;
}

/** The columns that can be a level below another in a hierarchy. */
export const levelsBelow = (
  column: BuilderColumn,
  columns: readonly BuilderColumn[],
): readonly BuilderColumn[] => columns.filter(({ name, type }) => type === 'string' && name !== column.name);
