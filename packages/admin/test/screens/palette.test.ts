import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list, refuse } from '../support/fake-api.ts';
import { type OpenApp, openApp } from '../support/open-app.ts';
import { SALES, sampleWorld } from '../support/sample-world.ts';

const REVIEW = { ...SALES, id: 'review', title: 'Sales review', steps: [] };

const search = (app: OpenApp) => app.getByRole('dialog', { name: 'Command palette' }).getByRole('combobox');
const open = async (app: OpenApp, text: string) => {
  await app.press('Control+k');
  await eventually(() => assert.ok(search(app).isFocused()));
  app.type(text);
};

describe('the command palette', () => {
  it('finds content by a part of its title, with its kind and app, by keyboard', async (test) => {
    const app = await openApp(test, '/users', { ...sampleWorld, 'GET /stories': () => list(REVIEW) });
    await open(app, 'revie');
    const option = app.getByRole('group', { name: 'Stories' }).getByRole('option');
    await option.waitFor();
    assert.match(option.text(), /Sales review.*in /);
    assert.equal(app.api.calls('GET /stories').at(-1)?.query.q, 'revie');
    await app
      .getByRole('status')
      .withText(/result/)
      .first()
      .waitFor();
    for (let presses = 0; presses < 30; presses += 1) {
      if (search(app).element().getAttribute('aria-activedescendant') === option.element().id) break;
      await app.press('ArrowDown');
      await eventually(() => assert.equal(app.locator('[role=option][aria-selected=true]').count(), 1));
    }
    await eventually(() => assert.equal(option.element().getAttribute('aria-selected'), 'true'));
    app.api.respond({ 'GET /stories/{id}': () => refuse(404, { message: 'Not found' }) });
    await app.press('Enter');
    await eventually(() => assert.equal(app.path(), '/apps/sales/stories/review'));
  });

  it('shows content before commands', async (test) => {
    const app = await openApp(test, '/users', { ...sampleWorld, 'GET /stories': () => list(REVIEW) });
    await open(app, 'em');
    await app.getByRole('group', { name: 'Stories' }).waitFor();
    const groups = [...app.locator('[role=listbox]').element().querySelectorAll('[role=group]')];
    const names = groups.map((group) => group.getAttribute('aria-label'));
    assert.equal(names.indexOf('Commands'), names.length - 1, names.join());
    assert.ok(names.length > 1);
  });

  it('reports that nothing was found, or that the search failed', async (test) => {
    const app = await openApp(test, '/users');
    await open(app, 'zzzz');
    await app.getByText('No results for “zzzz”.').waitFor();
    app.api.respond({ 'GET /stories': () => refuse(503, { message: 'Not now.' }) });
    app.type('y');
    await app.getByText(/Content search is not available: Not now/).waitFor();
  });
});
