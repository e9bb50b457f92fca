import type { DashboardContent } from '@inlay/content/dashboard';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { DeniedFields } from './denied-fields.ts';
import { usableBy } from './filter-scope.ts';
import { usableFilter } from './visible-content.ts';

type Controls = Pick<DashboardContent, 'filters' | 'drill'>;

/** Filters and drill-downs without those on columns that are denied to the viewer, and without their lower levels. */
export function usableControls({ filters, drill }: Controls, denied: DeniedFields): Controls {
  const usable = usableBy((datasetId, name) => !denied.inQuery(datasetId, { name, kind: 'column' }));
  const left = filters?.flatMap((filter) => usableFilter(filter, { usable })).filter(isHierarchyOrOther);
  const ids = new Set(left?.map(({ id }) => id));
  return {
    ...(left && { filters: left.map((filter) => withoutDependencies(filter, ids)) }),
    ...(drill && {
      drill: drill.flatMap((each) => {
        const levels = usable(each.datasetId, each.levels);
        return levels.length > 1 ? [{ ...each, levels: [...levels] }] : [];
      }),
    }),
  };
}

/** A hierarchy that is saved has two levels at least. */
const isHierarchyOrOther = (filter: FilterControl) => filter.kind !== 'hierarchy' || filter.levels.length > 1;

function withoutDependencies(filter: FilterControl, ids: ReadonlySet<string>): FilterControl {
  const { dependsOn } = filter;
  if (!dependsOn || dependsOn.every((id) => ids.has(id))) return filter;
  return { ...filter, dependsOn: dependsOn.filter((id) => ids.has(id)) };
}
