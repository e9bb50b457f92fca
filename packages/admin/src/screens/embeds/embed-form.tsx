import type { EmbedTarget } from '@inlay/content/embed';
import type { Page } from '@inlay/protocol/pagination';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { Button } from '@inlay/ui/button';
import { CancelButton } from '@inlay/ui/cancel-button';
import { Checkbox } from '@inlay/ui/checkbox';
import { Field } from '@inlay/ui/field';
import { Notice } from '@inlay/ui/notice';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { canonical } from '../../api/canonical.ts';
import { contentOf, type ShownEmbed, type ShownItem } from '../../api/content.ts';
import type { Schemas } from '../../api/operations.ts';
import { type Query, query } from '../../api/query.ts';
import { useQuery } from '../../api/use-query.ts';
import { NextContentStep } from '../../parts/next-content-step.tsx';
import { useTask } from '../../parts/use-task.ts';
import { ConflictDialog } from '../content/conflict-dialog.tsx';
import { useSave } from '../content/use-save.ts';
import { ThemeField } from '../themes/theme-field.tsx';
import { draftOf, type EmbedDraft, embedOf, HIDEABLE } from './embed-draft.ts';
import { kindNames } from './kind-names.ts';

interface EmbedFormProps {
  readonly embed?: ShownEmbed;
  readonly target: EmbedTarget;
  readonly onDone: (embed: ShownEmbed) => void;
  readonly onCancel: () => void;
}

const lists = { tile: 'tiles', story: 'stories', dashboard: 'dashboards', builder: 'apps' } as const;

/** The same fields make an embed and change one. */
export function EmbedForm({ embed, target, onDone, onCancel }: EmbedFormProps): VNode {
  const [draft, setDraft] = useState(() => draftOf(embed, target));
  const [start, setStart] = useState(draft);
  useUnsaved(canonical(draft) !== canonical(start));
  const task = useTask();
  const { busy, error } = task;
  const set = (change: Partial<EmbedDraft>) => setDraft((former) => ({ ...former, ...change }));
  const problemAt = (path: string) =>
    error?.problems.find((problem) => problem.path.startsWith(path))?.problem;
  const path = { id: embed?.id ?? '' };
  const saving = useSave<ShownEmbed, Schemas['EmbedChange']>({
    read: () => api.get('/embeds/{id}', { path }),
    write: (body, headers) => api.patch('/embeds/{id}', { path, body, headers }),
    contentOf,
    revisionOf: ({ revision }) => revision ?? 0,
    task,
    done: () => 'The embed is saved.',
    onSaved: onDone,
  });
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const content = embedOf(draft, embed && contentOf(embed));
    if (embed) return void saving.save(embed, content);
    const named = draft.id === '' ? content : { id: draft.id, ...content };
    void task.run(async () => onDone(await api.post('/embeds', { body: named })));
  };
  const input = (name: 'title' | 'id' | 'alias' | 'ends' | 'height', more = {}) => (
    <input
      class="ui-input"
      autocomplete="off"
      value={draft[name]}
      onInput={(event) => set({ [name]: event.currentTarget.value })}
      {...more}
    />
  );
  return (
    <form class="stack" onSubmit={save}>
      <Target
        target={draft.target}
        problem={problemAt('/target')}
        onChange={(next) => set({ target: next })}
        onTitle={(title) => {
          const named = (former: EmbedDraft) => ({ ...former, title: former.title || title });
          setDraft(named);
          // A title copied from the content is not unsaved work.
          if (canonical(draft) === canonical(start)) setStart(named);
        }}
      />
      <Field label="Title" hint="For you: viewers see the title of the content." error={problemAt('/title')}>
        {input('title', { required: true, maxLength: 256 })}
      </Field>
      {!embed && (
        <Field
          label="Identifier"
          optional
          hint="What pages name. Made from the title if left empty."
          error={problemAt('/id')}
        >
          {input('id', { class: 'ui-input ui-mono' })}
        </Field>
      )}
      <details class="more" open={embed !== undefined || error !== undefined}>
        <summary>More: alias, allowed pages, end, size and look</summary>
        <div class="stack">
          <Field label="Alias" optional hint="A second name that pages may use." error={problemAt('/alias')}>
            {input('alias', { class: 'ui-input ui-mono' })}
          </Field>
          <Field
            label="Allowed pages"
            optional
            hint="Origins that can show it, one per line, such as https://app.example.com. If empty, Embed Settings apply."
            error={problemAt('/allowedOrigins')}
          >
            <textarea
              class="ui-input short"
              value={draft.origins}
              onInput={(event) => set({ origins: event.currentTarget.value })}
            />
          </Field>
          <div class="two">
            <Field
              label="Ends"
              optional
              hint="After this it is no longer shown."
              error={problemAt('/expiresAt')}
            >
              {input('ends', { type: 'datetime-local' })}
            </Field>
            <Field
              label="Height"
              optional
              hint="Pixels; else as high as its content."
              error={problemAt('/options')}
            >
              {input('height', { type: 'number', min: 50, max: 10000 })}
            </Field>
          </div>
          <ThemeField
            value={draft.theme}
            none="As the app says"
            error={problemAt('/theme/name')}
            onChange={(theme) => set({ theme })}
          />
          <div class="two">
            <Field label="Light or dark">
              <select
                class="ui-input ui-select"
                value={draft.mode}
                onChange={(event) => set({ mode: event.currentTarget.value as EmbedDraft['mode'] })}
              >
                <option value="">As the app says</option>
                <option value="light">Light</option>
                <option value="dark">Dark</option>
                <option value="auto">As the viewer's system</option>
              </select>
            </Field>
            <Field label="Accent colour" optional hint="Such as #1f6feb." error={problemAt('/theme/tokens')}>
              <input
                class="ui-input ui-mono"
                value={draft.accent}
                onInput={(event) => set({ accent: event.currentTarget.value })}
              />
            </Field>
          </div>
          <fieldset class="ui-checkboxes">
            <legend class="ui-field-label">Hide</legend>
            {HIDEABLE.map(([key, label]) => (
              <Checkbox
                key={key}
                label={label}
                checked={draft.hide.includes(key)}
                onChange={(checked) =>
                  set({
                    hide: checked ? [...draft.hide, key] : draft.hide.filter((other) => other !== key),
                  })
                }
              />
            ))}
          </fieldset>
        </div>
      </details>
      {draft.target.kind === 'builder' && (
        <Checkbox
          label="Viewers may keep changed copies of their own"
          checked={draft.personalCopies}
          onChange={(checked) => set({ personalCopies: checked })}
        />
      )}
      {error && <Notice tone="bad">{error.message}</Notice>}
      <div class="row end">
        <CancelButton onClick={onCancel} />
        <Button variant="primary" type="submit" busy={busy} disabled={draft.target.id === ''}>
          {embed ? 'Save' : 'Create the embed'}
        </Button>
      </div>
      {saving.conflict && <ConflictDialog conflict={saving.conflict} />}
    </form>
  );
}

interface TargetProps {
  readonly target: EmbedTarget;
  readonly problem: string | undefined;
  readonly onChange: (target: EmbedTarget) => void;
  /** What is chosen is called so. */
  readonly onTitle: (title: string) => void;
}

function Target({ target, problem, onChange, onTitle }: TargetProps): VNode {
  const list: Query<Page<ShownItem>> = query(`/${lists[target.kind]}`, { query: { limit: 200 } });
  const { data: page } = useQuery(list);
  const items = page?.data ?? [];
  const chosen = items.find(({ id }) => id === target.id)?.title;
  useEffect(() => {
    if (chosen !== undefined) onTitle(titleOutline(chosen));
  }, [chosen]);
  return (
    <div class="two">
      <Field label="Kind">
        <select
          class="ui-input ui-select"
          value={target.kind}
          onChange={(event) => onChange({ kind: event.currentTarget.value as EmbedTarget['kind'], id: '' })}
        >
          {Object.entries(kindNames).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <Field label={target.kind === 'builder' ? 'App' : 'Content'} error={problem}>
        <select
          class="ui-input ui-select"
          required
          value={target.id}
          onChange={(event) => onChange({ ...target, id: event.currentTarget.value })}
        >
          <option value="">Choose …</option>
          {target.id !== '' && !items.some(({ id }) => id === target.id) && (
            <option value={target.id}>{target.id}</option>
          )}
          {items.map((item) => (
            <option key={item.id} value={item.id}>
              {titleOutline(item.title)}
              {item.publishedVersion === null ? ' (not published yet)' : ''}
            </option>
          ))}
        </select>
      </Field>
      {page && items.length === 0 && (
        <p class="ui-field-hint span">
          <NextContentStep />
        </p>
      )}
    </div>
  );
}
