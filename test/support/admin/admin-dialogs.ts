import type { Page } from 'playwright-core';

const press = (name: string) => async (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click();
const fromMenu = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'More actions for this tile' }).click();
  await page.getByRole('menuitem', { name }).click();
};
const fromPalette = (name: string) => async (page: Page) => {
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name }).click();
};

/** Dialogs of the admin app in the world of `makeAdminWorld`: where, what opens it, and its name. */
export const ADMIN_DIALOGS: readonly (readonly [
  string,
  (page: Page) => Promise<unknown>,
  string | RegExp,
])[] = [
  ['/embed-settings', press('Re-generate secret'), 'Replace the client secret?'],
  ['/embed-settings/security', press('Revoke all tokens'), 'Revoke all tokens?'],
  ['/embeds', press('Create embed'), 'Create embed'],
  ['/embeds/sales-overview', press('Delete…'), /^Delete/],
  ['/apps/sales/tiles/revenue', press('Publish…'), 'Publish this tile?'],
  ['/apps/sales/tiles/revenue', fromMenu('Versions'), 'Versions'],
  ['/apps/sales/tiles/revenue', fromMenu('Delete…'), /^Delete “/],
  ['/apps/sales/tiles/revenue', press('Preview as viewer'), 'Preview as viewer'],
  ['/groups', press('Create group'), 'Create group'],
  ['/workspaces', press('Create workspace'), 'Create workspace'],
  ['/users', press('Create user'), 'Create user'],
  ['/apps', press('Create app'), 'Create app'],
  ['/reports', press('Pause all…'), 'Pause all subscriptions?'],
  ['/reports/weekly', press('Delete…'), /^Delete/],
  ['/sign-in/providers/company', press('Delete…'), /^Delete/],
  ['/account', press('Add passkey'), 'Add passkey'],
  ['/account', press('Set up authenticator app'), 'Set up authenticator app'],
  ['/usage', fromPalette('Keyboard shortcuts'), 'Keyboard shortcuts'],
  ['/usage', (page) => page.keyboard.press('Control+k'), 'Command palette'],
];
