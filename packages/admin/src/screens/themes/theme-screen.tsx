import { lightTokens } from '@inlay/charts/theme/tokens';
import { Button } from '@inlay/ui/controls/button';
import { useForm } from '@inlay/ui/form/use-form';
import { CodeBlock } from '@inlay/ui/layout/code-block';
import { Notice } from '@inlay/ui/layout/notice';
import { SaveBar } from '@inlay/ui/layout/save-bar';
import { Skeleton } from '@inlay/ui/layout/skeleton';
import { Tabs } from '@inlay/ui/layout/tabs';
import { showToast } from '@inlay/ui/overlays/toast';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { api } from '../../api/api.ts';
import { useSnapshot } from '../../api/use-snapshot.ts';
import { useMessages } from '../../messages.ts';
import { ConflictDialog } from '../../parts/conflict/lazy-conflict-dialog.ts';
import { ConfirmButton } from '../../parts/form/confirm-button.tsx';
import { adoptStyles } from '../../parts/page/adopt-styles.ts';
import { Screen } from '../../parts/page/screen.tsx';
import { Trouble } from '../../parts/page/trouble.tsx';
import { navigate } from '../../router.ts';
import { isDark } from '../../shell/theme.ts';
import { brandTheme } from './brand-theme.ts';
import { ColorGroups } from './color-groups.tsx';
import { themeQuery } from './queries.ts';
import { ThemeBasics } from './theme-basics.tsx';
import {
  contentOf,
  type Mode,
  type NamedDraft,
  namedDraft,
  type SavedTheme,
  type ThemeDraft,
  versionOf,
} from './theme-draft.ts';
import { ThemePreview } from './theme-preview.tsx';
import css from './theme-screen.css?inline';

adoptStyles(css);

export function ThemeScreen({ name }: { readonly name: string }): VNode {
  const t = useMessages('tenant').themes;
  const isNew = name === 'new';
  const { data: theme, error, reload, replace } = useSnapshot(isNew ? undefined : themeQuery(name));
  if (isNew) return <ThemeEditor key="new" onSaved={() => {}} />;
  if (theme) return <ThemeEditor key={theme.name} theme={theme} onSaved={replace} />;
  return (
    <Screen title={t.theme} back={{ to: '/themes', title: t.title }}>
      {error ? <Trouble error={error} onRetry={reload} /> : <Skeleton lines={8} />}
    </Screen>
  );
}

interface ThemeEditorProps {
  readonly theme?: SavedTheme;
  readonly onSaved: (theme: SavedTheme) => void;
}

function ThemeEditor({ theme, onSaved }: ThemeEditorProps): VNode {
  const { edit: t, ...themes } = useMessages('tenant').themes;
  const [mode, setMode] = useState<Mode>(
    theme?.mode === 'dark' || (theme?.mode !== 'light' && isDark()) ? 'dark' : 'light',
  );
  const form = useForm<NamedDraft, SavedTheme>({
    initial: namedDraft(theme),
    version: theme && versionOf(theme),
    save: ({ name, ...draft }, _, version) =>
      api.put('/themes/{name}', {
        path: { name },
        body: contentOf(draft),
        headers: theme ? { 'if-match': `"${version}"` } : { 'if-none-match': '*' },
      }),
    onSaved: (saved, isSent) => {
      showToast(isSent ? t.saved({ name: saved.name }) : t.reloaded);
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
      title={theme?.name ?? themes.new}
      writes="settings:write"
      back={{ to: '/themes', title: themes.title }}
      intro={t.intro}
      actions={
        theme ? (
          <ConfirmButton
            label={t.delete}
            title={t.deleteTitle({ name: theme.name })}
            action={t.deleteTheme}
            onConfirm={async () => {
              await api.delete('/themes/{name}', { path: { name: theme.name } });
              navigate('/themes', { unasked: true });
              showToast(t.deleted({ name: theme.name }));
            }}
          >
            {t.deleteText}
          </ConfirmButton>
        ) : (
          <Button variant="primary" busy={form.busy} onClick={() => void form.submit()}>
            {themes.create}
          </Button>
        )
      }
    >
      <form class="theme-page" {...form.props}>
        <div class="ui-stack">
          {form.error && <Notice tone="bad">{form.error}</Notice>}
          <ThemeBasics
            form={form}
            isNew={theme === undefined}
            onMode={(chosen) => chosen !== 'auto' && setMode(chosen)}
          />
          <BrandCard draft={draft} onChange={change} />
          <section class="ui-card">
            <Tabs
              label={t.colors}
              tabs={[
                { key: 'light', title: t.light },
                { key: 'dark', title: t.dark },
              ]}
              value={mode}
              onChange={setMode}
            />
            <ColorGroups draft={draft} mode={mode} onChange={change} />
          </section>
          {theme && <ThemeUsage name={theme.name} />}
        </div>
        <div class="theme-aside">
          <ThemePreview draft={draft} mode={mode} />
        </div>
        {theme && form.isDirty && (
          <SaveBar busy={form.busy} onSave={() => void form.submit()} onDiscard={form.reset} />
        )}
      </form>
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </Screen>
  );
}

/** How to use a theme in an embed. */
function ThemeUsage({ name }: { readonly name: string }): VNode {
  const t = useMessages('tenant').themes.usage;
  return (
    <section class="ui-card">
      <div>
        <h2>{t.title}</h2>
        <p class="ui-muted">{t.hint}</p>
      </div>
      <CodeBlock title={t.script} code={`…/scripts/embedLauncher.js?id=…&token=…&theme=${name}`} />
      <CodeBlock title={t.sdk} code={`embed.setTheme('${name}');`} />
    </section>
  );
}

interface BrandCardProps {
  readonly draft: ThemeDraft;
  readonly onChange: (draft: ThemeDraft) => void;
}

/** Derives a theme from one color. */
function BrandCard({ draft, onChange }: BrandCardProps): VNode {
  const t = useMessages('tenant').themes.brand;
  const [brand, setBrand] = useState(draft.light.accent ?? lightTokens.accent);
  return (
    <section class="ui-card">
      <div>
        <h2>{t.title}</h2>
        <p class="ui-muted">{t.hint}</p>
      </div>
      <div class="ui-row">
        <input
          type="color"
          class="color-large"
          aria-label={t.title}
          value={brand}
          onInput={(event) => setBrand(event.currentTarget.value)}
        />
        <code>{brand}</code>
        <Button onClick={() => onChange(brandTheme(draft, brand))}>{t.apply}</Button>
      </div>
    </section>
  );
}
