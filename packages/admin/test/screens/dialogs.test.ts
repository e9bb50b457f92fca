import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { refuse } from '../support/fake-api.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { sampleWorld } from '../support/sample-world.ts';
import { storedGroups } from '../support/stored-groups.ts';

const press = (name: string) => (app: OpenApp) =>
  app.getByRole('button', { name, exact: true }).first().click();
const fromMenu = (name: string) => async (app: OpenApp) => {
  await app.getByRole('button', { name: 'More actions for this tile' }).click();
  await app.getByRole('menuitem', { name }).click();
};

/** Where a dialog is opened, by what, and its name. */
const DIALOGS: readonly (readonly [string, (app: OpenApp) => Promise<unknown>, string | RegExp])[] = [
  ['/embed-settings', press('Re-generate secret'), 'Generate the client secret'],
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
  ['/usage', (app) => app.press('?'), 'Keyboard shortcuts'],
  ['/usage', (app) => app.press('Control+k'), 'Command palette'],
];

describe('dialogs of the admin app', () => {
  for (const [path, open, name] of DIALOGS)
    it(`take the focus and close with Escape: ${name} on ${path}`, async (test) => {
      const app = await openApp(test, path, sampleWorld);
      await open(app);
      const dialog = app.getByRole('dialog', { name });
      await eventually(() => assert.ok(dialog.element().contains(app.page.document.activeElement)));
      await app.press('Escape');
      await dialog.waitForNone();
    });

  it('return the focus to the button that opened them', async (test) => {
    const app = await openApp(test, '/groups', storedGroups({ id: 'emea', name: 'EMEA' }));
    const create = app.getByRole('button', { name: 'Create group' });
    await create.click();
    const dialog = app.getByRole('dialog', { name: 'Create group' });
    await eventually(() => assert.ok(dialog.getByLabel('Name').isFocused()));
    await app.press('Escape');
    await dialog.waitForNone();
    await eventually(() => assert.ok(create.isFocused()));
  });

  it('focus the harmless action first', async (test) => {
    const app = await openApp(test, '/embeds/sales-overview', sampleWorld);
    await press('Delete…')(app);
    const cancel = app.getByRole('dialog', { name: /^Delete/ }).getByRole('button', { name: 'Cancel' });
    await eventually(() => assert.ok(cancel.isFocused()));
  });

  it('focus “Stay” where input would be lost', async (test) => {
    const app = await openApp(test, '/groups?new=1', storedGroups());
    await app.getByLabel('Name', { exact: true }).fill('Half typed');
    await app.press('Escape');
    const stay = app
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' });
    await eventually(() => assert.ok(stay.isFocused()));
  });

  it('and screens report what does not exist, without offering to retry', async (test) => {
    const app = await openApp(test, '/apps/sales/tiles/gone', {
      ...sampleWorld,
      'GET /tiles/{id}': () => refuse(404, { message: 'Not found' }),
    });
    await app.getByText('Not found').waitFor();
    assert.equal(app.getByRole('button', { name: 'Try again' }).count(), 0);
    await app.getByRole('link', { name: 'All tiles' }).click();
    await app.getByRole('link', { name: 'Create tile' }).first().waitFor();
  });
});
