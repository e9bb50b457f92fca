import type { DashboardContent } from '@inlay/content/dashboard';
import type { EditorDataset } from '@inlay/editor/editor-backend';
import type { ContentMessages } from '@inlay/messages/content';

export type Drill = NonNullable<DashboardContent['drill']>[number];

/** Text columns make the best levels; numbers and days only where there is nothing else. */
export function levelsOf({ id, columns }: EditorDataset): Pick<Drill, 'datasetId' | 'levels'> {
  const texts = columns.filter(({ type }) => type === 'string');
  const levels = (texts.length > 1 ? texts : columns).slice(0, 2).map(({ name }) => name);
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

/** What keeps a drill-down from being saved. */
export function drillProblem(
  { label, levels }: Drill,
  t: ContentMessages['dashboards']['problems'],
): string | undefined {
  if (label.trim() === '') return t.drillLabel;
  return new Set(levels).size === levels.length ? undefined : t.drillLevels({ label });
}
