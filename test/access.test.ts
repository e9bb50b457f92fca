import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ADMIN_ROLES } from '@inlay/protocol/admin-role';
import { ALL_PERMISSIONS, type Permission } from '@inlay/protocol/permission';
import { guardRoutes } from '@inlay/server/access';
import { createTenant } from '@inlay/server/features/provisioning/create-tenant';
import type { HttpApp } from '@inlay/server/platform/http/http-app';
import Fastify from 'fastify';
import type { EmbedSetup } from './support/embeds/embed-client.ts';
import { call, logInAs } from './support/http/api-client.ts';
import { type ApiDescription, type NamedOperation, operationsOf } from './support/http/api-description.ts';
import { assertDocumented } from './support/http/assert-documented.ts';
import { listRoutes } from './support/http/list-routes.ts';
import { ADMIN, STORES, type TestInlay, type TestStore } from './support/server/start-inlay.ts';
import { startWorld } from './support/server/worlds.ts';
import { newToken } from './support/tokens/token-client.ts';

/** Addresses that tell of no tenant: the operator's probes, the API's description, the documentation, scripts for browsers. */
const OF_NO_TENANT = [
  '/healthz',
  '/readyz',
  '/metrics',
  '/api/openapi.json',
  '/api/docs',
  '/api/docs/',
  '/docs',
  '/docs*',
  '/docs/assets/:name',
  '/scripts/embedLauncher.js',
  '/scripts/embedSdk.js',
  '/embed/assets/:name',
  '/packages/:file',
];

/** The admin app's files, and its way to log in; it asks everything else of the API that is described. */
// The router prints `/admin/*` as `/admin*`.
const OF_THE_ADMIN_APP = [
  '/',
  '/admin',
  '/admin*',
  '/admin/assets/:name',
  '/admin/session',
  '/admin/session/options',
  '/admin/password-link',
  '/admin/password-link/password',
  '/admin/password-reset',
  '/admin/session/second-factor',
  '/admin/session/second-factor/passkey-options',
  '/admin/session/set-up/totp',
  '/admin/session/set-up/totp/confirm',
  '/admin/session/set-up/passkey-options',
  '/admin/session/set-up/passkey',
  '/admin/session/passkey-options',
  '/admin/session/passkey',
  '/admin/session/providers/:id',
  '/admin/session/providers/:id/callback',
  '/admin/session/providers/:id/acs',
  '/admin/session/providers/:id/metadata',
  '/admin/session/providers/:id/backchannel-logout',
  '/admin/session/confirm',
  '/admin/session/confirm/passkey-options',
];

/** Operations without a login token, because calling them is how one proves who one is. */
const WITHOUT_TOKEN = [
  'POST /api/login',
  'POST /api/auth/realms/{realm}/protocol/openid-connect/token',
  'POST /api/auth/realms/{realm}/protocol/openid-connect/token/introspect',
  'POST /api/auth/realms/{realm}/protocol/openid-connect/revoke',
  'GET /api/auth/realms/{realm}/.well-known/openid-configuration',
  'GET /.well-known/oauth-authorization-server/api/auth/realms/{realm}',
  'GET /embed/{id}',
  'POST /embed/{id}',
  'POST /scripts/sdk-session',
];

/** What a person may do who is logged in, whatever the role. */
const FOR_EVERY_USER = [
  'POST /api/logout',
  'GET /api/v0/me',
  'POST /api/v0/me/password',
  'GET /api/v0/me/sessions',
  'DELETE /api/v0/me/sessions',
  'DELETE /api/v0/me/sessions/{id}',
  'GET /api/v0/me/second-factors',
  'POST /api/v0/me/passkeys/options',
  'POST /api/v0/me/passkeys',
  'PATCH /api/v0/me/passkeys/{id}',
  'DELETE /api/v0/me/passkeys/{id}',
  'POST /api/v0/me/totp',
  'POST /api/v0/me/totp/confirm',
  'DELETE /api/v0/me/totp',
  'POST /api/v0/me/recovery-codes',
];

/** RFC 7644 §3.11, §3.4.3: what the server does not support is 501. */
const NOT_SUPPORTED = ['GET /api/scim/v2/Me', 'POST /api/scim/v2/.search'];

/**
 * What only people may do: an API key has no account, needs no token to preview embeds, would get links to reset
 * passwords through a mail server of its own, and everybody's account with an identity provider of its own.
 */
const NOT_FOR_KEYS = [
  ...FOR_EVERY_USER,
  'POST /api/v0/apps/{id}/author-token',
  'POST /api/v0/embeds/{id}/author-token',
  'POST /api/v0/embeds/{id}/preview-token',
  'POST /api/v0/identity-providers',
  'PATCH /api/v0/identity-providers/{id}',
  'DELETE /api/v0/identity-providers/{id}',
  'PATCH /api/v0/mail-settings',
  'POST /api/v0/mail-settings/test',
  'PATCH /api/v0/report-settings',
  'POST /api/v0/report-settings/secret',
];

/** What privileges on an app decide, whatever the role; the tests of content's states say how. */
const BY_PRIVILEGE =
  /^(GET \/api\/v0\/(apps|embeds)(\/\{id\})?|GET \/api\/v0\/apps\/\{id\}\/datasets|POST \/api\/v0\/apps\/\{id\}\/publish|\w+ \/api\/v0\/(tiles|stories|dashboards)(\/.*)?)$/;

/** What a viewer may ask with an embed token; no login opens it. */
const FOR_VIEWERS = [
  'DELETE /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}',
  'DELETE /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/subscriptions/{subscriptionId}',
  'DELETE /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/views/{viewId}',
  'DELETE /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/subscriptions/{subscriptionId}',
  'DELETE /embed/api/v0/embeds/{id}/subscriptions/{subscriptionId}',
  'DELETE /embed/api/v0/embeds/{id}/views/{viewId}',
  'GET /embed/api/v0/embeds/{id}',
  'GET /embed/api/v0/embeds/{id}/builder',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/export.pdf',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/export.xlsx',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/subscriptions',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/tiles/{tileId}/export.csv',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/tiles/{tileId}/export.json',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/tiles/{tileId}/export.pdf',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/tiles/{tileId}/export.png',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/tiles/{tileId}/export.svg',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/tiles/{tileId}/export.xlsx',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/versions',
  'GET /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/views',
  'GET /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/export.pdf',
  'GET /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/export.xlsx',
  'GET /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/subscriptions',
  'GET /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/tiles/{tileId}/export.csv',
  'GET /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/tiles/{tileId}/export.json',
  'GET /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/tiles/{tileId}/export.pdf',
  'GET /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/tiles/{tileId}/export.png',
  'GET /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/tiles/{tileId}/export.svg',
  'GET /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/tiles/{tileId}/export.xlsx',
  'GET /embed/api/v0/embeds/{id}/export.pdf',
  'GET /embed/api/v0/embeds/{id}/export.xlsx',
  'GET /embed/api/v0/embeds/{id}/subscriptions',
  'GET /embed/api/v0/embeds/{id}/tiles/{tileId}/export.csv',
  'GET /embed/api/v0/embeds/{id}/tiles/{tileId}/export.json',
  'GET /embed/api/v0/embeds/{id}/tiles/{tileId}/export.pdf',
  'GET /embed/api/v0/embeds/{id}/tiles/{tileId}/export.png',
  'GET /embed/api/v0/embeds/{id}/tiles/{tileId}/export.svg',
  'GET /embed/api/v0/embeds/{id}/tiles/{tileId}/export.xlsx',
  'GET /embed/api/v0/embeds/{id}/views',
  'GET /embed/api/v0/session',
  'GET /embed/api/v0/themes/{name}',
  'PATCH /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}',
  'PATCH /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/subscriptions/{subscriptionId}',
  'PATCH /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/views/{viewId}',
  'PATCH /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/subscriptions/{subscriptionId}',
  'PATCH /embed/api/v0/embeds/{id}/subscriptions/{subscriptionId}',
  'PATCH /embed/api/v0/embeds/{id}/views/{viewId}',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/copy',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/exports',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/filters/{filterId}/values',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/presence',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/publish',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/render',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/reset',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/return',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/state',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/submit',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/subscriptions',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/subscriptions/dry-run',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/subscriptions/preview',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/subscriptions/{subscriptionId}/test',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/tiles/{tileId}',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/tiles/{tileId}/rows',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/tiles/{tileId}/rows/exports',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/values',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/versions/{revision}/restore',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/view',
  'POST /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/views',
  'POST /embed/api/v0/embeds/{id}/builder/preview',
  'POST /embed/api/v0/embeds/{id}/builder/preview/texts',
  'POST /embed/api/v0/embeds/{id}/builder/preview/values',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/exports',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/filters/{filterId}/values',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/render',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/subscriptions',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/subscriptions/dry-run',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/subscriptions/preview',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/subscriptions/{subscriptionId}/test',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/tiles/{tileId}',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/tiles/{tileId}/rows',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/tiles/{tileId}/rows/exports',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/values',
  'POST /embed/api/v0/embeds/{id}/dashboards/{dashboardId}/view',
  'POST /embed/api/v0/embeds/{id}/exports',
  'POST /embed/api/v0/embeds/{id}/filters/{filterId}/values',
  'POST /embed/api/v0/embeds/{id}/messages',
  'POST /embed/api/v0/embeds/{id}/render',
  'POST /embed/api/v0/embeds/{id}/state',
  'POST /embed/api/v0/embeds/{id}/subscriptions',
  'POST /embed/api/v0/embeds/{id}/subscriptions/dry-run',
  'POST /embed/api/v0/embeds/{id}/subscriptions/preview',
  'POST /embed/api/v0/embeds/{id}/subscriptions/{subscriptionId}/test',
  'POST /embed/api/v0/embeds/{id}/tiles/{tileId}',
  'POST /embed/api/v0/embeds/{id}/tiles/{tileId}/rows',
  'POST /embed/api/v0/embeds/{id}/tiles/{tileId}/rows/exports',
  'POST /embed/api/v0/embeds/{id}/values',
  'POST /embed/api/v0/embeds/{id}/views',
  'PUT /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}',
  'PUT /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/groups',
  'PUT /embed/api/v0/embeds/{id}/builder/dashboards/{dashboardId}/sharing',
];

/** Pages that links in messages lead to. */
const IN_MESSAGES = ['/unsubscribe', '/unsubscribe*'];

const REFUSED = { statusCode: 401, message: 'Unauthorized' };

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`specification 4.2, 5.3, 7: access to the API on ${engine}`, () => {
    let store: TestStore;
    let inlay: TestInlay;
    let setup: EmbedSetup;
    let operations: readonly NamedOperation[];
    let userToken: string;
    let foreignAdminToken: string;
    let keyCount = 0;

    before(async () => {
      ({ store, inlay, setup } = await startWorld('embedding', makeStore));
      const { body } = await call<ApiDescription>(`${inlay.url}/api/openapi.json`);
      operations = operationsOf(body);
      const token = await logInAs(inlay.url);
      const user = { username: 'plain@demo.test', password: ADMIN.password };
      const created = await call(`${inlay.url}/api/v0/users`, { token, body: { ...user, roles: ['USER'] } });
      assert.equal(created.status, 201);
      userToken = await logInAs(inlay.url, user);
      foreignAdminToken = await loginOfAnotherTenant(inlay);
    });
    after(async () => {
      await inlay?.close();
      await store?.drop();
    });

    const guarded = () => operations.filter(({ name }) => !WITHOUT_TOKEN.includes(name));
    const forAdmins = () =>
      guarded().filter(
        ({ name }) => ![...FOR_EVERY_USER, ...FOR_VIEWERS].includes(name) && !BY_PRIVILEGE.test(name),
      );
    const answerTo = (operation: NamedOperation, token?: string) =>
      call(`${inlay.url}${operation.path.replaceAll(/\{\w+\}/g, 'some-id')}`, {
        method: operation.method,
        ...(token === undefined ? {} : { token }),
      });
    const refuses = async (operation: NamedOperation, token: string | undefined, challenge: string) => {
      const { status, body, headers } = await answerTo(operation, token);
      assert.equal(status, 401, operation.name);
      assert.deepEqual(body, REFUSED, operation.name);
      assert.equal(headers['www-authenticate'], challenge, operation.name);
    };

    const serves = async (operation: NamedOperation, token: string) => {
      const { status } = await answerTo(operation, token);
      assertDocumented(operation.method, operation.path.replaceAll(/\{\w+\}/g, 'some-id'), status);
      if (NOT_SUPPORTED.includes(operation.name)) assert.equal(status, 501, operation.name);
      else assert.ok(status < 500, `${operation.name}: ${status}`);
      if (!WITHOUT_TOKEN.includes(operation.name)) assert.notEqual(status, 401, operation.name);
    };

    const newKey = async (scopes: readonly Permission[]): Promise<string> => {
      const token = await logInAs(inlay.url);
      keyCount += 1;
      const created = await call<{ key: string }>(`${inlay.url}/api/v0/api-keys`, {
        token,
        body: { name: `key ${keyCount}`, scopes },
      });
      assert.equal(created.status, 201, JSON.stringify(created.body));
      return created.body.key;
    };

    it('describes every route except the probes and the description itself', () => {
      const routes = listRoutes(inlay.http).filter(
        ({ url }) => ![...OF_NO_TENANT, ...OF_THE_ADMIN_APP, ...IN_MESSAGES].includes(url),
      );
      const known = new Set(operations.map(({ name }) => name));
      const undescribed = routes
        .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`)
        .filter((name) => !known.has(name));
      assert.deepEqual(undescribed, []);
      assert.equal(routes.length, operations.length);
    });

    it('requires a login for every operation except those in the table', () => {
      const needs = (wanted: string) => (operation: NamedOperation) =>
        (operation.security ?? []).some((scheme) => wanted in scheme);
      const names = (found: readonly NamedOperation[]) => found.map(({ name }) => name).sort();
      const open = operations.filter((operation) => !needs('login')(operation) && !needs('embed')(operation));
      assert.deepEqual(names(open), WITHOUT_TOKEN.toSorted());
      assert.deepEqual(names(operations.filter(needs('embed'))), FOR_VIEWERS);
    });

    it('refuses a request without a token', async () => {
      for (const operation of guarded()) await refuses(operation, undefined, 'Bearer');
    });

    it('refuses a token that was never issued', async () => {
      for (const operation of guarded())
        await refuses(operation, 'inl_login_never-issued', 'Bearer error="invalid_token"');
    });

    it("refuses an administrator's token of another tenant", async () => {
      for (const operation of guarded())
        await refuses(operation, foreignAdminToken, 'Bearer error="invalid_token"');
    });

    it('refuses a role that is too low with 401, as the specification says', async () => {
      assert.ok(forAdmins().length > 10);
      for (const operation of forAdmins())
        await refuses(operation, userToken, 'Bearer error="insufficient_scope"');
    });

    it('answers each role exactly where it has the permissions', async () => {
      const token = await logInAs(inlay.url);
      for (const role of ['data-manager', 'content-author', 'auditor'] as const) {
        const user = { username: `${role}@demo.test`, password: ADMIN.password };
        await call(`${inlay.url}/api/v0/users`, { token, body: { ...user, adminRole: role } });
        const ofRole = await logInAs(inlay.url, user);
        const mayCall = (operation: NamedOperation) =>
          (scopesOf(operation) ?? []).every((scope) =>
            (ADMIN_ROLES[role] as readonly Permission[]).includes(scope),
          );
        for (const operation of forAdmins().filter(({ name }) => !NOT_FOR_KEYS.includes(name)))
          if (mayCall(operation)) await serves(operation, ofRole);
          else await refuses(operation, ofRole, 'Bearer error="insufficient_scope"');
      }
    });

    it("refuses an administrator's login token on embed routes", async () => {
      const login = await logInAs(inlay.url);
      for (const operation of operations.filter(({ name }) => FOR_VIEWERS.includes(name)))
        await refuses(operation, login, 'Bearer error="invalid_token"');
    });

    it('refuses credentials of another scheme and malformed tokens', async () => {
      for (const authorization of ['Basic YWRtaW46YWRtaW4=', 'Bearer', 'Bearer a b', userToken]) {
        const { status, body } = await call(`${inlay.url}/api/v0/me`, { headers: { authorization } });
        assert.equal(status, 401, authorization);
        assert.deepEqual(body, REFUSED);
      }
    });

    it('answers an administrator, or a viewer, on every operation with a status that it documents', async () => {
      const isForViewers = ({ name }: NamedOperation) => FOR_VIEWERS.includes(name);
      const viewerToken = await newToken(setup);
      for (const operation of operations.filter(isForViewers)) await serves(operation, viewerToken);
      // Each with another token, because some operations end it.
      for (const operation of operations.filter((operation) => !isForViewers(operation)))
        await serves(operation, await logInAs(inlay.url));
    });

    it('lists the scopes of every operation that an API key can call', () => {
      const callable = operations.filter((operation) => scopesOf(operation) !== undefined);
      const others = operations.filter((operation) => scopesOf(operation) === undefined);
      assert.deepEqual(
        others.map(({ name }) => name).sort(),
        [...WITHOUT_TOKEN, ...FOR_VIEWERS, ...NOT_FOR_KEYS].sort(),
      );
      const used = new Set(callable.flatMap((operation) => scopesOf(operation) ?? []));
      assert.deepEqual([...used].sort(), ALL_PERMISSIONS.toSorted());
    });

    it('refuses an API key that lacks one scope of the operation, whatever else it has', async () => {
      const lacking = new Map<Permission, string>();
      for (const scope of ALL_PERMISSIONS)
        lacking.set(scope, await newKey(ALL_PERMISSIONS.filter((each) => each !== scope)));
      for (const operation of operations)
        for (const scope of scopesOf(operation) ?? [])
          await refuses(operation, lacking.get(scope), 'Bearer error="insufficient_scope"');
    });

    it('answers an API key with exactly the scopes of the operation', async () => {
      const keys = new Map<string, string>();
      for (const operation of operations) {
        const scopes = scopesOf(operation);
        if (!scopes) continue;
        const known = keys.get(scopes.join()) ?? (await newKey(scopes));
        keys.set(scopes.join(), known);
        await serves(operation, known);
      }
    });

    it('refuses every API key where only a person or a viewer may go', async () => {
      const key = await newKey(ALL_PERMISSIONS);
      for (const operation of operations.filter(({ name }) => NOT_FOR_KEYS.includes(name)))
        await refuses(operation, key, 'Bearer error="insufficient_scope"');
      for (const operation of operations.filter(({ name }) => FOR_VIEWERS.includes(name)))
        await refuses(operation, key, 'Bearer error="invalid_token"');
    });

    it('lets users of any role access their own account', async () => {
      const { status, body } = await call<{ username: string }>(`${inlay.url}/api/v0/me`, {
        token: userToken,
      });
      assert.equal(status, 200);
      assert.equal(body.username, 'plain@demo.test');
    });
  });
}

describe('a route without access rules', () => {
  it('cannot be added under /api', () => {
    const app = Fastify() as unknown as HttpApp;
    guardRoutes(app, {} as never);
    assert.throws(
      () => app.get('/api/v0/forgotten', async () => ({})),
      /GET \/api\/v0\/forgotten does not declare config\.access/,
    );
    assert.throws(
      () => app.get('/api/v0/forgotten', { config: { access: 'ADMIN' } }, async () => ({})),
      /GET \/api\/v0\/forgotten does not declare config\.scopes/,
    );
  });
});

/** The scopes that the API's description states, if API keys can call the operation. */
function scopesOf({ security = [] }: NamedOperation): readonly Permission[] | undefined {
  return security.find((scheme) => 'key' in scheme)?.key as readonly Permission[] | undefined;
}

/** The token of an administrator who is one, but elsewhere. */
async function loginOfAnotherTenant(inlay: TestInlay): Promise<string> {
  const credentials = { username: 'admin@other.test', password: ADMIN.password };
  await createTenant(inlay.services, {
    id: 'other',
    adminUsername: credentials.username,
    adminPassword: credentials.password,
  });
  const answer = await inlay.http.inject({
    method: 'POST',
    url: '/api/login',
    headers: { host: `other.${inlay.services.config.publicUrl.hostname}` },
    payload: credentials,
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return answer.json<{ token: string }>().token;
}
