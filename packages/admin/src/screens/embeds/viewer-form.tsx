import { Button } from '@inlay/ui/button';
import { Checkbox } from '@inlay/ui/checkbox';
import { Field } from '@inlay/ui/field';
import { Tabs } from '@inlay/ui/tabs';
import { signal } from '@preact/signals';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { ContextEditor } from '../../parts/context-editor.tsx';
import { type PreviewViewer, type Privilege, viewerContext, viewerOfJson } from './preview-context.ts';

interface ViewerFormProps {
  readonly appId: string;
  readonly first: PreviewViewer;
  readonly busy: boolean;
  readonly onShow: (context: object) => void;
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
    <form class="ui-card" onSubmit={show}>
      <Tabs
        label="How to write the context"
        tabs={[
          { key: 'form', title: 'Form' },
          { key: 'json', title: 'JSON' },
        ]}
        value={way}
        onChange={choose}
      />
      {presets.value.length > 0 && (
        <Field label="Saved users">
          <select
            class="ui-input ui-select"
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
          <fieldset class="ui-checkboxes">
            <legend class="ui-field-label">May do in {appId}</legend>
            {PRIVILEGES.map(([key, label]) => (
              <Checkbox
                key={key}
                label={label}
                checked={viewer.privileges.includes(key)}
                onChange={(checked) =>
                  setViewer({
                    ...viewer,
                    privileges: checked
                      ? [...viewer.privileges, key]
                      : viewer.privileges.filter((other) => other !== key),
                  })
                }
              />
            ))}
          </fieldset>
        </>
      ) : (
        <Field label="Context" hint="As embed_context, the claim that your server signs.">
          <textarea
            class="ui-input tall"
            spellcheck={false}
            value={json}
            onInput={(event) => setJson(event.currentTarget.value)}
          />
        </Field>
      )}
      {problem && <p class="ui-field-error">{problem}</p>}
      <div class="row">
        <Button variant="primary" type="submit" busy={busy}>
          Show as this user
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
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
