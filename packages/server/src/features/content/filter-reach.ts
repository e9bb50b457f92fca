import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Reach } from '../datasets/index.ts';
import { fieldUseOfFilter } from './field-uses.ts';
import type { Reaches, VisibleContent } from './visible-content.ts';

/** The columns that a filter can set. */
export const columnsOfFilter = (filter: FilterControl): readonly string[] => {
  const use = fieldUseOfFilter(filter, 0);
  return 'columns' in use ? use.columns : [];
};

/** Whether filters reach tiles: a hierarchy does if its first level does. */
export const filterReach =
  (reach: Reach): Reaches =>
  (filter, { datasetId }) => {
    const [column = ''] = columnsOfFilter(filter);
    return reach(datasetId, { datasetId: filter.datasetId, column }) !== undefined;
  };

/** The datasets that decide which filters of the content have an effect; none if it has no filters. */
export function filteredDatasets(content: VisibleContent): readonly string[] {
  if (content.kind === 'tile') return [];
  const { filters = [] } = content.kind === 'story' ? content.story : content.dashboard;
  if (filters.length === 0) return [];
  return [...new Set([...filters, ...content.tiles].map(({ datasetId }) => datasetId))];
}
