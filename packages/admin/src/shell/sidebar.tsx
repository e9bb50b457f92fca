import { IconButton } from '@inlay/ui/controls/icon-button';
import { openMenu } from '@inlay/ui/overlays/menu';
import type { VNode } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { adminLocale, adminLocales, chooseLocale, useMessages } from '../messages.ts';
import { Link } from '../parts/text/link.tsx';
import { navigate, path } from '../router.ts';
import { me, signOut } from '../session/session.ts';
import { Mark } from './mark.tsx';
import { modifier } from './modifier.ts';
import { useNavItems } from './nav-items.ts';
import { paletteOpen } from './palette-open.ts';
import { shortcutsOpen } from './shortcuts.ts';
import { isDark, themeChoice, toggleTheme } from './theme.ts';

export function Sidebar({ onFollow }: { readonly onFollow: () => void }): VNode {
  const t = useMessages('admin').nav;
  const navItems = useNavItems();
  const groups = [...new Set(navItems.map(({ group }) => group))];
  const nav = useRef<HTMLElement>(null);
  useEffect(
    () => nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    [path.value],
  );
  return (
    <div class="sidebar-inner">
      <div class="brand">
        <Mark />
        <span>{me.value?.tenant.name}</span>
      </div>
      <button
        type="button"
        class="palette-opener"
        onClick={() => {
          onFollow();
          paletteOpen.value = true;
        }}
      >
        <span>{t.goTo}</span>
        <kbd>{modifier}K</kbd>
      </button>
      <nav ref={nav} aria-label={t.main}>
        {groups.map((group) => (
          <div key={group} class="nav-group">
            <div class="nav-title">{group}</div>
            {navItems
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
          <a class="nav-link" href="/docs" target="_blank" rel="noreferrer">
            {t.documentation} ↗
          </a>
          <a class="nav-link" href="/docs/api" target="_blank" rel="noreferrer">
            {t.apiReference} ↗
          </a>
        </div>
      </nav>
      <div class="account">
        <span class="account-name" title={me.value?.username}>
          {me.value?.username}
        </span>
        <IconButton
          icon="more"
          label={t.account}
          opens="menu"
          onClick={(event) => openAccountMenu(event.currentTarget)}
        />
      </div>
    </div>
  );
}

function openAccountMenu(button: HTMLButtonElement): void {
  const { account: t, nav } = useMessages('admin');
  const otherLocales = adminLocales.filter(({ locale }) => locale !== adminLocale());
  openMenu(button, nav.account, [
    { label: isDark() ? t.lightTheme : t.darkTheme, onChoose: toggleTheme },
    {
      label: t.systemTheme,
      onChoose: () => {
        themeChoice.value = 'system';
      },
    },
    {
      label: t.shortcuts,
      onChoose: () => {
        shortcutsOpen.value = true;
      },
    },
    ...otherLocales.map(({ locale, name }, index) => ({
      label: name,
      apart: index === 0,
      onChoose: () => void chooseLocale(locale),
    })),
    {
      label: t.open,
      apart: true,
      onChoose: () => navigate('/account'),
    },
    { label: t.signOut, onChoose: () => void signOut() },
  ]);
}
