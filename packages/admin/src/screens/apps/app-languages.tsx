import { Button } from '@inlay/ui/controls/button';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import { Notice } from '@inlay/ui/layout/notice';
import { SaveBar } from '@inlay/ui/layout/save-bar';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import type { ShownApp } from '../../api/content.ts';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { ConflictDialog } from '../../parts/conflict/lazy-conflict-dialog.ts';
import { Trouble } from '../../parts/page/trouble.tsx';
import { languageName, OTHER, SPOKEN } from '../../parts/text/languages.ts';
import { Rich } from '../../parts/text/rich.tsx';
import { query, setQuery } from '../../router.ts';
import { PhraseTable } from './phrase-table.tsx';
import { phrasesOfApp } from './queries.ts';
import { useAppForm } from './use-app-form.ts';

const OFFERED = [...SPOKEN, 'pt-BR', ...OTHER].sort();

interface AppLanguagesProps {
  readonly app: ShownApp;
  readonly onSaved: (app: ShownApp) => void;
}

/** The translations of an app's content. */
export function AppLanguages({ app, onSaved }: AppLanguagesProps): VNode {
  const t = useMessages('content').apps.languages;
  const { theirsLoaded } = useMessages('admin').parts;
  const { data, error, reload } = useQuery(phrasesOfApp(app.id));
  const form = useAppForm({
    initial: app,
    onSaved: (saved, isSent) => {
      onSaved(saved);
      showToast(isSent ? t.saved : theirsLoaded);
    },
  });
  const { value: draft = {}, error: problem, onChange } = form.field('translations');
  const languages = Object.keys(draft).sort();
  const chosen = query.value.get('language');
  const language = languages.find((each) => each === chosen) ?? languages[0];
  const add = (tag: string) => {
    onChange({ ...draft, [tag]: {} });
    setQuery({ language: tag });
  };
  const remove = (tag: string) => {
    const { [tag]: _, ...others } = draft;
    onChange(Object.keys(others).length === 0 ? undefined : others);
  };
  if (error) return <Trouble error={error} onRetry={reload} />;
  if (!data) return <Skeleton lines={4} />;
  if (data.phrases.length === 0) {
    return (
      <EmptyState title={t.noneTitle}>
        <p>{t.none}</p>
      </EmptyState>
    );
  }
  return (
    <div class="ui-stack">
      <p class="ui-muted">
        <Rich text={t.intro} parts={{ example: <code>{'{{ revenue | currency }}'}</code> }} />
      </p>
      <div class="ui-row">
        {language !== undefined && (
          <select
            class="ui-input ui-select"
            aria-label={t.language}
            value={language}
            onChange={(event) => setQuery({ language: event.currentTarget.value })}
          >
            {languages.map((tag) => (
              <option key={tag} value={tag}>
                {t.progress({
                  language: languageName(tag),
                  done: countOf(data.phrases, draft[tag]),
                  all: data.phrases.length,
                })}
              </option>
            ))}
          </select>
        )}
        <select
          class="ui-input ui-select"
          aria-label={t.add}
          value=""
          onChange={(event) => add(event.currentTarget.value)}
        >
          <option value="">{t.add} …</option>
          {OFFERED.filter((tag) => !languages.includes(tag)).map((tag) => (
            <option key={tag} value={tag}>
              {languageName(tag)}
            </option>
          ))}
        </select>
        {language !== undefined && (
          <Button onClick={() => remove(language)}>{t.remove({ language: languageName(language) })}</Button>
        )}
      </div>
      {(problem ?? form.error) && <Notice tone="bad">{problem ?? form.error}</Notice>}
      {language !== undefined && (
        <PhraseTable
          key={language}
          language={language}
          name={languageName(language)}
          phrases={data.phrases}
          translations={draft[language] ?? {}}
          onChange={(phrases) => onChange({ ...draft, [language]: phrases })}
        />
      )}
      {form.isDirty && <SaveBar busy={form.busy} onSave={() => void form.submit()} onDiscard={form.reset} />}
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </div>
  );
}

const countOf = (phrases: readonly string[], translations: Readonly<Record<string, string>> = {}) =>
  phrases.filter((phrase) => Object.hasOwn(translations, phrase)).length;
