import { useMessages } from '../messages.ts';
import { screens } from '../screens/index.ts';
import { can } from '../session/can.ts';

export interface NavItem {
  readonly group: string;
  readonly title: string;
  readonly to: string;
  /** `g` and then this letter opens the screen. */
  readonly key: string;
  /** Other terms to find it by. */
  readonly keywords: string;
}

/** The screens of the sidebar, the palette and the shortcuts, with titles in the language of the app. */
export function useNavItems(): readonly NavItem[] {
  const { groups, titles } = useMessages('admin').nav;
  return screens.flatMap(({ nav, path, needs }) =>
    nav && can(...needs)
      ? [{ ...nav, group: groups[nav.group], title: titles[nav.title], to: navPath(path) }]
      : [],
  );
}

/** Where a key after `g` leads. */
export function pathOfKey(key: string): string | undefined {
  const screen = screens.find(({ nav }) => nav?.key === key);
  return screen && navPath(screen.path);
}

const navPath = (path: string): string => path.replace(/\/:.*/, '');
