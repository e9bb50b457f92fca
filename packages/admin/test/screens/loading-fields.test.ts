import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { list, refuse } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { ORDERS, sampleWorld } from '../support/sample-world.ts';

/** Responds once it is told to. */
function later<T>(response: T) {
  const { promise, resolve } = Promise.withResolvers<T>();
  return { respond: () => promise, arrive: () => resolve(response) };
}

describe('fields whose options are loaded', () => {
  it('say so in the tile editor, and offer the datasets once they are there', async (test) => {
    const datasets = later(await sampleWorld['GET /apps/{id}/datasets']());
    const app = await openApp(test, '/apps/sales/tiles/new', {
      ...sampleWorld,
      'GET /apps/{id}/datasets': datasets.respond,
    });
    const field = app.getByLabel('Dataset');
    await field.waitFor();
    assert.equal(field.text(), 'Loading');
    assert.equal(field.element().getAttribute('aria-busy'), 'true');
    assert.ok(field.isDisabled());
    await app.assertAccessible();
    datasets.arrive();
    await eventually(() => assert.equal(field.text(), 'Choose a dataset'));
    assert.ok(!field.isDisabled());
  });

  it('say so where a search narrows the options, and do not wait for a list that failed', async (test) => {
    const tiles = later(refuse(503));
    const app = await openApp(test, '/embeds?new=tile', { ...sampleWorld, 'GET /tiles': tiles.respond });
    const field = app.getByRole('combobox', { name: 'Content' });
    await field.waitFor();
    assert.equal(field.value(), 'Loading');
    assert.ok(field.isDisabled());
    tiles.arrive();
    await eventually(() => assert.ok(!field.isDisabled()));
    assert.equal(field.value(), '');
  });

  it('take typed text meanwhile where they take text of any kind', async (test) => {
    const groups = later(list<Schemas['Group']>());
    const rule = { column: 'region', operator: 'equals', value: 'north' } as const;
    const app = await openApp(test, '/datasets/orders/rows', {
      ...sampleWorld,
      'GET /datasets/{id}': () => ({ ...ORDERS, groupRules: [{ group: 'emea', rule }] }),
      'GET /connections/{id}/model': () => ({ truncated: false, datasets: [] }),
      'GET /groups': groups.respond,
    });
    const field = app.getByRole('combobox', { name: /^Group/ });
    await field.waitFor();
    assert.equal(field.value(), 'emea');
    await field.click();
    await app
      .getByRole('listbox', { name: /^Group/ })
      .getByText('Loading')
      .waitFor();
    await field.fill('apac');
    assert.equal(field.value(), 'apac');
    groups.arrive();
    await app.getByRole('listbox', { name: /^Group/ }).waitForNone();
    assert.equal(field.value(), 'apac');
  });
});
