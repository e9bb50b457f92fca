import type { ContentMessages } from '@inlay/messages/content';
import type { Engine } from '@inlay/protocol/connection';
import { engineList } from '../api/common-queries.ts';
import { useQuery } from '../api/use-query.ts';
import { useMessages } from '../messages.ts';
import { navigate } from '../router.ts';
import { connectTitle } from '../screens/data/connect-title.ts';
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

type Texts = ContentMessages['palette']['actions'];

const appCommands = (t: Texts): readonly Command[] => {
  const command = ({ title, hint, keywords }: Texts['theme'], run: () => void): Command => ({
    title,
    hint,
    words: keywords,
    run,
  });
  return [
    command(t.shortcuts, () => {
      shortcutsOpen.value = true;
    }),
    command(t.theme, toggleTheme),
    command(t.apiReference, () => void open('/api/docs', '_blank', 'noreferrer')),
    command(t.password, () => {
      passwordOpen.value = true;
    }),
    command(t.signOut, () => void signOut()),
  ];
};

const connectCommand = (engine: Engine, t: Texts['connect']): Command => ({
  title: connectTitle(engine),
  hint: t.hint,
  words: `${t.keywords} ${engine.name} ${engine.about}`,
  run: () => navigate(`/connections/new?kind=${encodeURIComponent(engine.name)}`),
});

/** The commands of the palette: screens, actions of the app, and an engine each to connect to. */
export function usePaletteCommands(): readonly Command[] {
  const { actions } = useMessages('content').palette;
  const engines = useQuery(engineList).data?.data ?? [];
  return [
    ...screenCommands,
    ...appCommands(actions),
    ...engines.map((engine) => connectCommand(engine, actions.connect)),
  ];
}
