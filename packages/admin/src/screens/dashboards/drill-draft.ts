import type { DashboardContent } from '@inlay/content/dashboard';
import type { EditorDataset } from '@inlay/editor/editor-backend';

export type Drill = NonNullable<DashboardContent['drill']>[number];

/** Names are what people go down by; numbers and days only where there is nothing else. */
export function levelsOf({ id, columns }: EditorDataset): Pick<Drill, 'datasetId' | 'levels'> {
  const names = columns.filter(({ type }) => type === 'string');
  const levels = (names.length > 1 ? names : columns).slice(0, 2).map(({ name }) => name);
  return { datasetId: id, levels };
}

export function newDrill(drills: readonly Drill[], dataset: EditorDataset): Drill {
  const taken = new Set(drills.map(({ id }) => id));
  let number = drills.length + 1;
  while (taken.has(`drill-${number}`)) number += 1;
  const { datasetId, levels } = levelsOf(dataset);
  const label = dataset.columns.find(({ name }) => name === levels[0])?.label ?? dataset.name;
  return { id: `drill-${number}`, label, datasetId, levels };
}

/** What keeps a way down from being saved. */
export function drillProblem({ label, levels }: Drill): string | undefined {
  if (label.trim() === '') return 'Give each way down a label.';
  return new Set(levels).size === levels.length ? undefined : `“${label}” names a level twice.`;
}
