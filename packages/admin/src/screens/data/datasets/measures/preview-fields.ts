import { canGroup } from '@inlay/protocol/can-group';
import type { DatasetDraft } from '@inlay/protocol/dataset';
import type { DataModel } from '@inlay/protocol/model-api';
import type { ColumnType } from '@inlay/protocol/result';
import { toOnePaths } from '../to-one-paths.ts';

/** A column that a query can group by, under the name that the query uses. */
export interface PreviewField {
  readonly name: string;
  readonly label: string;
  readonly type: ColumnType;
  /** The relationships to it; absent for the dataset's own columns. */
  readonly path?: string;
}

/** Longer names are unreadable; queries may still use them. */
const MAX_STEPS = 2;

/** The dataset's columns, and those of datasets with at most one row for each of its rows. */
export function previewFields(
  { columns, relationships }: Pick<DatasetDraft, 'columns' | 'relationships'>,
  model: DataModel | undefined,
): readonly PreviewField[] {
  const own = columns.filter(canGroup).map(({ name, label, type }) => ({ name, label: label ?? name, type }));
  const related = toOnePaths(relationships, model, MAX_STEPS).flatMap(({ path, dataset }) =>
    dataset.columns.filter(canGroup).map(({ name, label, type }) => ({
      name: `${path}.${name}`,
      label: label ?? name,
      type,
      path,
    })),
  );
  return [...own, ...related];
}
