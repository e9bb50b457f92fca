import { Button } from '@inlay/ui/controls/button';
import { ChoiceField } from '@inlay/ui/controls/choice-field';
import { Select } from '@inlay/ui/controls/select';
import { TextField } from '@inlay/ui/controls/text-field';
import { useForm } from '@inlay/ui/form/use-form';
import { Tabs } from '@inlay/ui/layout/tabs';
import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { ApiError } from '../../api/api-error.ts';
import type { Schemas } from '../../api/operations.ts';
import { useMessages } from '../../messages.ts';
import { ContextEditor } from '../../parts/form/context-editor.tsx';
import { type PreviewViewer, type Privilege, viewerContext, viewerOfJson } from './preview-context.ts';

interface ViewerFormProps {
  readonly appId: string;
  readonly first: PreviewViewer;
  readonly busy: boolean;
  /** On the button, unless it shows the preview. */
  readonly action?: string;
  readonly onShow: (context: Schemas['UserContext']) => void;
}

/** Kept in memory only, because a context may contain secrets. Signing out loads a new page. */
const presets = signal<readonly { readonly name: string; readonly json: string }[]>([]);

/** The last viewer in each app. */
const last = new Map<string, PreviewViewer>();

/** The viewer that a preview starts with: the last one in the app, or a sample. */
export const startingViewer = (appId: string, sample: PreviewViewer): PreviewViewer =>
  last.get(appId) ?? sample;

const PRIVILEGES: readonly Privilege[] = ['view', 'contribute', 'validate'];

interface ViewerValues {
  readonly format: 'form' | 'json';
  readonly viewer: PreviewViewer;
  readonly json: string;
}

/** The viewer of a preview: as a form, or as the JSON that a server would sign. */
export function ViewerForm({ appId, first, busy, action, onShow }: ViewerFormProps): VNode {
  const { viewer: t, privileges } = useMessages('admin');
  const written = ({ format, viewer, json }: ViewerValues): string =>
    format === 'json' ? json : JSON.stringify(viewerContext(viewer, appId), null, 2);
  const parse = (text: string): Schemas['UserContext'] => {
    try {
      return JSON.parse(text);
    } catch (error) {
      const problem = t.notJson({ message: (error as Error).message });
      throw new ApiError(0, problem, 0, [{ path: '/json', problem }]);
    }
  };
  const form = useForm<ViewerValues, void>({
    initial: { format: 'form', viewer: startingViewer(appId, first), json: '' },
    confirmLeave: false,
    save: async (values) => onShow(parse(written(values))),
  });
  const { format, viewer, json } = form.values;
  const setViewer = (next: PreviewViewer) => {
    last.set(appId, next);
    form.set({ viewer: next });
  };
  const choose = (next: ViewerValues['format']) => {
    if (next === 'json') return form.set({ format: next, json: written(form.values) });
    const read = viewerOfJson(json, appId);
    if (!read) return form.refuse([{ path: '/json', problem: t.notInForm }]);
    setViewer(read);
    form.set({ format: next });
  };
  const usePreset = (text: string) => {
    const read = viewerOfJson(text, appId);
    if (read) setViewer(read);
    form.set({ json: text, format: read && format === 'form' ? 'form' : 'json' });
  };
  const remember = () => {
    const text = written(form.values);
    const position = presets.value.length + 1;
    const name = viewerOfJson(text, appId)?.draft.username || t.unnamed({ position });
    presets.value = [...presets.value.filter((other) => other.name !== name), { name, json: text }];
  };
  return (
    <form class="ui-card" {...form.props}>
      <Tabs
        label={t.format}
        tabs={[
          { key: 'form', title: t.form },
          { key: 'json', title: t.json },
        ]}
        value={format}
        onChange={choose}
      />
      {presets.value.length > 0 && (
        <Select
          label={t.saved}
          value=""
          options={[
            { value: '', label: t.choose },
            ...presets.value.map(({ name }) => ({ value: name, label: name })),
          ]}
          onChange={(chosen) => {
            const preset = presets.value.find(({ name }) => name === chosen);
            if (preset) usePreset(preset.json);
          }}
        />
      )}
      {format === 'form' ? (
        <>
          <ContextEditor secrets value={viewer.draft} onChange={(draft) => setViewer({ ...viewer, draft })} />
          <ChoiceField
            label={t.privileges({ app: appId })}
            value={viewer.privileges}
            options={PRIVILEGES.map((value) => ({ value, label: privileges[value] }))}
            onChange={(chosen) =>
              setViewer({ ...viewer, privileges: PRIVILEGES.filter((each) => chosen.includes(each)) })
            }
          />
        </>
      ) : (
        <TextField {...form.field('json', { label: t.context })} mono lines={16} hint={t.contextHint} />
      )}
      <div class="ui-row">
        <Button variant="primary" type="submit" busy={busy}>
          {action ?? t.show}
        </Button>
        <Button variant="ghost" onClick={remember}>
          {t.remember}
        </Button>
      </div>
    </form>
  );
}
