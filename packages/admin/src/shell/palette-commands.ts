import type { PaletteMessages } from '@inlay/messages/palette';
import type { Engine } from '@inlay/protocol/connection';
import { engineList } from '../api/common-queries.ts';
import { useQuery } from '../api/use-query.ts';
import { useMessages } from '../messages.ts';
import { navigate } from '../router.ts';
import { useConnectTitle } from '../screens/data/use-connect-title.ts';
import { screens } from '../screens/index.ts';
import { can } from '../session/can.ts';
import { signOut } from '../session/session.ts';
import { useNavItems } from './nav-items.ts';
import { shortcutsOpen } from './shortcuts.ts';
import { toggleTheme } from './theme.ts';

export interface Command {
  readonly title: string;
  readonly hint: string;
  /** Other terms to find it by. */
  readonly keywords: string;
  readonly run: () => void;
}

function useScreenCommands(): readonly Command[] {
  const t = useMessages('admin').nav;
  return [
    ...useNavItems().map(({ title, group, to, keywords }) => ({
      title,
      hint: group,
      keywords,
      run: () => navigate(to),
    })),
    ...screens.flatMap(({ nav, needs, commands }) =>
      commands
        .filter((command) => can(...needs, ...(command.needs ?? [])))
        .map(({ title, to, keywords }) => ({
          title: t.commands[title],
          hint: nav ? t.titles[nav.title] : '',
          keywords,
          run: () => navigate(to),
        })),
    ),
  ];
}

type Texts = PaletteMessages['actions'];

const appCommands = (t: Texts): readonly Command[] => {
  const command = ({ title, hint, keywords }: Texts['theme'], run: () => void): Command => ({
    title,
    hint,
    keywords,
    run,
  });
  return [
    command(t.shortcuts, () => {
      shortcutsOpen.value = true;
    }),
    command(t.theme, toggleTheme),
    command(t.documentation, () => void open('/docs', '_blank', 'noreferrer')),
    command(t.apiReference, () => void open('/docs/api', '_blank', 'noreferrer')),
    command(t.account, () => navigate('/account')),
    command(t.signOut, () => void signOut()),
  ];
};

const connectCommand = (engine: Engine, title: string, t: Texts['connect']): Command => ({
  title,
  hint: t.hint,
  keywords: `${t.keywords} ${engine.name} ${engine.about}`,
  run: () => navigate(`/connections/new?kind=${encodeURIComponent(engine.name)}`),
});

/** The commands of the palette: screens, actions of the app, and an engine each to connect to. */
export function usePaletteCommands(): readonly Command[] {
  const { actions } = useMessages('palette');
  const title = useConnectTitle();
  const engines = useQuery(engineList).data?.data ?? [];
  return [
    ...useScreenCommands(),
    ...appCommands(actions),
    ...engines.map((engine) => connectCommand(engine, title(engine), actions.connect)),
  ];
}
