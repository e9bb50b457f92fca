import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Destination } from '@inlay/protocol/report-settings';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list, refuse } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT } from '../support/sample-world.ts';
import { storedReports } from '../support/stored-reports.ts';

const SALES_CHANNEL: Destination = {
  id: 'sales-channel',
  name: 'Sales channel',
  kind: 'slack',
  workspaceId: 'main',
  host: 'hooks.slack.com',
  createdAt: AT,
  updatedAt: AT,
};
const WEBHOOK: Destination = {
  ...SALES_CHANNEL,
  id: 'crm',
  name: 'CRM',
  kind: 'webhook',
  host: 'crm.example.com',
};

const stored = (...destinations: readonly Destination[]) => ({
  ...storedReports(),
  'GET /report-destinations': () => list(...destinations),
  'GET /report-destinations/{id}': () => destinations[0] ?? SALES_CHANNEL,
});

describe('destinations of reports in the admin app', () => {
  it('are added in the only workspace, and the secret of a webhook is shown once', async (test) => {
    const app = await openApp(test, '/reports/destinations', {
      ...stored(),
      'POST /report-destinations': () => ({ ...WEBHOOK, secret: 'inl_webhook_a_secret' }),
    });
    await app.getByText('No destinations yet').waitFor();
    await app.assertAccessible();
    await app.locator('.screen-head').getByRole('button', { name: 'Add destination' }).click();
    const dialog = app.getByRole('dialog', { name: 'Add destination' });
    await dialog.getByLabel('Type').selectOption('Webhook');
    await dialog.getByText('Your endpoint. It receives signed JSON.').waitFor();
    await dialog.getByLabel('Name').fill('CRM');
    await dialog.getByLabel('URL').fill('https://crm.example.com/inlay');
    await app.assertAccessible();
    await dialog.getByRole('button', { name: 'Add destination' }).click();
    await app.getByText('Copy the signing secret of “CRM” now.', { exact: false }).waitFor();
    await app.getByText('inl_webhook_a_secret').waitFor();
    assert.deepEqual(app.api.calls('POST /report-destinations')[0]?.body, {
      name: 'CRM',
      kind: 'webhook',
      workspaceId: 'main',
      url: 'https://crm.example.com/inlay',
    });
  });

  it('ask which workspace can send to them where there are several', async (test) => {
    const workspaces = ['north', 'south'].map((id) => ({ id, name: id, createdAt: AT, updatedAt: AT }));
    const app = await openApp(test, '/reports/destinations?new=1', {
      ...stored(),
      'GET /workspaces': () => list(...workspaces),
      'POST /report-destinations': () => ({ ...SALES_CHANNEL, secret: null }),
    });
    const dialog = app.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Sales');
    await dialog.getByLabel('URL').fill('https://hooks.slack.com/services/T/B/x');
    await dialog.getByRole('button', { name: 'Add destination' }).click();
    await dialog.getByText('Workspace is required.').waitFor();
    await dialog.getByLabel('Workspace').selectOption('south');
    await dialog.getByRole('button', { name: 'Add destination' }).click();
    await app.getByText('Sales channel added.', { exact: false }).waitFor();
    assert.equal(app.api.calls('POST /report-destinations')[0]?.body.workspaceId, 'south');
    assert.equal(app.locator('.secret').count(), 0);
  });

  it('say at its field why a URL is refused', async (test) => {
    const details = [{ path: '/url', problem: 'must be a URL of hooks.slack.com' }];
    const app = await openApp(test, '/reports/destinations?new=1', {
      ...stored(),
      'POST /report-destinations': () => refuse(400, { details }),
    });
    const dialog = app.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Sales');
    await dialog.getByLabel('URL').fill('https://elsewhere.example');
    await dialog.getByRole('button', { name: 'Add destination' }).click();
    await dialog.getByText('URL must be a URL of hooks.slack.com.').waitFor();
    await eventually(() => assert.ok(dialog.getByLabel('URL').isFocused()));
  });

  it('are renamed without their URL, which nobody can read', async (test) => {
    const app = await openApp(test, '/reports/destinations/sales-channel', {
      ...stored(SALES_CHANNEL),
      'PATCH /report-destinations/{id}': ({ body }) => ({ ...SALES_CHANNEL, ...body }),
    });
    const dialog = app.getByRole('dialog', { name: 'Sales channel' });
    await dialog.getByLabel('Name').fill('Sales EMEA');
    assert.equal(dialog.getByLabel('URL').value(), '');
    assert.equal(dialog.getByRole('button', { name: 'Re-generate secret' }).count(), 0);
    await app.assertAccessible();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Sales EMEA saved.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /report-destinations/{id}')[0]?.body, { name: 'Sales EMEA' });
  });

  it('get a test message, whose failure is explained', async (test) => {
    const problem = 'hooks.slack.com replied 404: the webhook was deleted. Create it again in Slack.';
    const app = await openApp(test, '/reports/destinations/sales-channel', {
      ...stored(SALES_CHANNEL),
      'POST /report-destinations/{id}/test': () => ({ sent: false, problem }),
    });
    await app.getByRole('button', { name: 'Send test message' }).click();
    await app.getByText(problem).waitFor();
    app.api.respond({ 'POST /report-destinations/{id}/test': () => ({ sent: true, problem: null }) });
    await app.getByRole('button', { name: 'Send test message' }).click();
    await app.getByText('hooks.slack.com has accepted it.').waitFor();
    await app.getByText(problem).waitForNone();
  });

  it('get another signing secret, and are deleted, after a question', async (test) => {
    const app = await openApp(test, '/reports/destinations/crm', {
      ...stored(WEBHOOK),
      'POST /report-destinations/{id}/secret': () => ({ secret: 'inl_webhook_another' }),
      'DELETE /report-destinations/{id}': () => undefined,
    });
    const confirm = (title: string, name: string) =>
      app.getByRole('dialog', { name: title }).getByRole('button', { name }).click();
    await app.getByRole('button', { name: 'Re-generate secret' }).click();
    await confirm('Re-generate the secret?', 'Re-generate secret');
    await app.getByText('inl_webhook_another').waitFor();
    await app.getByRole('button', { name: 'Delete…' }).click();
    await confirm('Delete CRM?', 'Delete destination');
    await app.getByText('CRM deleted.').waitFor();
    // The new secret was not copied, which it cannot be here.
    await app.getByRole('button', { name: 'Leave' }).click();
    await eventually(() => assert.equal(app.path(), '/reports/destinations'));
  });
});
