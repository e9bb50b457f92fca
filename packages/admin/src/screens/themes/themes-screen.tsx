import { createTheme } from '@inlay/charts/theme/create-theme';
import { seriesTokens } from '@inlay/charts/theme/tokens';
import type { Page } from '@inlay/protocol/pagination';
import { EmptyState } from '@inlay/ui/empty-state';
import type { VNode } from 'preact';
import { listPath } from '../../api/list-path.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Link } from '../../parts/link.tsx';
import { Listed } from '../../parts/listed.tsx';
import { Moment } from '../../parts/moment.tsx';
import { Screen } from '../../parts/screen.tsx';
import type { Mode, ShownTheme } from './theme-draft.ts';

export function ThemesScreen(): VNode {
  const themes = useAnswer<Page<ShownTheme>>(listPath('themes', []));
  const create = (
    <Link to="/themes/new" class="ui-button ui-button-primary">
      Create a theme
    </Link>
  );
  return (
    <Screen
      title="Themes"
      intro="Looks by name: colours and a font for light and dark, worn by apps, embeds and pages that ask for one."
      actions={create}
    >
      <Listed
        answer={themes}
        of="theme"
        lines={4}
        empty={
          <EmptyState title="No themes yet">
            <p>
              Embeds wear Inlay’s own colours until you make a look of yours. One colour is enough to begin:
              the rest is made from it, readable in light and in dark.
            </p>
            {create}
          </EmptyState>
        }
      >
        {(found) => (
          <ul class="app-grid">
            {found.map((theme) => (
              <li key={theme.name} class="app-card">
                <div class="ui-card-head">
                  <Link to={`/themes/${encodeURIComponent(theme.name)}`}>{theme.name}</Link>
                  <span class="small muted">
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

const modesOf = ({ mode = 'auto' }: ShownTheme): readonly Mode[] =>
  mode === 'auto' ? ['light', 'dark'] : [mode];

function Swatches({ theme, mode }: { readonly theme: ShownTheme; readonly mode: Mode }): VNode {
  const { tokens } = createTheme({ mode, overrides: theme[mode] ?? {} });
  return (
    <div
      class="swatches"
      style={{ background: tokens.surface }}
      role="img"
      aria-label={`Its colours, ${mode}`}
    >
      {seriesTokens.map((token) => (
        <span key={token} style={{ background: tokens[token] }} />
      ))}
    </div>
  );
}
