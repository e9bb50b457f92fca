import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { sampleWorld } from '../support/sample-world.ts';
import { storedGroups } from '../support/stored-groups.ts';

const EMEA = { id: 'emea', name: 'Sales EMEA' };

/** Where something can be typed: the address, the field, and whether a dialog or the page is left. */
const forms = [
  ['/users?new=1', 'Username', 'dialog'],
  ['/groups?new=1', 'Name', 'dialog'],
  ['/groups/emea', 'Name', 'dialog'],
  ['/apps?new=1', 'Title', 'dialog'],
  ['/apps/sales?edit=1', 'Description', 'dialog'],
  ['/embeds?new=tile', 'Title', 'dialog'],
  ['/connections/new?kind=postgres', 'Name', 'page'],
  ['/apps/sales/tiles/new', 'Title', 'page'],
  ['/apps/sales/stories/new', 'Story title', 'page'],
  ['/embed-settings', 'Public key', 'page'],
  ['/embed-settings/security', 'Origin', 'page'],
] as const;

const question = (app: OpenApp) => app.getByRole('dialog', { name: 'Leave without saving?' });
const sidebar = (app: OpenApp) => app.locator('.sidebar');

describe('leaving a form with unsaved changes, in the admin app', () => {
  for (const [path, label, place] of forms)
    it(`asks at ${path}, even right after the last key press`, async (test) => {
      const app = await openApp(test, path, { ...sampleWorld, ...storedGroups(EMEA) });
      const field = app.getByLabel(new RegExp(`^${label}`)).first();
      await field.focus();
      app.type('x');
      // Only microtasks run between the letter and the way out: nothing that waits for a frame would hold it back.
      await Promise.resolve();
      if (place === 'dialog') await app.press('Escape');
      else sidebar(app).getByRole('link', { name: 'Audit' }).element().click();
      await question(app).getByRole('button', { name: 'Stay' }).click();
      await question(app).waitForNone();
      assert.equal(field.value(), 'x'.padStart(field.value().length, EMEA.name));
      assert.equal(app.path(), path);

      if (place === 'dialog') await app.press('Escape');
      else await sidebar(app).getByRole('link', { name: 'Audit' }).click();
      await question(app).getByRole('button', { name: 'Leave' }).click();
      await field.waitForNone();
    });

  it('does not ask if the changes were reverted or saved', async (test) => {
    const app = await openApp(test, '/groups/emea', storedGroups(EMEA));
    const name = app.getByLabel('Name', { exact: true });
    await name.fill('Sales of EMEA');
    await name.fill('Sales EMEA');
    await app.press('Escape');
    await eventually(() => assert.equal(app.path(), '/groups'));

    await app.getByRole('link', { name: 'Sales EMEA' }).click();
    await name.fill('Sales of EMEA');
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('Group Sales of EMEA saved.').waitFor();
    assert.equal(question(app).count(), 0);
  });

  it("intercepts the browser's Back button, and continues to its target", async (test) => {
    const app = await openApp(test, '/groups', storedGroups(EMEA));
    await app.getByRole('link', { name: 'EMEA' }).click();
    await app.getByLabel('Name', { exact: true }).fill('Something else');
    app.page.history.back();
    await question(app).getByRole('button', { name: 'Stay' }).click();
    await eventually(() => assert.equal(app.path(), '/groups/emea'));
    app.page.history.back();
    await question(app).getByRole('button', { name: 'Leave' }).click();
    await eventually(() => assert.equal(app.path(), '/groups'));
    app.page.history.forward();
    await eventually(() => assert.equal(app.path(), '/groups/emea'));
  });

  it('asks the browser to confirm before the page is closed, only while something is unsaved', async (test) => {
    const app = await openApp(test, '/groups/emea', storedGroups(EMEA));
    const closes = () => app.page.dispatchEvent(new app.page.Event('beforeunload', { cancelable: true }));
    assert.ok(closes());
    await app.getByLabel('Name', { exact: true }).fill('Something else');
    await eventually(() => assert.ok(!closes()));
  });

  it('warns about a secret that was not copied', async (test) => {
    const app = await openApp(test, '/embed-settings', {
      ...sampleWorld,
      'POST /embed-settings/secret': () => ({ secret: 'shown-once' }),
    });
    await app.getByRole('button', { name: 'Re-generate secret' }).click();
    await app.getByRole('button', { name: 'Generate secret', exact: true }).click();
    await app.getByLabel('Client secret', { exact: true }).waitFor();
    await app.getByRole('link', { name: 'Server code' }).first().click();
    await question(app).getByText('you have not copied it yet').waitFor();
    await question(app).getByRole('button', { name: 'Stay' }).click();
    await app.getByRole('button', { name: 'Copy: Client secret' }).click();
    await app.getByText('Copied').waitFor();
    await app.getByRole('link', { name: 'Server code' }).first().click();
    await eventually(() => assert.equal(app.path(), '/embed-settings/server-code'));
    assert.equal(await app.clipboard(), 'shown-once');
  });
});
