import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiKey } from '@inlay/protocol/api-key';
import { eventually } from '../../../../test/support/time/eventually.ts';
import { list } from '../support/fake-api.ts';
import { openApp } from '../support/open-app.ts';
import { AT } from '../support/sample-world.ts';

const SECRET = `inl_key_${'Zk3v'.repeat(11).slice(1)}`;
const DEPLOY: ApiKey = {
  id: 'one',
  name: 'deploy',
  scopes: ['content:read', 'content:write'],
  workspaces: null,
  networks: null,
  expiresAt: null,
  prefix: 'inl_key_Zk3v',
  previous: null,
  createdBy: 'ann@demo.test',
  createdAt: AT,
  lastUsedAt: null,
};

describe('API keys in the admin app', () => {
  it('are created with the permissions that are chosen, and shown once', async (test) => {
    const app = await openApp(test, '/api-keys', {
      'GET /api-keys': () => list(),
      'POST /api-keys': ({ body }) => ({ ...DEPLOY, ...body, key: SECRET }) as never,
    });
    await app.getByText('No API keys yet').waitFor();
    await app.locator('.screen-head').getByRole('button', { name: 'Create API key' }).click();
    const dialog = app.getByRole('dialog');
    await dialog.getByLabel('Name').fill('nightly');
    const create = dialog.getByRole('button', { name: 'Create API key' });
    await eventually(() => assert.ok(create.isDisabled()));
    await dialog.getByLabel('content:read').check();
    await dialog.getByLabel('usage:read').check();
    await dialog.getByLabel('Allowed networks').fill('10.0.0.0/8, 203.0.113.7');
    await dialog.getByLabel('Expires').fill('2030-01-31');
    await create.click();
    await app.getByText(SECRET).waitFor();
    await app.getByText('Copy the key “nightly” now.').waitFor();
    assert.deepEqual(app.api.calls('POST /api-keys')[0]?.body, {
      name: 'nightly',
      scopes: ['content:read', 'usage:read'],
      workspaces: null,
      networks: ['10.0.0.0/8', '203.0.113.7'],
      expiresAt: '2030-01-31T00:00:00.000Z',
    });
  });

  it('are replaced with an overlap, and revoked', async (test) => {
    const app = await openApp(test, '/api-keys/one', {
      'GET /api-keys': () => list(DEPLOY),
      'GET /api-keys/{id}': () => DEPLOY,
      'POST /api-keys/{id}/rotate': () => ({ ...DEPLOY, key: SECRET }),
      'DELETE /api-keys/{id}': () => undefined,
    });
    await app.getByRole('button', { name: 'Replace…' }).click();
    await app.getByLabel('Previous key expires').selectOption('After 7 days');
    await app.getByRole('button', { name: 'Replace key' }).click();
    await app.getByText(SECRET).waitFor();
    assert.deepEqual(app.api.calls('POST /api-keys/{id}/rotate')[0]?.body, { overlapHours: 168 });
    await app.getByRole('link', { name: 'deploy' }).click();
    // The new key was not copied, which it cannot be here.
    await app.getByRole('button', { name: 'Leave' }).click();
    await app.getByRole('button', { name: 'Revoke…' }).click();
    await app.getByRole('button', { name: 'Revoke key' }).click();
    await app.getByText('API key deploy revoked.').waitFor();
  });
});
