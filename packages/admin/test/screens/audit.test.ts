import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NO_TENANT_SETTINGS } from '@inlay/protocol/tenant-settings';
import { eventually } from '../../../../test/support/time/eventually.ts';
import type { Schemas } from '../../src/api/operations.ts';
import { list } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT } from '../support/sample-world.ts';

const EXPORTED: Schemas['AuditEvent'] = {
  id: 'one',
  at: AT,
  action: 'data.export',
  outcome: 'success',
  actor: 'ann@acme.example',
  target: 'orders',
  reason: null,
  count: 3,
  rows: 1200,
  requestId: 'r1',
  ip: '192.0.2.1',
  details: { workspace: 'main', rules: ['/rowRules/0'] },
};
const world = {
  'GET /audit-events': () =>
    list(EXPORTED, {
      ...EXPORTED,
      id: 'two',
      action: 'data.query',
      actor: 'admin',
      rows: 1,
      details: { workspace: 'main', viewer: 'eve', unruled: true },
    }),
  'GET /tenant-settings': () => NO_TENANT_SETTINGS,
};

describe('the audit log in the admin app', () => {
  it('shows who read how many rows, under which rules and as whom', async (test) => {
    const app = await openApp(test, '/audit', world);
    await app.getByText('1,200 rows · rules /rowRules/0').waitFor();
    await app.getByText('1 row · no row rules · as viewer eve').waitFor();
    await app.assertAccessible();
  });

  it('filters by object, and exports what the filters match', async (test) => {
    const app = await openApp(test, '/audit?action=data.export&page=2', world);
    await app.getByRole('searchbox', { name: 'Exact object, such as a dataset id' }).fill('orders');
    await eventually(() => assert.equal(app.api.calls('GET /audit-events').at(-1)?.query.target, 'orders'));
    const address = (name: string) =>
      app
        .getByRole('link', { name })
        .element()
        .getAttribute('href')
        ?.replace(/^.*\/api/, '/api');
    assert.equal(address('Export CSV'), '/api/v0/audit-events/export.csv?action=data.export&target=orders');
    assert.equal(
      address('Export JSON'),
      '/api/v0/audit-events/export.ndjson?action=data.export&target=orders',
    );
  });

  it('warns before events are kept for a shorter time', async (test) => {
    const app = await openApp(test, '/audit', {
      ...world,
      'PATCH /tenant-settings': ({ body }) => ({ ...NO_TENANT_SETTINGS, ...body }),
    });
    await app.getByText('Events are kept for 90 days.').waitFor();
    await app.getByRole('button', { name: 'Change…' }).click();
    const days = app.getByRole('spinbutton', { name: 'Days' });
    await days.fill('400');
    assert.equal(app.getByText('cannot be restored').count(), 0);
    await days.fill('30');
    await app.getByText('cannot be restored').waitFor();
    await app.getByRole('button', { name: 'Save' }).click();
    await app.getByText('Events are kept for 30 days.').waitFor();
    assert.deepEqual(app.api.calls('PATCH /tenant-settings').at(-1)?.body, { auditDays: 30 });
  });
});
