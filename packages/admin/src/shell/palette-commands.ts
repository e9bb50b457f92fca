import type { Engine } from '@inlay/protocol/connection';
import { engineList } from '../api/common-queries.ts';
import { useQuery } from '../api/use-query.ts';
import { navigate } from '../router.ts';
import { useConnectTitle } from '../screens/data/use-connect-title.ts';
import { screens } from '../screens/index.ts';
import { passwordOpen } from '../session/password-open.ts';
import { signOut } from '../session/session.ts';
import { navItems } from './nav-items.ts';
import { shortcutsOpen } from './shortcuts.ts';
import { toggleTheme } from './theme.ts';

export interface Command {
  readonly title: string;
  readonly hint: string;
  /** Other terms to find it by. */
  readonly words: string;
  readonly run: () => void;
}

const screenCommands: readonly Command[] = [
  ...navItems.map(({ title, group, to, words }) => ({ title, hint: group, words, run: () => navigate(to) })),
  ...screens.flatMap(({ nav, commands }) =>
    commands.map(({ title, to, words }) => ({
      title,
      hint: nav?.title ?? '',
      words,
      run: () => navigate(to),
    })),
  ),
];

const appCommands: readonly Command[] = [
  {
    title: 'Keyboard shortcuts',
    hint: 'Help',
    words: 'keys sheet',
    run: () => {
      shortcutsOpen.value = true;
    },
  },
  { title: 'Change between light and dark', hint: 'Theme', words: 'appearance', run: toggleTheme },
  {
    title: 'API reference',
    hint: 'Opens a tab',
    words: 'openapi docs',
    run: () => void open('/api/docs', '_blank', 'noreferrer'),
  },
  {
    title: 'Change your password',
    hint: 'Account',
    words: 'new secret sign-in',
    run: () => {
      passwordOpen.value = true;
    },
  },
  { title: 'Sign out', hint: 'Account', words: 'log out', run: () => void signOut() },
];

const connectCommand = (engine: Engine, title: string): Command => ({
  title,
  hint: 'Connections',
  words: `connect database new ${engine.name} ${engine.about}`,
  run: () => navigate(`/connections/new?kind=${encodeURIComponent(engine.name)}`),
});

const useConnectCommands = (): readonly Command[] => {
  const title = useConnectTitle();
  return useQuery(engineList).data?.data.map((engine) => connectCommand(engine, title(engine))) ?? [];
};

/** Where the palette's commands come from. A source is a hook, because what it offers may come from the API. */
const sources: readonly (() => readonly Command[])[] = [
  () => screenCommands,
  () => appCommands,
  useConnectCommands,
];

export const usePaletteCommands = (): readonly Command[] => sources.flatMap((use) => use());
