import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ADMIN_ROLES } from '@inlay/protocol/admin-role';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { refuse } from '../support/fake-api.ts';
import { ADMIN, openApp } from '../support/open-app.ts';
import { ALERT, FAILED, storedReports, WEEKLY } from '../support/stored-reports.ts';

const PREVIEW = {
  subject: 'Revenue on Mondays, May 4',
  html: '<!doctype html><html lang="en"><head><style>p{margin:0}</style></head><body><p>Revenue <a href="https://x.example">Open</a></p></body></html>',
};

describe('the subscriptions of viewers in the admin app', () => {
  it('are listed with their schedule, their content, the last result and its reason', async (test) => {
    const reason = 'The mail server refused the message: 550 No such user.';
    const last = { at: WEEKLY.createdAt, state: 'failed', code: 'delivery-failed', reason } as const;
    const app = await openApp(
      test,
      '/reports',
      storedReports({
        subscriptions: [{ ...WEEKLY, last }, ALERT, { ...ALERT, id: 'fired', last: WEEKLY.last }],
      }),
    );
    await app.getByRole('link', { name: 'Revenue on Mondays' }).waitFor();
    const [weekly, alert, fired] = app.locator('tbody tr').texts();
    assert.match(weekly ?? '', /Weekly on Monday at 8:30 AM/);
    assert.match(weekly ?? '', /Failed.*550 No such user/);
    assert.match(alert ?? '', /Every hour.*Checked/);
    assert.match(fired ?? '', /Every hour.*Fired/);
    await eventually(() => assert.equal(app.getByRole('link', { name: 'Sales overview' }).count(), 3));
    await app.assertAccessible();
  });

  it('are filtered by status, type, app and text', async (test) => {
    const app = await openApp(test, '/reports', storedReports({ subscriptions: [WEEKLY] }));
    await app.getByLabel('Status').selectOption('Paused');
    await app.getByLabel('Type').selectOption('Alert');
    await app.getByLabel('App').selectOption('Sales');
    await app.getByLabel('Search subscriptions').fill('revenue');
    await app.getByLabel('Search subscriptions').press('Enter');
    await eventually(() => {
      const { query } = app.api.calls('GET /subscriptions').at(-1) ?? {};
      const sent = { status: query?.status, kind: query?.kind, appId: query?.appId, q: query?.q };
      assert.deepEqual(sent, { status: 'paused', kind: 'alert', appId: 'sales', q: 'revenue' });
    });
    assert.equal(app.path(), '/reports?status=paused&kind=alert&app=sales&q=revenue');
  });

  it('are paused, resumed and sent from their row, and deleted after a question', async (test) => {
    const app = await openApp(test, '/reports', storedReports({ subscriptions: [WEEKLY] }));
    const choose = async (action: string) => {
      await app.getByRole('button', { name: 'Actions for Revenue on Mondays' }).click();
      await app.getByRole('menuitem', { name: action }).click();
    };
    await choose('Pause');
    await app.getByText('Revenue on Mondays paused.').waitFor();
    await app.locator('td').getByText('Paused').waitFor();
    await choose('Resume');
    await app.locator('td').getByText('Active').waitFor();
    await choose('Send now');
    await app.getByText('is being sent', { exact: false }).waitFor();
    await choose('Delete…');
    const dialog = app.getByRole('dialog', { name: 'Delete Revenue on Mondays?' });
    await dialog.getByText('ann@customer.example gets nothing from it anymore').waitFor();
    await dialog.getByRole('button', { name: 'Delete subscription' }).click();
    await app.getByText('No subscriptions yet').waitFor();
    assert.deepEqual(app.api.writes, [
      'PATCH /api/v0/subscriptions/weekly',
      'PATCH /api/v0/subscriptions/weekly',
      'POST /api/v0/subscriptions/weekly/run',
      'DELETE /api/v0/subscriptions/weekly',
    ]);
  });

  it('say why they cannot be sent', async (test) => {
    const message = 'All subscriptions are paused in the report settings.';
    const app = await openApp(test, '/reports/weekly', {
      ...storedReports({ subscriptions: [WEEKLY] }),
      'POST /subscriptions/{id}/run': () => refuse(409, { message }),
    });
    await app.getByRole('dialog').getByRole('button', { name: 'Send now' }).click();
    await app.getByRole('dialog').getByText(message).waitFor();
  });

  it('show the message that a viewer would get now, on request only', async (test) => {
    const app = await openApp(test, '/reports', {
      ...storedReports({ subscriptions: [WEEKLY] }),
      'POST /subscriptions/{id}/preview': () => PREVIEW,
    });
    await app.getByRole('button', { name: 'Actions for Revenue on Mondays' }).click();
    assert.equal(app.api.calls('POST /subscriptions/{id}/preview').length, 0);
    await app.getByRole('menuitem', { name: 'Preview…' }).click();
    const dialog = app.getByRole('dialog', { name: 'Preview of Revenue on Mondays' });
    await dialog.getByText('Subject: Revenue on Mondays, May 4').waitFor();
    await dialog.getByText('What ann@customer.example would get now', { exact: false }).waitFor();
    await dialog.getByText('recorded in the audit log', { exact: false }).waitFor();
    const frame = dialog.locator('iframe[title=Message]');
    const element = frame.element();
    assert.ok(element instanceof app.page.HTMLIFrameElement);
    assert.equal(element.getAttribute('sandbox'), 'allow-same-origin');
    await eventually(() =>
      assert.equal(element.contentDocument?.body.innerHTML, '<p>Revenue <a>Open</a></p>'),
    );
    await dialog.getByRole('button', { name: '390 px' }).click();
    await eventually(() => assert.ok(element.classList.contains('narrow')));
    await app.assertAccessible();
    assert.deepEqual(
      app.api.calls('POST /subscriptions/{id}/preview').map(({ path }) => path),
      [{ id: 'weekly' }],
    );
  });

  it('say why there is no message, and try again only when asked', async (test) => {
    const message = 'Your server could not be reached: it did not respond in time.';
    const alert = { ...ALERT, to: { kind: 'destination', id: 'channel' } } as const;
    const app = await openApp(test, '/reports/returns', {
      ...storedReports({ subscriptions: [alert] }),
      'GET /report-destinations/{id}': () => refuse(404),
      'POST /subscriptions/{id}/preview': () => refuse(503, { message }),
    });
    await app.getByRole('dialog').getByRole('button', { name: 'Preview…' }).click();
    const dialog = app.getByRole('dialog', { name: 'Preview of Returns above 8' });
    await dialog.getByText(message).waitFor();
    await dialog.getByText('An alert that fires also says what happened.').waitFor();
    await dialog.getByText('The destination shows it in its own format.', { exact: false }).waitFor();
    assert.equal(app.api.calls('POST /subscriptions/{id}/preview').length, 1);
    app.api.respond({ 'POST /subscriptions/{id}/preview': () => PREVIEW });
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('Subject: Revenue on Mondays, May 4').waitFor();
    assert.equal(app.api.calls('POST /subscriptions/{id}/preview').length, 2);
  });

  it('show no message to those who may not read rows', async (test) => {
    const permissions = ADMIN_ROLES.administrator.filter((permission) => permission !== 'data:query');
    const app = await openApp(test, '/reports/weekly', {
      ...storedReports({ subscriptions: [WEEKLY] }),
      'GET /me': () => ({ ...ADMIN, permissions }),
    });
    const dialog = app.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Send now' }).waitFor();
    assert.equal(dialog.getByRole('button', { name: 'Preview…' }).count(), 0);
    await app.press('Escape');
    await app.getByRole('button', { name: 'Actions for Revenue on Mondays' }).click();
    await app.getByRole('menuitem', { name: 'Pause' }).waitFor();
    assert.equal(app.getByRole('menuitem', { name: 'Preview…' }).count(), 0);
  });

  it('open with all that is known about them, and their deliveries', async (test) => {
    const app = await openApp(
      test,
      '/reports/weekly',
      storedReports({ subscriptions: [WEEKLY], deliveries: [{ ...FAILED, kind: 'test' }] }),
    );
    const dialog = app.getByRole('dialog', { name: 'Revenue on Mondays' });
    for (const text of ['Europe/Berlin', 'PDF', 'Stored context until', 'Main', 'Test · 5 attempts'])
      await dialog.getByText(text).waitFor();
    await dialog.getByText(FAILED.reason ?? '').waitFor();
    await app.assertAccessible();
    await dialog.getByRole('button', { name: 'Resend Revenue on Mondays to ann@customer.example' }).click();
    await app.getByText('On its way to ann@customer.example.').waitFor();
    assert.deepEqual(app.api.calls('POST /report-deliveries/{id}/resend')[0]?.path, { id: 'one' });
  });

  it('name the condition of an alert', async (test) => {
    const app = await openApp(test, '/reports/returns', storedReports({ subscriptions: [ALERT] }));
    await app.getByRole('dialog').getByText('returns above 8, per region').waitFor();
    await app.getByRole('button', { name: 'Check now' }).waitFor();
  });

  it('say why they ended, and can only be deleted then', async (test) => {
    const ended = { ...WEEKLY, status: 'ended', reason: 'refused-by-host', nextAt: null } as const;
    const app = await openApp(test, '/reports/weekly', storedReports({ subscriptions: [ended] }));
    const dialog = app.getByRole('dialog');
    await dialog.getByText('This subscription ended').waitFor();
    await dialog.getByText('Your server refused to sign for the viewer.').waitFor();
    assert.equal(dialog.getByRole('button', { name: 'Send now' }).count(), 0);
    assert.equal(dialog.getByRole('button', { name: 'Pause' }).count(), 0);
    await dialog.getByRole('button', { name: 'Delete…' }).click();
    await app.getByRole('button', { name: 'Delete subscription' }).click();
    await eventually(() => assert.equal(app.path(), '/reports'));
  });

  it('lead to the settings while viewers cannot subscribe', async (test) => {
    const app = await openApp(test, '/reports', storedReports({ settings: { rights: 'off' } }));
    await app.getByText('Viewers cannot subscribe yet').waitFor();
    assert.equal(app.getByRole('button', { name: 'Pause all…' }).count(), 0);
    await app.getByRole('link', { name: 'Set up reports' }).click();
    await app.getByRole('heading', { name: 'Rights' }).waitFor();
  });

  it('are paused all at once after a question, which every part of Reports then says', async (test) => {
    const app = await openApp(test, '/reports', storedReports({ subscriptions: [WEEKLY] }));
    await app.getByRole('button', { name: 'Pause all…' }).click();
    await app.getByRole('dialog').getByRole('button', { name: 'Pause all' }).click();
    await app.getByText('All subscriptions are paused', { exact: true }).waitFor();
    await app.getByRole('link', { name: 'Deliveries' }).click();
    await app.getByText('All subscriptions are paused', { exact: true }).waitFor();
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Resume all' }).click();
    await app.getByText('All subscriptions are paused', { exact: true }).waitForNone();
    assert.deepEqual(
      app.api.calls('PATCH /report-settings').map(({ body }) => body),
      [{ isPaused: true }, { isPaused: false }],
    );
  });

  it('say that no mail server can send them', async (test) => {
    const stored = storedReports({ subscriptions: [WEEKLY] });
    const app = await openApp(test, '/reports', {
      ...stored,
      'GET /mail-settings': async (call) => {
        const settings = await stored['GET /mail-settings']?.(call);
        return { ...settings, instanceSender: null, canSend: false } as never;
      },
    });
    await app.getByText('Reports by email cannot be sent').waitFor();
    await app.locator('.ui-notice').getByRole('link', { name: 'Email' }).waitFor();
  });

  it('are only looked at by an auditor, as are their messages', async (test) => {
    const app = await openApp(test, '/reports/weekly', {
      ...storedReports({ subscriptions: [WEEKLY], deliveries: [FAILED] }),
      'GET /me': () => ({ ...ADMIN, adminRole: 'auditor', permissions: ADMIN_ROLES.auditor }),
    });
    await app
      .getByRole('dialog')
      .getByText(FAILED.reason ?? '')
      .waitFor();
    for (const name of ['Send now', 'Pause', 'Delete…', 'Resend', 'Pause all…'])
      assert.equal(app.getByRole('button', { name }).count(), 0, name);
    await app.getByRole('dialog').getByRole('button', { name: 'Preview…' }).waitFor();
    await app.press('Escape');
    await app.getByRole('button', { name: 'Actions for Revenue on Mondays' }).click();
    assert.deepEqual(app.getByRole('menuitem').texts(), ['Preview…']);
  });
});

describe('the deliveries of reports in the admin app', () => {
  const unknown = {
    ...FAILED,
    id: 'two',
    state: 'unknown',
    reason: 'Inlay stopped before the reply.',
  } as const;

  it('are listed by how they ended, with what failed first', async (test) => {
    const app = await openApp(test, '/reports/deliveries', storedReports({ deliveries: [FAILED, unknown] }));
    await app
      .getByText(FAILED.reason ?? '')
      .first()
      .waitFor();
    assert.equal(app.locator('tbody tr').count(), 1);
    await app.assertAccessible();
    await app.getByRole('button', { name: 'Unknown 1' }).click();
    await app.getByText('Inlay stopped before the reply.').first().waitFor();
    assert.equal(app.path(), '/reports/deliveries?state=unknown');
    await app.getByRole('button', { name: 'All' }).last().click();
    await eventually(() => assert.equal(app.locator('tbody tr').count(), 2));
  });

  it('are resent after a warning where the first email may have arrived', async (test) => {
    const app = await openApp(
      test,
      '/reports/deliveries?state=unknown',
      storedReports({ deliveries: [unknown] }),
    );
    await app.getByRole('button', { name: 'Resend Revenue on Mondays' }).click();
    await app.getByText('If it did arrive, ann@customer.example gets it twice.', { exact: false }).waitFor();
    assert.equal(app.api.calls('POST /report-deliveries/{id}/resend').length, 0);
    await app.getByRole('button', { name: 'Resend anyway' }).click();
    await app.getByText('On its way to ann@customer.example.').waitFor();
    assert.equal(app.api.calls('POST /report-deliveries/{id}/resend').length, 1);
  });
});
