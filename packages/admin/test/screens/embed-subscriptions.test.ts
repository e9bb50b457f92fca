import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openApp } from '../support/open-app.ts';
import { OVERVIEW, sampleWorld } from '../support/sample-world.ts';

describe('limits of subscriptions in the form of an embed', () => {
  it('are left out until somebody sets one, and removed with the last choice', async (test) => {
    const app = await openApp(test, '/embeds/sales-overview', {
      ...sampleWorld,
      'PATCH /embeds/{id}': ({ body }) => ({ ...OVERVIEW, ...body, revision: 2 }) as typeof OVERVIEW,
    });
    const dialog = app.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByText('Subscriptions', { exact: true }).click();
    assert.ok(dialog.getByLabel('Viewers can create alerts').isChecked());
    await dialog.getByLabel('Viewers can create alerts').uncheck();
    await dialog.getByLabel('Weekly').check();
    await dialog.getByLabel('Daily').check();
    await dialog.getByLabel('PDF').check();
    await dialog.getByLabel('PDF').uncheck();
    await dialog.getByLabel('Recipients per subscription').fill('3');
    await dialog.getByLabel('Only to the viewer’s own address').check();
    assert.equal(dialog.getByLabel('Recipients per subscription').count(), 0);
    await dialog.getByLabel('Only to the viewer’s own address').uncheck();
    await app.assertAccessible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Embed saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /embeds/{id}')[0]?.body, {
      options: {
        subscriptions: {
          alerts: false,
          frequencies: ['day', 'week'],
          maxRecipients: 3,
          ownAddressOnly: false,
        },
      },
    });
  });
});
