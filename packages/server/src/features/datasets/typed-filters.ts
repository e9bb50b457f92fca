import type { Scalar } from '@inlay/protocol/query';
import { type Model, resolveColumn } from '../../platform/query/model/model.ts';
import type { QueryFilter } from '../../platform/query/plan/mark-filter.ts';

/** URLs and forms contain only text: converts `5` on a number column to a number. */
export function typedFilters<F extends QueryFilter>(filters: readonly F[], model: Model): readonly F[] {
  return filters.map((filter): F => {
    const type = resolveColumn(model, filter.column)?.column.type;
    if (type !== 'integer' && type !== 'decimal' && type !== 'number' && type !== 'boolean') return filter;
    const typed = (value: Scalar) => (type === 'boolean' ? asFlag(value) : asNumber(value));
    if ('values' in filter)
      return { ...filter, values: filter.values.map((value) => (value === null ? null : typed(value))) };
    if ('from' in filter) return { ...filter, from: typed(filter.from), to: typed(filter.to) };
    return 'value' in filter ? { ...filter, value: typed(filter.value) } : filter;
  });
}

function asFlag(value: Scalar): Scalar {
  return value === 'true' ? true : value === 'false' ? false : value;
}

/** Numbers that a double would round stay text: the plan keeps or refuses them. */
function asNumber(value: Scalar): Scalar {
  if (typeof value !== 'string' || !/^-?\d{1,15}(\.\d{1,15})?$/.test(value)) return value;
  const number = Number(value);
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? value : number;
}
