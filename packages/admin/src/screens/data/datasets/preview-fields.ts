import type { DatasetDraft, Relationship } from '@inlay/protocol/dataset';
import type { DataModel } from '@inlay/protocol/model-api';
import type { ColumnType } from '@inlay/protocol/result';

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
  const own = columns.map(({ name, label, type }) => ({ name, label: label ?? name, type }));
  const related = (from: readonly Relationship[], path: readonly string[]): readonly PreviewField[] =>
    from
      .filter(({ kind }) => kind !== 'one-to-many')
      .flatMap((relationship) => {
        const other = model?.datasets.find(({ id }) => id === relationship.dataset);
        if (!other || path.length >= MAX_STEPS) return [];
        const steps = [...path, relationship.name];
        const prefix = steps.join('.');
        return [
          ...other.columns.map(({ name, label, type }) => ({
            name: `${prefix}.${name}`,
            label: label ?? name,
            type,
            path: prefix,
          })),
          ...related(other.relationships, steps),
        ];
      });
  return [...own, ...related(relationships, [])].filter(({ type }) => type !== 'json');
}
