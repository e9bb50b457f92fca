import { contentOf, type ShownApp } from '../../api/content.ts';
import type { Task } from '../../parts/use-task.ts';
import { type Saving, useSave } from '../content/use-save.ts';

/** An app is changed in two places, its form and its languages: two translators do not get in each other's way. */
export function useAppSave(
  id: string,
  task: Task,
  done: string,
  onSaved: (app: ShownApp) => void,
): Saving<ShownApp> {
  return useSave<ShownApp>({
    path: `apps/${encodeURIComponent(id)}`,
    contentOf,
    revisionOf: ({ revision }) => revision ?? 0,
    byEntry: ['translations'],
    task,
    done: () => done,
    onSaved,
  });
}
