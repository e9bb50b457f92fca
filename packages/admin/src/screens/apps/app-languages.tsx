import type { Translations } from '@inlay/content/app';
import { Button } from '@inlay/ui/button';
import { EmptyState } from '@inlay/ui/empty-state';
import { Notice } from '@inlay/ui/notice';
import { SaveBar } from '@inlay/ui/save-bar';
import { Skeleton } from '@inlay/ui/skeleton';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { canonical } from '../../api/canonical.ts';
import { contentOf, type ShownApp } from '../../api/content.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { languageName, OTHER, SPOKEN } from '../../parts/languages.ts';
import { Trouble } from '../../parts/trouble.tsx';
import { useTask } from '../../parts/use-task.ts';
import { query, setQuery } from '../../router.ts';
import { ConflictDialog } from '../content/conflict-dialog.tsx';
import { PhraseTable } from './phrase-table.tsx';
import { useAppSave } from './use-app-save.ts';

const OFFERED = [...SPOKEN, 'pt-BR', ...OTHER].sort();

interface AppLanguagesProps {
  readonly app: ShownApp;
  readonly onSaved: (app: ShownApp) => void;
}

/** What viewers of other languages read in place of what authors wrote. */
export function AppLanguages({ app, onSaved }: AppLanguagesProps): VNode {
  const path = `apps/${encodeURIComponent(app.id)}`;
  const { data, error, reload } = useAnswer<{ readonly phrases: readonly string[] }>(`${path}/phrases`);
  // What was typed is measured against the app that it began with, which may be older than the one on the screen.
  const [base, setBase] = useState(app);
  const saved = base.translations ?? {};
  const [draft, setDraft] = useState<Translations>(saved);
  const dirty = canonical(draft) !== canonical(saved);
  const begin = (next: ShownApp) => {
    setBase(next);
    setDraft(next.translations ?? {});
  };
  if (!dirty && app !== base) begin(app);
  useUnsaved(dirty);
  const task = useTask();
  const done = 'The translations are saved: viewers read them from now on.';
  const saving = useAppSave(app.id, task, done, (next) => {
    begin(next);
    onSaved(next);
  });
  const languages = Object.keys(draft).sort();
  const asked = query.value.get('language');
  const language = languages.find((each) => each === asked) ?? languages[0];
  const save = () => {
    const { translations: _, ...rest } = contentOf(base);
    return saving.save(base, Object.keys(draft).length === 0 ? rest : { ...rest, translations: draft });
  };
  const add = (tag: string) => {
    setDraft({ ...draft, [tag]: {} });
    setQuery({ language: tag });
  };
  const set = (tag: string, phrases: Readonly<Record<string, string>>) =>
    setDraft({ ...draft, [tag]: phrases });
  const remove = (tag: string) => {
    const { [tag]: _, ...others } = draft;
    setDraft(others);
  };
  if (error) return <Trouble error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={4} />;
  if (data.phrases.length === 0) {
    return (
      <EmptyState title="Nothing to translate yet">
        <p>Titles, texts and labels of this app are listed here as soon as it has content.</p>
      </EmptyState>
    );
  }
  return (
    <div class="stack">
      <p class="muted">
        Viewers whose language is listed here read your translations; all others read what you wrote. Numbers
        and dates follow the language by themselves. Keep values like{' '}
        <code>{'{{ revenue | currency }}'}</code> as they are.
      </p>
      <div class="row">
        {language !== undefined && (
          <select
            class="ui-input ui-select"
            aria-label="Language"
            value={language}
            onChange={(event) => setQuery({ language: event.currentTarget.value })}
          >
            {languages.map((tag) => (
              <option key={tag} value={tag}>
                {languageName(tag)} ({countOf(data.phrases, draft[tag])} of {data.phrases.length})
              </option>
            ))}
          </select>
        )}
        <select
          class="ui-input ui-select"
          aria-label="Add a language"
          value=""
          onChange={(event) => add(event.currentTarget.value)}
        >
          <option value="">Add a language …</option>
          {OFFERED.filter((tag) => !languages.includes(tag)).map((tag) => (
            <option key={tag} value={tag}>
              {languageName(tag)}
            </option>
          ))}
        </select>
        {language !== undefined && (
          <Button onClick={() => remove(language)}>Remove {languageName(language)}</Button>
        )}
      </div>
      {task.error && <Notice tone="bad">{task.error.message}</Notice>}
      {language !== undefined && (
        <PhraseTable
          key={language}
          language={language}
          name={languageName(language)}
          phrases={data.phrases}
          translations={draft[language] ?? {}}
          onChange={(phrases) => set(language, phrases)}
        />
      )}
      {dirty && <SaveBar busy={task.busy} onSave={() => void save()} onDiscard={() => setDraft(saved)} />}
      {saving.conflict && <ConflictDialog conflict={saving.conflict} />}
    </div>
  );
}

const countOf = (phrases: readonly string[], translations: Readonly<Record<string, string>> = {}) =>
  phrases.filter((phrase) => Object.hasOwn(translations, phrase)).length;
