import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { CHART, canvasOf, made, person } from '../../../support/builder/builder-world.ts';
import { describeEmbedding } from '../../../support/embeds/describe-embedding.ts';
import { KEYS } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { type ApiDescription, operationsOf } from '../../../support/http/api-description.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { ADMIN, SQLITE } from '../../../support/server/start-inlay.ts';
import { type JwksServer, makePair, startJwksServer } from '../../../support/tokens/start-jwks-server.ts';
import { addTenant } from '../../../support/users/second-tenant.ts';

interface Event {
  readonly id: string;
  readonly at: string;
  readonly ip: string | null;
  readonly reason: string | null;
  readonly count: number;
  readonly rows: number | null;
  readonly action: string;
  readonly outcome: string;
  readonly actor: string | null;
  readonly target: string | null;
  readonly requestId: string | null;
  readonly details: unknown;
}

interface Change {
  readonly body?: object;
  readonly action: string;
  readonly target?: string;
  readonly details?: object;
}

const publicKey = KEYS.publicKey.export({ type: 'spki', format: 'pem' });
const fingerprint = createHash('sha256')
  .update(KEYS.publicKey.export({ type: 'spki', format: 'der' }))
  .digest('hex')
  .replaceAll(/..(?=.)/g, '$&:');

describeEmbedding(
  'audit events of changes',
  SQLITE,
  (given) => {
    let jwks: JwksServer;
    before(async () => {
      jwks = await startJwksServer();
      jwks.serve([makePair('a').jwk]);
    });
    after(() => jwks.close());

    const send = (operation: string, body?: object) => {
      const [method = '', path = ''] = operation.split(' ');
      const { adminToken: token } = given.setup;
      return call(`${given.inlay.url}${path}`, { method, token, ...(body === undefined ? {} : { body }) });
    };
    /** Those recorded since the given time, oldest first. */
    const eventsSince = async (from: number, headers = {}, token = given.setup.adminToken) => {
      const path = `/api/v0/audit-events?limit=200&from=${new Date(from).toISOString()}`;
      const { status, body } = await call<{ data: Event[] }>(`${given.inlay.url}${path}`, { token, headers });
      assert.equal(status, 200, JSON.stringify(body));
      return body.data.map(({ id, at, ip, reason, count, rows, ...event }) => event).reverse();
    };
    /** A time before which all events so far were recorded. */
    const startOf = () => {
      given.advance(1000);
      return given.now();
    };

    const settings = '/api/v0/embed-settings';
    const ofSettings = (): Readonly<Record<string, Change>> => ({
      [`PATCH ${settings}`]: {
        body: { replayProtection: true, maxTokenSeconds: 3600, allowedOrigins: ['https://app.example.com'] },
        action: 'embed-settings.change',
        details: { fields: ['replay_protection', 'max_token_seconds', 'allowed_origins'] },
      },
      [`POST ${settings}/secret`]: {
        body: { graceSeconds: 60 },
        action: 'embed-settings.regenerate-secret',
        details: { graceSeconds: 60 },
      },
      [`PUT ${settings}/jwks`]: {
        body: { url: jwks.url },
        action: 'embed-settings.register-jwks',
        details: { url: jwks.url, revokeTokens: false },
      },
      [`PUT ${settings}/public-key`]: {
        body: { publicKey, revokeTokens: true },
        action: 'embed-settings.upload-key',
        details: { fingerprint, revokeTokens: true },
      },
      [`POST ${settings}/revoke-tokens`]: { action: 'embed-settings.revoke-tokens', details: {} },
    });
    const ofThemes: Readonly<Record<string, Change>> = {
      'PUT /api/v0/themes/brand': { body: {}, action: 'theme.create', target: 'brand' },
      'PUT /api/v0/themes/brand?second': {
        body: { mode: 'dark' },
        action: 'theme.change',
        target: 'brand',
      },
      'DELETE /api/v0/themes/brand': { action: 'theme.delete', target: 'brand' },
    };

    const recordsEach = async (changes: Readonly<Record<string, Change>>) => {
      for (const [operation, { body, action, target = null, details = null }] of Object.entries(changes)) {
        const from = startOf();
        const { status, headers, body: response } = await send(operation, body);
        assert.ok(status < 300, `${operation}: ${JSON.stringify(response)}`);
        const requestId = headers['x-request-id'];
        const expected = { requestId, actor: ADMIN.username, outcome: 'success', action, target, details };
        assert.deepEqual(await eventsSince(from), [expected], operation);
      }
    };

    it('record with whom a dashboard of the builder is shared', async () => {
      const author = await person(given.inlay, given.setup, 'author', ['contribute']);
      const { dashboard } = await made(author, canvasOf('Shared', { chart: CHART }));
      const from = startOf();
      const body = { with: 'workspace', right: 'view' };
      const { status, body: response } = await author('PUT', `dashboards/${dashboard.id}/sharing`, { body });
      assert.equal(status, 200, JSON.stringify(response));
      const [event] = await eventsSince(from);
      assert.deepEqual(
        [event?.action, event?.actor, event?.target, event?.details],
        [
          'dashboard.share',
          'author@customer.example',
          dashboard.id,
          { app: 'sales', with: 'workspace', groups: [], right: 'view' },
        ],
      );
    });

    it('record each change of the embed settings: who, what and in which request', async () => {
      const { body } = await call<ApiDescription>(`${given.inlay.url}/api/openapi.json`);
      const changes = operationsOf(body)
        .filter(({ path, method }) => path.startsWith(settings) && method !== 'GET')
        .map(({ name }) => name)
        // It verifies a token and changes nothing.
        .filter((name) => name !== `POST ${settings}/check-token`);
      assert.deepEqual(changes.sort(), Object.keys(ofSettings()).sort());
      await recordsEach(ofSettings());
    });

    it('record each change of a theme', async () => {
      await recordsEach(ofThemes);
    });

    it('record no change that was refused', async () => {
      const from = startOf();
      for (const [operation, refused] of Object.entries({
        [`PATCH ${settings}`]: { allowedOrigins: ['not an origin'] },
        [`POST ${settings}/secret`]: { graceSeconds: -1 },
        [`PUT ${settings}/public-key`]: { publicKey: 'not a key' },
        [`PUT ${settings}/jwks`]: { url: 'not an address' },
        'PUT /api/v0/themes/brand': { mode: 'pink' },
      }))
        assert.equal((await send(operation, refused)).status, 400, operation);
      assert.deepEqual(await eventsSince(from), []);
    });

    it('record a key and a secret that the operator registers', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'inlay-keys-'));
      const command = ['keys', 'generate', '--register', '--yes', '--tenant', 'demo', '--out', folder];
      const { code, stderr } = await runCommand(command, given.inlay.env);
      rmSync(folder, { recursive: true });
      assert.equal(code, 0, stderr);
      const recorded = (await eventsSince(0)).filter(
        ({ action, actor }) => action.startsWith('embed-settings.') && actor === null,
      );
      assert.deepEqual(recorded.map(({ action }) => action).sort(), [
        'embed-settings.regenerate-secret',
        'embed-settings.upload-key',
      ]);
    });

    it('record that the operator disabled, enabled or moved a tenant', async () => {
      const { host, adminToken } = await addTenant(given.inlay);
      for (const args of [
        ['disable', 'acme'],
        ['enable', 'acme'],
        ['default', 'acme'],
        ['default', 'demo'],
      ]) {
        const { code, stderr } = await runCommand(['tenant', ...args], given.inlay.env);
        assert.equal(code, 0, stderr);
      }
      // This node remembers a tenant's status for a second.
      given.advance(2000);
      const events = await eventsSince(0, { host }, adminToken);
      assert.deepEqual(
        events
          .filter(({ action }) => /^tenant\.(?!create)/.test(action))
          .map(({ action }) => action)
          .sort(),
        ['tenant.default', 'tenant.default', 'tenant.disable', 'tenant.enable'],
      );
    });
  },
  { world: 'builders', env: { INLAY_ALLOW_PRIVATE_NETWORKS: '127.0.0.0/8' } },
);
