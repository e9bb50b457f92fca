import { IconButton } from '@inlay/ui/icon-button';
import { openMenu } from '@inlay/ui/menu';
import type { VNode } from 'preact';
import { Link } from '../parts/link.tsx';
import { path } from '../router.ts';
import { passwordOpen } from '../session/password-open.ts';
import { me, signOut } from '../session/session.ts';
import { Mark } from './mark.tsx';
import { modifier } from './modifier.ts';
import { paletteOpen } from './palette-open.ts';
import { shortcutsOpen } from './shortcuts.ts';
import { isDark, themeChoice, toggleTheme } from './theme.ts';
import { views } from './views.ts';

export function Sidebar({ onFollow }: { readonly onFollow: () => void }): VNode {
  const groups = [...new Set(views.map(({ group }) => group))];
  return (
    <div class="sidebar-inner">
      <div class="brand">
        <Mark />
        <span>{location.hostname}</span>
      </div>
      <button
        type="button"
        class="palette-opener"
        onClick={() => {
          onFollow();
          paletteOpen.value = true;
        }}
      >
        <span>Go to …</span>
        <kbd>{modifier}K</kbd>
      </button>
      <nav aria-label="Main">
        {groups.map((group) => (
          <div key={group} class="nav-group">
            <div class="nav-title">{group}</div>
            {views
              .filter((view) => view.group === group)
              .map(({ title, to }) => (
                <Link
                  key={to}
                  to={to}
                  class="nav-link"
                  current={path.value === to || path.value.startsWith(`${to}/`)}
                  onFollow={onFollow}
                >
                  {title}
                </Link>
              ))}
          </div>
        ))}
        <div class="nav-group">
          <a class="nav-link" href="/api/docs" target="_blank" rel="noreferrer">
            API reference ↗
          </a>
        </div>
      </nav>
      <div class="account">
        <span class="account-name" title={me.value?.username}>
          {me.value?.username}
        </span>
        <IconButton
          icon="more"
          label="Account and theme"
          opens="menu"
          onClick={(event) => openAccountMenu(event.currentTarget)}
        />
      </div>
    </div>
  );
}

function openAccountMenu(button: HTMLButtonElement): void {
  openMenu(button, 'Account and theme', [
    { label: isDark() ? 'Light theme' : 'Dark theme', onChoose: toggleTheme },
    {
      label: "The system's theme",
      onChoose: () => {
        themeChoice.value = 'system';
      },
    },
    {
      label: 'Keyboard shortcuts',
      onChoose: () => {
        shortcutsOpen.value = true;
      },
    },
    {
      label: 'Change your password',
      apart: true,
      onChoose: () => {
        passwordOpen.value = true;
      },
    },
    { label: 'Sign out', onChoose: () => void signOut() },
  ]);
}
