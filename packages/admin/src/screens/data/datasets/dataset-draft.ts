import type { DatasetColumn, DatasetSource, Measure } from '@inlay/protocol/dataset';
import type { DatasetDto } from '@inlay/protocol/dataset-api';
import type { GroupRule, RowRule } from '@inlay/protocol/rule';
import type { Schemas } from '../../../api/operations.ts';

/** A dataset as its editor holds it: every list is there. */
export interface DatasetDraft {
  readonly name: string;
  readonly connectionId: string;
  readonly workspaceId: string | null;
  readonly source: DatasetSource;
  readonly columns: readonly DatasetColumn[];
  readonly measures: readonly Measure[];
  readonly segmented: boolean;
  readonly rowRules: readonly RowRule[];
  readonly groupRules: readonly GroupRule[];
  readonly cacheSeconds: number | null;
}

export type SetDraft = (change: Partial<DatasetDraft>) => void;

export function draftOf(dataset: DatasetDto): DatasetDraft {
  return {
    name: dataset.name,
    connectionId: dataset.connectionId,
    workspaceId: dataset.workspaceId,
    source: dataset.source,
    columns: dataset.columns,
    measures: dataset.measures ?? [],
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
