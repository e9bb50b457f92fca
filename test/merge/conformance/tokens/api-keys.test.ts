import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { API_KEY_PATTERN, type ApiKey, type CreatedApiKey } from '@inlay/protocol/api-key';
import { type Permission, WORKSPACE_PERMISSIONS } from '@inlay/protocol/permission';
import { createTenant } from '@inlay/server/features/provisioning/create-tenant';
import { call } from '../../../support/http/api-client.ts';
import { type ApiDescription, operationsOf } from '../../../support/http/api-description.ts';
import {
  ADMIN,
  BOTH_STORES,
  postgresStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { timeAt } from '../../../support/time/fake-time.ts';

const URL = '/api/v0/api-keys';
const REFUSED = { statusCode: 401, message: 'Unauthorized' };
const HOUR = 60 * 60 * 1000;

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  describe(`API keys on ${engine}`, () => {
    const inlay = useInlay(makeStore);
    let count = 0;
    const create = async (body: object, token?: string) => {
      count += 1;
      return inlay.call<CreatedApiKey & { message: string; details: { path: string }[] }>(URL, {
        token: token ?? (await inlay.adminToken()),
        body: { name: `key ${count}`, ...body },
      });
    };
    const newKey = async (scopes: readonly Permission[], more: object = {}) => {
      const { status, body } = await create({ scopes, ...more });
      assert.equal(status, 201, JSON.stringify(body));
      return body;
    };
    const users = (token: string, headers: Record<string, string> = {}) =>
      inlay.call('/api/v0/users', { token, headers });
    const listed = async (id: string) =>
      (await inlay.call<ApiKey>(`${URL}/${id}`, { token: await inlay.adminToken() })).body;

    it('is shown once, stored as a hash, and never listed', async () => {
      const { key, id, prefix } = await newKey(['users:read']);
      assert.match(key, new RegExp(`^${API_KEY_PATTERN}$`));
      assert.ok(key.startsWith(prefix) && prefix.length < 16);
      const list = await inlay.call(URL, { token: await inlay.adminToken() });
      const stored = await inlay.running.services.store.everyTenant
        .selectFrom('api_keys')
        .selectAll()
        .where('id', '=', id)
        .execute();
      const audit = await inlay.call('/api/v0/audit-events', { token: await inlay.adminToken() });
      for (const text of [list, stored, audit].map((each) => JSON.stringify(each)))
        assert.ok(!text.includes(key), text);
    });

    it('opens the routes of its scopes, and names itself in the audit log', async () => {
      const key = await newKey(['users:read', 'users:write'], { name: 'hr-sync' });
      assert.equal((await users(key.key)).status, 200);
      const created = await inlay.call('/api/v0/users', {
        token: key.key,
        body: { username: 'synced@demo.test' },
      });
      assert.equal(created.status, 201);
      const { body } = await inlay.call<{ data: { actor: string; details: { apiKey?: string } }[] }>(
        '/api/v0/audit-events?action=user.create',
        { token: await inlay.adminToken() },
      );
      const event = body.data.find(({ actor }) => actor === 'hr-sync');
      assert.equal(event?.details.apiKey, key.id);
    });

    it('is no login: not in a cookie, not for the admin app, not at the token endpoints', async () => {
      const { key } = await newKey(['users:read']);
      const cookie = (name: string) => ({ cookie: `${name}=${key}`, origin: inlay.running.url });
      for (const name of ['inlay_session', '__Host-inlay_session', 'inlay-session']) {
        const { status, body } = await inlay.call('/api/v0/users', { headers: cookie(name) });
        assert.deepEqual([status, body], [401, REFUSED]);
      }
      const asPassword = await inlay.login(ADMIN.username, key);
      assert.equal(asPassword.status, 401);
    });

    it('blocks no user when it is wrong', async () => {
      for (let attempt = 0; attempt < 10; attempt += 1)
        assert.equal((await users(`inl_key_${'x'.repeat(43)}`)).status, 401);
      assert.equal((await inlay.login(ADMIN.username, ADMIN.password)).status, 200);
    });

    it('ends at its expiry', async () => {
      const expiresAt = new Date(inlay.now() + HOUR).toISOString();
      const { key, id } = await newKey(['users:read'], { expiresAt });
      assert.equal((await users(key)).status, 200);
      inlay.pass(HOUR - 1);
      assert.equal((await users(key)).status, 200);
      inlay.pass(1);
      const { status, body } = await users(key);
      assert.deepEqual([status, body], [401, REFUSED]);
      assert.equal((await listed(id)).expiresAt, expiresAt);
      const renamed = await inlay.call(`${URL}/${id}`, {
        token: await inlay.adminToken(),
        method: 'PATCH',
        body: { name: 'expired' },
      });
      assert.equal(renamed.status, 200);
    });

    it('works only from its networks', async () => {
      const { key: elsewhere } = await newKey(['users:read'], {
        networks: ['203.0.113.0/24', '2001:db8::/32'],
      });
      const { key: here } = await newKey(['users:read'], { networks: ['127.0.0.0/8', '::1'] });
      assert.equal((await users(elsewhere)).status, 401);
      // Without a trusted proxy, the header is what anybody can write.
      assert.equal((await users(elsewhere, { 'x-forwarded-for': '203.0.113.7' })).status, 401);
      assert.equal((await users(here)).status, 200);
    });

    it('is replaced with an overlap', async () => {
      const first = await newKey(['users:read']);
      const rotate = async (overlapHours?: number) => {
        const token = await inlay.adminToken();
        const body = overlapHours === undefined ? {} : { overlapHours };
        return (await inlay.call<CreatedApiKey>(`${URL}/${first.id}/rotate`, { token, body })).body;
      };
      const second = await rotate();
      assert.equal(second.previous?.prefix, first.prefix);
      assert.equal(Date.parse(second.previous?.expiresAt ?? '') - inlay.now(), 24 * HOUR);
      assert.deepEqual([(await users(first.key)).status, (await users(second.key)).status], [200, 200]);
      const third = await rotate(2);
      assert.deepEqual(
        await Promise.all([first, second, third].map(async ({ key }) => (await users(key)).status)),
        [401, 200, 200],
      );
      inlay.pass(2 * HOUR);
      assert.deepEqual([(await users(second.key)).status, (await users(third.key)).status], [401, 200]);
      assert.equal((await listed(first.id)).previous, null);
      const fourth = await rotate(0);
      assert.deepEqual([(await users(third.key)).status, (await users(fourth.key)).status], [401, 200]);
    });

    it('is revoked with the key it replaced', async () => {
      const first = await newKey(['users:read']);
      const token = await inlay.adminToken();
      const { body: second } = await inlay.call<CreatedApiKey>(`${URL}/${first.id}/rotate`, {
        token,
        body: {},
      });
      assert.equal((await inlay.call(`${URL}/${first.id}`, { token, method: 'DELETE' })).status, 204);
      assert.deepEqual([(await users(first.key)).status, (await users(second.key)).status], [401, 401]);
      assert.equal((await inlay.call(`${URL}/${first.id}`, { token, method: 'DELETE' })).status, 404);
    });

    it('shows its last use to the minute', async () => {
      const { key, id } = await newKey(['users:read']);
      assert.equal((await listed(id)).lastUsedAt, null);
      await users(key);
      const used = Date.parse((await listed(id)).lastUsedAt ?? '');
      assert.equal(used, inlay.now() - (inlay.now() % 60_000));
    });

    it('creates only keys with scopes that it has, and opens no key with more', async () => {
      const { key } = await newKey(['keys:write', 'users:read']);
      const strong = await newKey(['content:write']);
      assert.equal((await create({ scopes: ['users:read'] }, key)).status, 201);
      for (const scopes of [['content:write'], ['users:read', 'audit:read']]) {
        const { status, body } = await create({ scopes }, key);
        assert.deepEqual([status, body as object], [401, REFUSED]);
      }
      const of = (path: string, method: string, body?: object) =>
        inlay.call(`${URL}/${strong.id}${path}`, { token: key, method, ...(body && { body }) });
      for (const { status } of [
        await of('/rotate', 'POST', {}),
        await of('', 'PATCH', { scopes: ['users:read'] }),
        await of('', 'DELETE'),
      ])
        assert.equal(status, 401);
    });

    it('refuses what makes no sense, by path', async () => {
      const past = new Date(inlay.now() - 1).toISOString();
      const cases: readonly [object, string][] = [
        [{ scopes: [] }, '/scopes'],
        [{ scopes: ['everything'] }, '/scopes/0'],
        [{ scopes: ['users:read', 'users:read'] }, '/scopes'],
        [{ scopes: ['users:read'], workspaces: ['main'] }, '/workspaces'],
        [{ scopes: ['content:read'], workspaces: ['nowhere'] }, '/workspaces/0'],
        [{ scopes: ['content:read'], networks: ['10.0.0.0/33'] }, '/networks/0'],
        [{ scopes: ['content:read'], networks: ['localhost'] }, '/networks/0'],
        [{ scopes: ['content:read'], expiresAt: past }, '/expiresAt'],
        [{ scopes: ['content:read'], name: '' }, '/name'],
      ];
      for (const [body, path] of cases) {
        const response = await create(body);
        assert.equal(response.status, 400, JSON.stringify(body));
        assert.equal(response.body.details[0]?.path, path);
      }
      await newKey(['content:read'], { name: 'taken' });
      assert.equal((await create({ name: 'taken', scopes: ['content:read'] })).status, 409);
    });

    it('reaches only the apps of its workspaces', async () => {
      const token = await inlay.adminToken();
      await inlay.call('/api/v0/workspaces', { token, body: { id: 'north', name: 'North' } });
      for (const [id, workspaceId] of [
        ['app-main', 'main'],
        ['app-north', 'north'],
      ])
        assert.equal(
          (await inlay.call('/api/v0/apps', { token, body: { id, title: id, workspaceId } })).status,
          201,
        );
      const { key } = await newKey(['content:read', 'content:write', 'embeds:write'], {
        workspaces: ['north'],
      });
      const as = (path: string, options: object = {}) =>
        inlay.call<{ data: { id: string }[] }>(path, { token: key, ...options });
      const { body } = await as('/api/v0/apps');
      assert.deepEqual(
        body.data.map(({ id }) => id),
        ['app-north'],
      );
      assert.equal((await as('/api/v0/apps/app-north')).status, 200);
      assert.equal((await as('/api/v0/apps/app-main')).status, 404);
      const patch = (id: string, change: object) =>
        as(`/api/v0/apps/${id}`, { method: 'PATCH', body: change, headers: { 'if-match': '*' } });
      assert.equal((await patch('app-main', { title: 'Mine' })).status, 404);
      assert.equal((await patch('app-north', { title: 'Ours' })).status, 200);
      assert.equal((await patch('app-north', { workspaceId: 'main' })).status, 401);
      const post = (id: string, workspaceId: string) =>
        as('/api/v0/apps', { body: { id, title: id, workspaceId } });
      assert.equal((await post('app-other', 'main')).status, 401);
      assert.equal((await post('app-own', 'north')).status, 201);
      assert.equal(
        (await as('/api/v0/apps/app-main/archive', { body: {}, headers: { 'if-match': '*' } })).status,
        404,
      );
    });

    it('opens no route for an app of another workspace', async () => {
      const token = await inlay.adminToken();
      const make = async (plural: string, body: object) => {
        const made = await inlay.call(`/api/v0/${plural}`, { token, body });
        assert.equal(made.status, 201, JSON.stringify(made.body));
      };
      await make('workspaces', { id: 'own', name: 'Own' });
      await make('apps', { id: 'foreign', title: 'Foreign', workspaceId: 'main' });
      await make('stories', {
        id: 'foreign',
        appId: 'foreign',
        title: 'Foreign',
        steps: [{ id: 'one', title: 'One', narrative: 'Text' }],
      });
      await make('dashboards', { id: 'foreign', appId: 'foreign', title: 'Foreign', items: [] });
      await make('embeds', { id: 'foreign', title: 'Foreign', target: { kind: 'builder', id: 'foreign' } });
      const { key } = await newKey(WORKSPACE_PERMISSIONS, { workspaces: ['own'] });
      const { body } = await inlay.call<ApiDescription>('/api/openapi.json');
      const reachable = operationsOf(body).filter(({ security = [] }) => {
        const scopes = security.find((scheme) => 'key' in scheme)?.key as readonly string[] | undefined;
        return scopes?.every((scope) => (WORKSPACE_PERMISSIONS as readonly string[]).includes(scope));
      });
      assert.ok(reachable.length > 40);
      for (const { method, path, name } of reachable.filter((each) => each.path.includes('{id}'))) {
        const address = path.replace('{id}', 'foreign').replace('{version}', '1');
        const headers = { 'if-match': '*' };
        const sent = method === 'GET' ? {} : { body: { title: 'Taken' } };
        const response = await inlay.call<object>(address, { token: key, method, headers, ...sent });
        assert.ok(response.status >= 400 && response.status < 500, `${name}: ${response.status}`);
        assert.doesNotMatch(JSON.stringify(response.body), /Foreign|One/, name);
      }
      for (const { path, name } of reachable.filter(
        (each) => each.method === 'GET' && !each.path.includes('{'),
      ))
        assert.doesNotMatch(JSON.stringify((await inlay.call(path, { token: key })).body), /oreign/, name);
      const { body: app } = await inlay.call<{ title: string }>('/api/v0/apps/foreign', { token });
      assert.equal(app.title, 'Foreign');
    });
  });
}

describe('API keys on two nodes and of two tenants', () => {
  let store: TestStore;
  let nodes: readonly TestInlay[];
  let time = Date.now();
  before(async () => {
    store = await postgresStore();
    const node = () => startInlay(store, { time: timeAt(() => time) });
    nodes = [await node(), await node()];
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await store.drop();
  });
  const logIn = async () =>
    (await call<{ token: string }>(`${nodes[0]?.url}/api/login`, { body: ADMIN })).body.token;
  const create = async (body: object) =>
    (await call<CreatedApiKey>(`${nodes[0]?.url}${URL}`, { token: await logIn(), body })).body;
  const statuses = (key: string) =>
    Promise.all(nodes.map(async ({ url }) => (await call(`${url}/api/v0/users`, { token: key })).status));

  it('end on both when one revokes them', async () => {
    const { id, key } = await create({ name: 'revoked', scopes: ['users:read'] });
    assert.deepEqual(await statuses(key), [200, 200]);
    await call(`${nodes[1]?.url}${URL}/${id}`, { token: await logIn(), method: 'DELETE' });
    assert.deepEqual(await statuses(key), [401, 401]);
  });

  it('end on both when they expire', async () => {
    const expiresAt = new Date(time + HOUR).toISOString();
    const { key } = await create({ name: 'expiring', scopes: ['users:read'], expiresAt });
    assert.deepEqual(await statuses(key), [200, 200]);
    time += HOUR;
    assert.deepEqual(await statuses(key), [401, 401]);
  });

  it('lose a scope on both at once', async () => {
    const { id, key } = await create({ name: 'narrowed', scopes: ['users:read', 'audit:read'] });
    assert.deepEqual(await statuses(key), [200, 200]);
    const body = { scopes: ['audit:read'] };
    await call(`${nodes[1]?.url}${URL}/${id}`, { token: await logIn(), method: 'PATCH', body });
    assert.deepEqual(await statuses(key), [401, 401]);
  });

  it('keep unique names when both nodes create one at the same time', async () => {
    const token = await logIn();
    const body = { name: 'only one', scopes: ['users:read'] };
    const responses = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((node) => call(`${nodes[node]?.url}${URL}`, { token, body })),
    );
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409, 409, 409, 409]);
  });

  it('open no other tenant', async () => {
    const [node] = nodes as [TestInlay];
    await createTenant(node.services, {
      id: 'other',
      adminUsername: 'admin@other.test',
      adminPassword: ADMIN.password,
    });
    const { key, id } = await create({ name: 'foreign', scopes: ['users:read', 'keys:read'] });
    const host = `other.${node.services.config.publicUrl.hostname}`;
    for (const url of ['/api/v0/users', `${URL}/${id}`]) {
      const response = await node.http.inject({ url, headers: { host, authorization: `Bearer ${key}` } });
      assert.deepEqual([response.statusCode, response.json()], [401, REFUSED]);
    }
  });
});
