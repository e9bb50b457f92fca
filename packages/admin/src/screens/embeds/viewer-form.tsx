import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Schemas } from '../../api/operations.ts';
import { Button } from '../../parts/button.tsx';
import { ContextEditor } from '../../parts/context-editor.tsx';
import { Field } from '../../parts/field.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { type PreviewViewer, type Privilege, viewerContext, viewerOfJson } from './preview-context.ts';

interface ViewerFormProps {
  readonly appId: string;
  readonly first: PreviewViewer;
  readonly busy: boolean;
  readonly onShow: (context: Schemas['UserContext']) => void;
}

/** Kept while the page is open, and nowhere else: a context may hold secrets. */
const presets = signal<readonly { readonly name: string; readonly json: string }[]>([]);

/** Who was looked as last in an app, so that the next look begins there. */
const last = new Map<string, PreviewViewer>();

const PRIVILEGES: readonly (readonly [Privilege, string])[] = [
  ['view', 'View'],
  ['contribute', 'Contribute'],
  ['validate', 'Validate'],
];

/** Who is looking: as a form, or as the JSON that a server would sign. */
export function ViewerForm({ appId, first, busy, onShow }: ViewerFormProps): VNode {
  const [way, setWay] = useState<'form' | 'json'>('form');
  const [viewer, remember] = useState(last.get(appId) ?? first);
  const setViewer = (next: PreviewViewer) => {
    last.set(appId, next);
    remember(next);
  };
  const [json, setJson] = useState('');
  const [problem, setProblem] = useState<string>();
  const written = () => (way === 'json' ? json : JSON.stringify(viewerContext(viewer, appId), null, 2));
  const choose = (next: 'form' | 'json') => {
    setProblem(undefined);
    if (next === 'json') setJson(written());
    else {
      const read = viewerOfJson(json, appId);
      if (!read) return setProblem('The form has no box for a part of this context: go on as JSON.');
      setViewer(read);
    }
    setWay(next);
  };
  const take = (text: string) => {
    const read = viewerOfJson(text, appId);
    if (read) setViewer(read);
    setJson(text);
    setWay(read && way === 'form' ? 'form' : 'json');
  };
  const show = (event: SubmitEvent) => {
    event.preventDefault();
    try {
      setProblem(undefined);
      onShow(JSON.parse(written()));
    } catch (error) {
      setProblem(`This is no JSON: ${(error as Error).message}`);
    }
  };
  return (
    <form class="card" onSubmit={show}>
      <Tabs
        label="How to write the context"
        tabs={[
          { key: 'form', title: 'Form' },
          { key: 'json', title: 'JSON' },
        ]}
        chosen={way}
        onChoose={choose}
      />
      {presets.value.length > 0 && (
        <Field label="Saved users">
          <select
            class="input select"
            value=""
            onChange={(event) => {
              const found = presets.value.find(({ name }) => name === event.currentTarget.value);
              if (found) take(found.json);
            }}
          >
            <option value="">Choose …</option>
            {presets.value.map(({ name }) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </Field>
      )}
      {way === 'form' ? (
        <>
          <ContextEditor secrets value={viewer.draft} onChange={(draft) => setViewer({ ...viewer, draft })} />
          <fieldset class="ticks">
            <legend class="field-label">May do in {appId}</legend>
            {PRIVILEGES.map(([key, label]) => (
              <label key={key} class="tick">
                <input
                  type="checkbox"
                  checked={viewer.privileges.includes(key)}
                  onChange={({ currentTarget: { checked } }) =>
                    setViewer({
                      ...viewer,
                      privileges: checked
                        ? [...viewer.privileges, key]
                        : viewer.privileges.filter((other) => other !== key),
                    })
                  }
                />
                <span>{label}</span>
              </label>
            ))}
          </fieldset>
        </>
      ) : (
        <Field label="Context" hint="As embed_context, the claim that your server signs.">
          <textarea
            class="input tall"
            spellcheck={false}
            value={json}
            onInput={(event) => setJson(event.currentTarget.value)}
          />
        </Field>
      )}
      {problem && <p class="field-problem">{problem}</p>}
      <div class="row">
        <Button kind="main" type="submit" busy={busy}>
          Show as this user
        </Button>
        <Button
          kind="quiet"
          onPress={() => {
            const text = written();
            const name = viewerOfJson(text, appId)?.draft.username || `User ${presets.value.length + 1}`;
            presets.value = [...presets.value.filter((other) => other.name !== name), { name, json: text }];
          }}
        >
          Keep for this visit
        </Button>
      </div>
    </form>
  );
}
