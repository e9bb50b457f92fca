import { Button } from '@inlay/ui/button';
import { CodeBlock } from '@inlay/ui/code-block';
import { ConfirmDialog } from '@inlay/ui/confirm-dialog';
import { useForm } from '@inlay/ui/form/use-form';
import { Notice } from '@inlay/ui/notice';
import { SaveBar } from '@inlay/ui/save-bar';
import { Skeleton } from '@inlay/ui/skeleton';
import { Tabs } from '@inlay/ui/tabs';
import { showToast } from '@inlay/ui/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { Screen } from '../../parts/screen.tsx';
import { Trouble } from '../../parts/trouble.tsx';
import { navigate } from '../../router.ts';
import { isDark } from '../../shell/theme.ts';
import { ConflictDialog } from '../content/conflict-dialog.tsx';
import { BrandCard } from './brand-card.tsx';
import { ColourGroups } from './colour-groups.tsx';
import { themeQuery } from './queries.ts';
import { ThemeBasics } from './theme-basics.tsx';
import {
  contentOf,
  type Mode,
  type NamedDraft,
  namedDraft,
  type ShownTheme,
  type ThemeDraft,
  versionOf,
} from './theme-draft.ts';
import { ThemePreview } from './theme-preview.tsx';

const back = { to: '/themes', title: 'Themes' };

export function ThemeScreen({ name }: { readonly name: string }): VNode {
  const isNew = name === 'new';
  const { data: theme, error, reload, replace } = useSnapshot(isNew ? undefined : themeQuery(name));
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
  const [mode, setMode] = useState<Mode>(
    theme?.mode === 'dark' || (theme?.mode !== 'light' && isDark()) ? 'dark' : 'light',
  );
  const [removing, setRemoving] = useState(false);
  const form = useForm<NamedDraft, ShownTheme>({
    initial: namedDraft(theme),
    version: theme && versionOf(theme),
    save: ({ name, ...draft }, _, version) =>
      api.put('/themes/{name}', {
        path: { name },
        body: contentOf(draft),
        headers: theme ? { 'if-match': `"${version}"` } : { 'if-none-match': '*' },
      }),
    onSaved: (saved, isSent) => {
      showToast(isSent ? `The theme ${saved.name} is saved.` : 'You have what they saved.');
      if (theme) onSaved(saved);
      else navigate(`/themes/${encodeURIComponent(saved.name)}`, { replace: true, unasked: true });
    },
    conflicts: theme && {
      load: () => api.get('/themes/{name}', { path: { name: theme.name } }),
      read: (saved) => ({ values: namedDraft(saved), version: versionOf(saved) }),
      byEntry: ['light', 'dark'],
    },
  });
  const draft = form.values;
  const change = (next: ThemeDraft) => form.set(next);
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
          <Button variant="primary" busy={form.busy} onClick={() => void form.submit()}>
            Create the theme
          </Button>
        )
      }
    >
      <form class="theme-page" {...form.props}>
        <div class="stack">
          {form.error && <Notice tone="bad">{form.error}</Notice>}
          <ThemeBasics
            form={form}
            isNew={theme === undefined}
            onMode={(chosen) => chosen !== 'auto' && setMode(chosen)}
          />
          <BrandCard draft={draft} onChange={change} />
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
            <ColourGroups draft={draft} mode={mode} onChange={change} />
          </section>
          {theme && <WearIt name={theme.name} />}
        </div>
        <div class="theme-aside">
          <ThemePreview draft={draft} mode={mode} />
        </div>
        {theme && form.isDirty && (
          <SaveBar busy={form.busy} onSave={() => void form.submit()} onDiscard={form.reset} />
        )}
      </form>
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
      {removing && theme && (
        <ConfirmDialog
          title={`Delete ${theme.name}?`}
          action="Delete the theme"
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            await api.delete('/themes/{name}', { path: { name: theme.name } });
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
