import { DATE_PRESETS, type DatePreset, type FilterControl } from '@inlay/protocol/filter-control';
import type { ChosenValue, FilterValue } from '@inlay/protocol/frame-messages';
import type { Grain, Scalar } from '@inlay/protocol/query';
import { type AppError, fieldsInvalid } from '../../../platform/errors.ts';
import type { MarkFilter, QueryFilter } from '../../../platform/query/plan/mark-filter.ts';
import { bucketDays } from '../../../platform/query/plan/period-days.ts';
import { isDate } from '../../../platform/time/zoned-time.ts';

export function filtersOfControl(control: FilterControl, value: FilterValue): readonly QueryFilter[] {
  if (value === null) return [];
  if (control.kind === 'hierarchy') {
    const path = Array.isArray(value) ? value : [value];
    // Without the values on its lower levels, it would show more than was chosen.
    if (path.length > control.levels.length || path.some((each) => typeof each === 'object' && each !== null))
      throw invalidFilter(
        control.id,
        `must be a list of at most ${control.levels.length} values, one per level`,
      );
    return filtersOfPath(control.levels, path);
  }
  if (control.kind === 'search') {
    const text = String(value);
    return text === '' ? [] : [{ column: control.column, operator: 'contains', value: text }];
  }
  if (control.kind !== 'date-range') return filtersOn(control.column, value);
  if (isPreset(value)) return [{ column: control.column, operator: 'in-period', period: value }];
  if (typeof value !== 'object' || Array.isArray(value))
    throw invalidFilter(control.id, `must be {"from", "to"} or one of ${DATE_PRESETS.join(', ')}`);
  return filtersOn(control.column, value);
}

/** One value for each level from the top; with a granularity, the start of a period. */
export function filtersOfPath(
  levels: readonly string[],
  path: readonly ChosenValue[],
  grain?: Grain,
): readonly QueryFilter[] {
  return path
    .slice(0, levels.length)
    .map((value, index) => filterOfPeriod(levels[index] as string, value, grain));
}

export function filtersOn(column: string, value: FilterValue): readonly QueryFilter[] {
  if (value === null) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [filterOfValue(column, { in: value })];
  if (typeof value !== 'object') return [filterOfValue(column, value)];
  const { from, to } = value as { readonly from?: Scalar; readonly to?: Scalar };
  if (from !== undefined && to !== undefined) return [{ column, operator: 'between', from, to }];
  if (from !== undefined) return [{ column, operator: 'greater-or-equal', value: from }];
  return to === undefined ? [] : [{ column, operator: 'less-or-equal', value: to }];
}

export function filterOfPeriod(column: string, value: ChosenValue, grain: Grain | undefined): QueryFilter {
  if (grain === undefined) return filterOfValue(column, value);
  if (grain === 'hour' || typeof value !== 'string') return { ...filterOfMark(column, value), grain };
  if (!isDate(value.slice(0, 10))) throw invalidFilter(column, 'requires a date as its value');
  // As days, which also bound the gaps that a chart by time fills, and the period that it is compared with.
  return { column, operator: 'between', ...bucketDays(value.slice(0, 10), grain) };
}

/** A plain filter where it has the same meaning: the days of a date filter also bound a chart by time. */
function filterOfValue(column: string, value: ChosenValue): QueryFilter {
  const mark = filterOfMark(column, value);
  const values = mark.values.filter((each) => each !== null);
  if (mark.operator === 'is-not' || values.length < mark.values.length) return mark;
  const [first] = values;
  return values.length === 1 && first !== undefined
    ? { column, operator: 'equals', value: first }
    : { column, operator: 'in', values };
}

/** Exactly the rows of a mark: the missing value and the empty text are two marks. */
function filterOfMark(column: string, value: ChosenValue): MarkFilter {
  if (value === null || typeof value !== 'object') return { column, operator: 'is', values: [value] };
  return 'in' in value
    ? { column, operator: 'is', values: value.in }
    : { column, operator: 'is-not', values: value.notIn };
}

export function invalidFilter(name: string, problem: string): AppError {
  return fieldsInvalid([{ path: `/filters/${name}`, problem }]);
}

export const isPreset = (value: FilterValue): value is DatePreset =>
  typeof value === 'string' && DATE_PRESETS.some((preset) => preset === value);
