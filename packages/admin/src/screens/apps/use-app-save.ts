import { api } from '../../api/api.ts';
import { contentOf, type ShownApp } from '../../api/content.ts';
import type { Schemas } from '../../api/operations.ts';
import type { Task } from '../../parts/use-task.ts';
import { type Saving, useSave } from '../content/use-save.ts';

/** An app is changed in two places, its form and its languages: two translators do not get in each other's way. */
export function useAppSave(
  id: string,
  task: Task,
  done: string,
  onSaved: (app: ShownApp) => void,
): Saving<ShownApp> {
  return useSave<ShownApp, Schemas['AppChange']>({
    read: () => api.get('/apps/{id}', { path: { id } }),
    write: (body, headers) => api.patch('/apps/{id}', { path: { id }, body, headers }),
    contentOf,
    revisionOf: ({ revision }) => revision ?? 0,
    byEntry: ['translations'],
    task,
    done: () => done,
    onSaved,
  });
}
