import { type AppContent, NewAppSchema } from '@inlay/content/app';
import { useForm } from '@inlay/ui/form/use-form';
import { api } from '../../api/api.ts';
import { contentOf, type ShownApp } from '../../api/content.ts';
import { withId } from '../../parts/form/id-field.tsx';

interface AppFormOptions {
  /** None is created with these values. */
  readonly initial: ShownApp | AppContent;
  readonly onSaved: (app: ShownApp, isSent: boolean) => void;
}

/** An app is changed in two places, its form and its languages, where translators can work at the same time. */
export function useAppForm({ initial, onSaved }: AppFormOptions) {
  const app = 'revision' in initial ? initial : undefined;
  const path = { id: app?.id ?? '' };
  return useForm({
    schema: NewAppSchema,
    initial: app ? contentOf(app) : initial,
    version: app?.revision,
    save: (values, changes, version): Promise<ShownApp> =>
      app
        ? api.patch('/apps/{id}', { path, body: changes, headers: { 'if-match': `"${version}"` } })
        : api.post('/apps', { body: withId(values, values.title) }),
    onSaved,
    conflicts: app && {
      load: () => api.get('/apps/{id}', { path }),
      read: (shown) => ({ values: contentOf(shown), version: shown.revision }),
      byEntry: ['translations'],
    },
  });
}
