import { Button } from '@inlay/ui/button';
import { CodeBlock } from '@inlay/ui/code-block';
import { ConfirmDialog } from '@inlay/ui/confirm-dialog';
import { Notice } from '@inlay/ui/notice';
import { SaveBar } from '@inlay/ui/save-bar';
import { Skeleton } from '@inlay/ui/skeleton';
import { Tabs } from '@inlay/ui/tabs';
import { showToast } from '@inlay/ui/toast';
import { useUnsaved } from '@inlay/ui/use-unsaved';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { ask } from '../../api/ask.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { useTask } from '../../parts/use-task.ts';
import { navigate } from '../../router.ts';
import { isDark } from '../../shell/theme.ts';
import { BrandCard } from './brand-card.tsx';
import { ColourGroups } from './colour-groups.tsx';
import { ThemeBasics } from './theme-basics.tsx';
import { contentOf, draftOf, type Mode, type ShownTheme } from './theme-draft.ts';
import { ThemePreview } from './theme-preview.tsx';

const back = { to: '/themes', title: 'Themes' };
const pathOf = (name: string) => `themes/${encodeURIComponent(name)}`;

export function ThemeScreen({ id }: { readonly id: string }): VNode {
  const isNew = id === 'new';
  const { data: theme, error, reload, replace } = useAnswer<ShownTheme>(isNew ? undefined : pathOf(id));
  if (isNew) return <ThemeEditor key="new" onSaved={() => {}} />;
  if (theme) return <ThemeEditor key={theme.name} theme={theme} onSaved={replace} />;
  return (
    <Screen title="Theme" back={back}>
      {error ? <Trouble error={error} onRetry={reload} /> : <Skeleton lines={8} />}
    </Screen>
  );
}

interface ThemeEditorProps {
  readonly theme?: ShownTheme;
  readonly onSaved: (theme: ShownTheme) => void;
}

function ThemeEditor({ theme, onSaved }: ThemeEditorProps): VNode {
  const [name, setName] = useState('');
  const [draft, setDraft] = useState(() => draftOf(theme));
  const [mode, setMode] = useState<Mode>(
    theme?.mode === 'dark' || (theme?.mode !== 'light' && isDark()) ? 'dark' : 'light',
  );
  const form = useRef<HTMLFormElement>(null);
  const [removing, setRemoving] = useState(false);
  const { busy, error, run } = useTask();
  const dirty = name !== '' || JSON.stringify(draft) !== JSON.stringify(draftOf(theme));
  const saved = useUnsaved(dirty);
  const save = (over = theme && `"${Date.parse(theme.updatedAt)}"`) =>
    run(async () => {
      const only: Readonly<Record<string, string>> = over ? { 'if-match': over } : { 'if-none-match': '*' };
      const stored = await ask<ShownTheme>('PUT', pathOf(theme?.name ?? name), contentOf(draft), only);
      saved();
      showToast(`The theme ${stored.name} is saved.`);
      setDraft(draftOf(stored));
      if (theme) onSaved(stored);
      else navigate(`/themes/${encodeURIComponent(stored.name)}`, { replace: true, unasked: true });
    });
  const reread = ({ name: known }: ShownTheme) =>
    run(async () => {
      const theirs = await ask<ShownTheme>('GET', pathOf(known));
      setDraft(draftOf(theirs));
      onSaved(theirs);
    });
  return (
    <Screen
      wide
      title={theme?.name ?? 'A new theme'}
      back={back}
      intro="Change a colour and see it on charts at once. What could not be read is said, and cannot be saved."
      actions={
        theme ? (
          <Button variant="danger" onClick={() => setRemoving(true)}>
            Delete …
          </Button>
        ) : (
          <Button variant="primary" busy={busy} onClick={() => form.current?.requestSubmit()}>
            Create the theme
          </Button>
        )
      }
    >
      <form
        ref={form}
        class="theme-page"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div class="stack">
          {error && theme && error.status === 412 ? (
            <Notice tone="warning" title="Somebody else changed this theme meanwhile">
              <p>Read theirs and lose yours, or put yours in the place of theirs.</p>
              <span class="row">
                <Button onClick={() => void reread(theme)}>Read theirs</Button>
                <Button variant="danger" busy={busy} onClick={() => void save('*')}>
                  Keep mine
                </Button>
              </span>
            </Notice>
          ) : (
            error && <Notice tone="bad">{error.message}</Notice>
          )}
          <ThemeBasics
            draft={draft}
            name={theme ? undefined : name}
            onName={setName}
            onChange={(next) => {
              setDraft(next);
              if (next.mode !== 'auto') setMode(next.mode);
            }}
          />
          <BrandCard draft={draft} onChange={setDraft} />
          <section class="ui-card">
            <Tabs
              label="Which colours"
              tabs={[
                { key: 'light', title: 'Light' },
                { key: 'dark', title: 'Dark' },
              ]}
              value={mode}
              onChange={setMode}
            />
            <ColourGroups draft={draft} mode={mode} onChange={setDraft} />
          </section>
          {theme && <WearIt name={theme.name} />}
        </div>
        <div class="theme-aside">
          <ThemePreview draft={draft} mode={mode} />
        </div>
        {theme && dirty && (
          <SaveBar busy={busy} onSave={() => void save()} onDiscard={() => setDraft(draftOf(theme))} />
        )}
      </form>
      {removing && theme && (
        <ConfirmDialog
          title={`Delete ${theme.name}?`}
          action="Delete the theme"
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await ask('DELETE', pathOf(theme.name));
            saved();
            navigate('/themes', { unasked: true });
            showToast(`The theme ${theme.name} is deleted.`);
          }}
        >
          <p>Apps, embeds and pages that name it look as by default from then on.</p>
        </ConfirmDialog>
      )}
    </Screen>
  );
}

/** How to use a theme in an embed. */
function WearIt({ name }: { readonly name: string }): VNode {
  return (
    <section class="ui-card">
      <div>
        <h2>Wear it</h2>
        <p class="muted">
          Choose it in the settings of an app or an embed. A page may ask for it too, and its choice counts
          before theirs.
        </p>
      </div>
      <CodeBlock title="Script tag" code={`…/scripts/embedLauncher.js?id=…&token=…&theme=${name}`} />
      <CodeBlock title="On an embed that is open" code={`embed.setTheme('${name}');`} />
    </section>
  );
}
