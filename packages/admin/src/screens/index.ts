import type { Screen } from '../screen.ts';
import { accountScreen } from './account/index.ts';
import { apiKeysScreen } from './api-keys/index.ts';
import { appScreens } from './apps/index.ts';
import { auditScreen } from './audit/index.ts';
import { dataScreens } from './data/index.ts';
import { emailScreen } from './email/index.ts';
import { embedSettingsScreen } from './embed-settings/index.ts';
import { embedPreviewScreen, embedsScreen } from './embeds/index.ts';
import { groupsScreen, workspacesScreen } from './named/index.ts';
import { reportScreens } from './reports/index.ts';
import { settingsScreen } from './settings/index.ts';
import { signInScreens } from './sign-in/index.ts';
import { themeScreen, themesScreen } from './themes/index.ts';
import { usageScreen } from './usage/index.ts';
import { userImportScreen, usersScreen } from './users/index.ts';

/** Without a session, the sign-in takes the place of every screen. */
export const loadSignIn = async () => (await import('../session/sign-in-page.tsx')).SignInPage;

/** Every screen, in the order of the sidebar. Where several match an address, the first one is shown. */
export const screens: readonly Screen[] = [
  embedsScreen,
  embedPreviewScreen,
  embedSettingsScreen,
  ...appScreens,
  ...dataScreens,
  userImportScreen,
  usersScreen,
  groupsScreen,
  ...reportScreens,
  usageScreen,
  auditScreen,
  workspacesScreen,
  apiKeysScreen,
  themesScreen,
  themeScreen,
  ...signInScreens,
  emailScreen,
  settingsScreen,
  accountScreen,
];

export const screenAt = (path: string): Screen | undefined => screens.find(({ matches }) => matches(path));
