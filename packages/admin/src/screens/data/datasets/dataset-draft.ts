import type { DatasetDraft } from '@inlay/protocol/dataset';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import type { Schemas } from '../../../api/operations.ts';

export function draftOf(dataset: DatasetDto): DatasetDraft {
  return {
    name: dataset.name,
    connectionId: dataset.connectionId,
    workspaceId: dataset.workspaceId,
    source: dataset.source,
    columns: dataset.columns,
    measures: dataset.measures ?? [],
    relationships: dataset.relationships ?? [],
    segmented: dataset.segmented !== false,
    rowRules: dataset.rowRules ?? [],
    groupRules: dataset.groupRules ?? [],
    cacheSeconds: dataset.cacheSeconds ?? null,
  };
}

/** The body of a change: the API keeps nothing as null or as an empty list, but removes it. */
export function changeOf(changes: Partial<DatasetDraft>): Schemas['DatasetChange'] {
  return Object.fromEntries(
    Object.entries(changes).map(([field, value]) => [field, isEmpty(value) ? null : value]),
  );
}

/** The draft as `POST datasets/try` reads it. */
export function definitionOf(draft: DatasetDraft): Schemas['TryRequest']['dataset'] {
  const { name: _, connectionId, ...rest } = draft;
  const filled = Object.entries(rest).filter(([field, value]) => field === 'workspaceId' || !isEmpty(value));
  return { connectionId, ...Object.fromEntries(filled) };
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
