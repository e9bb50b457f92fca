import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { refuse } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { storedReports } from '../support/stored-reports.ts';

describe('the report settings in the admin app', () => {
  it('ask for an endpoint and a secret where rights come from the server of the tenant', async (test) => {
    const app = await openApp(test, '/reports/settings', storedReports({ settings: { rights: 'off' } }));
    await app.getByText('Viewers cannot subscribe, and nothing is sent.').waitFor();
    assert.equal(app.getByRole('heading', { name: 'Recipients' }).count(), 0);
    await app.getByLabel('Ask your server each time').check();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('URL of your endpoint is required.').waitFor();
    await app.getByRole('button', { name: 'Generate secret' }).click();
    await app.getByText('inl_report_a_new_secret').waitFor();
    await app.getByLabel('URL of your endpoint').fill('https://app.example.com/assertion');
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Report settings saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /report-settings')[0]?.body, {
      rights: 'assertion',
      assertionUrl: 'https://app.example.com/assertion',
    });
  });

  it('replace the secret only after a question', async (test) => {
    const settings = {
      rights: 'assertion',
      assertionUrl: 'https://app.example.com/a',
      hasSecret: true,
    } as const;
    const app = await openApp(test, '/reports/settings', storedReports({ settings }));
    await app.getByRole('button', { name: 'Re-generate secret' }).click();
    await app.getByText('Your server refuses them until it has it.', { exact: false }).waitFor();
    assert.equal(app.api.calls('POST /report-settings/secret').length, 0);
    await app.getByRole('dialog').getByRole('button', { name: 'Re-generate secret' }).click();
    await app.getByText('inl_report_a_new_secret').waitFor();
    await app.getByText('Copy the secret now.', { exact: false }).waitFor();
  });

  it('say how long a context is kept, and whom viewers reach', async (test) => {
    const app = await openApp(test, '/reports/settings', storedReports());
    await app.getByLabel('Days to keep a context').fill('30');
    await app.getByLabel('Keep the viewer’s secrets too').check();
    await app.getByLabel('The viewer’s own address').selectOption('An attribute of the signed context');
    await app.getByLabel('Attribute').fill('contact.email');
    await app.getByLabel('Allowed domains').fill('@Customer.example\nann@partner.example');
    await app.getByLabel('Recipients per subscription').fill('5');
    await app.getByLabel('Hourly (alerts only)').uncheck();
    await app.getByLabel('Page that messages link to').fill('https://app.example.com/?embed={embed}');
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Report settings saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /report-settings')[0]?.body, {
      contextDays: 30,
      keepSecrets: true,
      recipientFrom: 'attributes.contact.email',
      allowedDomains: ['customer.example', 'partner.example'],
      maxRecipients: 5,
      frequencies: ['day', 'workday', 'week', 'month'],
      pageUrl: 'https://app.example.com/?embed={embed}',
    });
  });

  it('show at its field what is wrong', async (test) => {
    const details = [{ path: '/assertionUrl', problem: 'must not be an address of this network' }];
    const settings = {
      rights: 'assertion',
      assertionUrl: 'https://app.example.com/a',
      hasSecret: true,
    } as const;
    const app = await openApp(test, '/reports/settings', {
      ...storedReports({ settings }),
      'PATCH /report-settings': () => refuse(400, { details }),
    });
    await app.getByLabel('URL of your endpoint').fill('https://10.0.0.1/a');
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('must not be an address of this network', { exact: false }).waitFor();
    await eventually(() => assert.ok(app.getByLabel('URL of your endpoint').isFocused()));
    await app.getByLabel('The viewer’s own address').selectOption('An attribute of the signed context');
    await app.getByLabel('Attribute').fill('');
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Enter the name of the attribute.').waitFor();
  });

  it('keep what was typed when everything is paused meanwhile', async (test) => {
    const app = await openApp(test, '/reports/settings', storedReports());
    await app.getByLabel('Days to keep a context').fill('30');
    await app.getByRole('button', { name: 'Pause all…' }).click();
    await app.getByRole('dialog').getByRole('button', { name: 'Pause all' }).click();
    await app.getByText('All subscriptions are paused', { exact: true }).waitFor();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Report settings saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /report-settings')[1]?.body, { contextDays: 30 });
    await app.getByText('All subscriptions are paused', { exact: true }).waitFor();
  });
});
