import type { Nav } from '../screen.ts';
import { screens } from '../screens/index.ts';

export interface NavItem extends Nav {
  readonly to: string;
}

/** The screens that the sidebar, the palette and the shortcuts name. */
export const navItems: readonly NavItem[] = screens.flatMap(({ nav, path }) =>
  nav ? [{ ...nav, to: path.replace(/\/:.*/, '') }] : [],
);
