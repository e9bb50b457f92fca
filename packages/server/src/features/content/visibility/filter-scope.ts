import type { FilterControl } from '@inlay/protocol/filter-control';
import type { Reach } from '../../datasets/index.ts';
import { fieldUseOfFilter } from './field-uses.ts';
import type { FilterScope, VisibleContent } from './visible-content.ts';

/** The columns that a filter can set. */
export const columnsOfFilter = (filter: FilterControl): readonly string[] => {
  const use = fieldUseOfFilter(filter, 0);
  return 'columns' in use ? use.columns : [];
};

/** What a viewer may filter by. A hierarchy reaches a tile if its first level does. */
export function filterScope(reach: Reach): FilterScope {
  return {
    reaches: (filter, { datasetId }) => {
      const [column = ''] = columnsOfFilter(filter);
      return reach(datasetId, { datasetId: filter.datasetId, column }) !== undefined;
    },
    usable: usableBy((datasetId, column) => reach(datasetId, { datasetId, column }) !== undefined),
  };
}

/** Columns from the first up to one that the viewer may not filter by. */
export const usableBy =
  (canFilter: (datasetId: string, column: string) => boolean): FilterScope['usable'] =>
  (datasetId, columns) => {
    const end = columns.findIndex((column) => !canFilter(datasetId, column));
    return end < 0 ? columns : columns.slice(0, end);
  };

/** The datasets that decide which fields of the content a viewer may use. */
export function datasetsOfContent(content: VisibleContent): readonly string[] {
  if (content.kind === 'tile') return [content.tile.datasetId];
  const { filters = [], drill = [] } =
    content.kind === 'story' ? { ...content.story, drill: [] } : content.dashboard;
  return [...new Set([...filters, ...drill, ...content.tiles].map(({ datasetId }) => datasetId))];
}
