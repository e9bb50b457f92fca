import { createTheme } from '@inlay/charts/theme/create-theme';
import { seriesTokens } from '@inlay/charts/theme/tokens';
import { EmptyState } from '@inlay/ui/layout/empty-state';
import type { VNode } from 'preact';
import { useQuery } from '../../api/use-query.ts';
import { useMessages } from '../../messages.ts';
import { Listed } from '../../parts/list/listed.tsx';
import { Screen } from '../../parts/page/screen.tsx';
import { Link } from '../../parts/text/link.tsx';
import { Moment } from '../../parts/text/moment.tsx';
import { query } from '../../router.ts';
import { can } from '../../session/can.ts';
import { themeList } from './queries.ts';
import type { Mode, SavedTheme } from './theme-draft.ts';

export function ThemesScreen(): VNode {
  const t = useMessages('tenant').themes;
  const themes = useQuery(themeList(query.value));
  const create = can('settings:write') && (
    <Link to="/themes/new" class="ui-button ui-button-primary">
      {t.create}
    </Link>
  );
  return (
    <Screen title={t.title} intro={t.intro} actions={create}>
      <Listed
        query={themes}
        of={t.count}
        lines={4}
        empty={
          <EmptyState title={t.empty}>
            <p>{t.emptyText}</p>
            {create}
          </EmptyState>
        }
      >
        {(found) => (
          <ul class="app-grid">
            {found.map((theme) => (
              <li key={theme.name} class="ui-box app-card">
                <div class="ui-card-head">
                  <Link to={`/themes/${encodeURIComponent(theme.name)}`}>{theme.name}</Link>
                  <span class="ui-small ui-muted">
                    <Moment at={theme.updatedAt} />
                  </span>
                </div>
                {modesOf(theme).map((mode) => (
                  <Swatches key={mode} theme={theme} mode={mode} />
                ))}
              </li>
            ))}
          </ul>
        )}
      </Listed>
    </Screen>
  );
}

const modesOf = ({ mode = 'auto' }: SavedTheme): readonly Mode[] =>
  mode === 'auto' ? ['light', 'dark'] : [mode];

function Swatches({ theme, mode }: { readonly theme: SavedTheme; readonly mode: Mode }): VNode {
  const t = useMessages('tenant').themes;
  const { tokens } = createTheme({ mode, overrides: theme[mode] ?? {} });
  return (
    <div
      class="swatches"
      style={{ background: tokens.surface }}
      role="img"
      aria-label={mode === 'light' ? t.lightColors : t.darkColors}
    >
      {seriesTokens.map((token) => (
        <span key={token} style={{ background: tokens[token] }} />
      ))}
    </div>
  );
}
