import type { Variables } from '@inlay/protocol/frame-messages';
import type { Filter, QuerySpec, Scalar } from '@inlay/protocol/query';

const placeholder = /^\{\{\s*variables\.([A-Za-z_][A-Za-z0-9_]{0,63})\s*\}\}$/;

/**
 * Replaces `{{ variables.region }}` in an author's filters with values of the host page. If a value is missing, the
 * result is empty, because dropping the filter would show more than intended (ADR 151).
 */
export function fillVariables(
  filters: readonly Filter[],
  variables: Variables,
): readonly Filter[] | undefined {
  let missing = false;
  const fill = (value: Scalar): Scalar => {
    const name = typeof value === 'string' ? placeholder.exec(value)?.[1] : undefined;
    if (name === undefined) return value;
    const given = Object.hasOwn(variables, name) ? variables[name] : undefined;
    if (given !== undefined && given !== null && given !== '') return given;
    missing = true;
    return value;
  };
  const filled = filters.map((filter): Filter => {
    if ('values' in filter) return { ...filter, values: filter.values.map(fill) };
    if ('from' in filter) return { ...filter, from: fill(filter.from), to: fill(filter.to) };
    return 'value' in filter ? ({ ...filter, value: fill(filter.value) } as Filter) : filter;
  });
  return missing ? undefined : filled;
}

/** `fillVariables` for groups of alternatives. */
export function fillGroups(
  groups: readonly (readonly Filter[])[],
  variables: Variables,
): readonly (readonly Filter[])[] | undefined {
  const filled = groups.flatMap((group) => {
    const filters = fillVariables(group, variables);
    return filters === undefined ? [] : [filters];
  });
  return filled.length === groups.length ? filled : undefined;
}

/** The query before the host page sets its variables; filters with variables match everything. */
export function withoutVariables(query: QuerySpec): QuerySpec {
  const open = (filter: Filter): Filter =>
    fillVariables([filter], {}) === undefined ? { column: filter.column, operator: 'is-set' } : filter;
  const { filters, anyOf } = query;
  return {
    ...query,
    ...(filters === undefined ? {} : { filters: filters.map(open) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map((group) => group.map(open)) }),
  };
}
