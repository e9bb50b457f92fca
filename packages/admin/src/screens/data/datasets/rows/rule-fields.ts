import type { DatasetColumn, DatasetDraft } from '@inlay/protocol/dataset';
import type { DataModel } from '@inlay/protocol/model-api';
import type { Followable } from '@inlay/ui/conditions/condition-fields';
import { toOnePaths } from '../to-one-paths.ts';

/** Longer ways are rare; those of a file can be edited nevertheless. */
const MAX_STEPS = 3;

/** What row rules of a dataset can use: its columns, those of related datasets, and rows to follow. */
export interface RuleFields {
  readonly columns: readonly DatasetColumn[];
  readonly followable: readonly Followable[];
}

export function ruleFields(
  { columns, relationships }: Pick<DatasetDraft, 'columns' | 'relationships'>,
  model: DataModel | undefined,
): RuleFields {
  const paths = toOnePaths(relationships, model, MAX_STEPS);
  const related = paths.flatMap(({ path, label, dataset }) =>
    dataset.columns.map((column) => ({
      name: `${path}.${column.name}`,
      label: `${label} › ${column.label ?? column.name}`,
      type: column.type,
    })),
  );
  return { columns: [...columns, ...related], followable: paths };
}
