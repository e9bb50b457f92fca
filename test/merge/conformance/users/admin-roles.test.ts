import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { AdminRole } from '@inlay/protocol/admin-role';
import type { CreatedApiKey } from '@inlay/protocol/api-key';
import type { CurrentUser, User } from '@inlay/protocol/user';
import { call } from '../../../support/http/api-client.ts';
import {
  ADMIN,
  postgresStore,
  SQLITE,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';
import { useInlay } from '../../../support/server/use-inlay.ts';
import { newPerson, tokenOf } from '../../../support/users/people.ts';

const REFUSED = { statusCode: 401, message: 'Unauthorized' };

describe('roles of users', () => {
  const inlay = useInlay(SQLITE.SQLite);
  const as = async (adminRole: AdminRole) => tokenOf(inlay, await newPerson(inlay, { adminRole }));
  const change = (token: string, id: string, body: object) =>
    inlay.call<User>(`/api/v0/users/${id}`, { token, method: 'PATCH', body });
  let count = 0;
  const create = (token: string, fields: object) => {
    count += 1;
    return inlay.call<User & { details: { path: string }[] }>('/api/v0/users', {
      token,
      body: { username: `made-${count}@demo.test`, ...fields },
    });
  };

  it('complete the specified roles, which stay USER and ADMIN', async () => {
    const token = await inlay.adminToken();
    const cases: readonly [object, readonly string[], AdminRole | null][] = [
      [{}, ['USER'], null],
      [{ roles: ['ADMIN'] }, ['ADMIN'], 'owner'],
      [{ roles: ['ADMIN', 'USER'], adminRole: 'administrator' }, ['ADMIN', 'USER'], 'administrator'],
      [{ adminRole: 'owner' }, ['ADMIN', 'USER'], 'owner'],
      [{ adminRole: 'auditor' }, ['USER'], 'auditor'],
      [{ roles: ['USER'], adminRole: 'content-author' }, ['USER'], 'content-author'],
    ];
    for (const [fields, roles, adminRole] of cases) {
      const { status, body } = await create(token, fields);
      assert.deepEqual([status, body.roles, body.adminRole], [201, roles, adminRole], JSON.stringify(fields));
    }
  });

  it('follow a change of the specified roles', async () => {
    const token = await inlay.adminToken();
    const { id } = await newPerson(inlay, { adminRole: 'data-manager' });
    const steps: readonly [object, readonly string[], AdminRole | null][] = [
      [{ roles: ['USER'] }, ['USER'], 'data-manager'],
      [{ roles: ['ADMIN'] }, ['ADMIN'], 'owner'],
      [{ adminRole: 'administrator' }, ['ADMIN'], 'administrator'],
      [{ roles: ['ADMIN', 'USER'] }, ['ADMIN', 'USER'], 'administrator'],
      [{ roles: ['USER'] }, ['USER'], null],
      [{ adminRole: 'auditor' }, ['USER'], 'auditor'],
      [{ firstName: 'Ann' }, ['USER'], 'auditor'],
      [{ adminRole: null }, ['USER'], null],
    ];
    for (const [step, roles, adminRole] of steps) {
      const { status, body } = await change(token, id, step);
      assert.deepEqual([status, body.roles, body.adminRole], [200, roles, adminRole], JSON.stringify(step));
    }
  });

  it('refuse two fields that contradict each other', async () => {
    const token = await inlay.adminToken();
    for (const fields of [
      { roles: ['USER'], adminRole: 'owner' },
      { roles: ['ADMIN'], adminRole: 'auditor' },
      { roles: ['ADMIN'], adminRole: null },
    ]) {
      const { status, body } = await create(token, fields);
      assert.equal(status, 400);
      assert.equal(body.details[0]?.path, '/adminRole');
    }
  });

  it('tell the user what they allow', async () => {
    const permissionsOf = async (token: string) =>
      (await inlay.call<CurrentUser>('/api/v0/me', { token })).body.permissions;
    assert.ok((await permissionsOf(await as('auditor'))).every((each) => !each.endsWith(':write')));
    assert.ok((await permissionsOf(await as('data-manager'))).includes('data:write'));
    const viewer = await tokenOf(inlay, await newPerson(inlay));
    assert.deepEqual(await permissionsOf(viewer), []);
  });

  it('end at owners for an administrator, whose own administrators are administrators', async () => {
    const administrator = await as('administrator');
    const owner = await newPerson(inlay, { adminRole: 'owner' });
    const refused = [
      await create(administrator, { adminRole: 'owner' }),
      await change(administrator, owner.id, { password: 'taken over by me' }),
      await change(administrator, owner.id, { adminRole: null }),
      await inlay.call(`/api/v0/users/${owner.id}`, { token: administrator, method: 'DELETE' }),
    ];
    for (const { status, body } of refused) assert.deepEqual([status, body as object], [401, REFUSED]);
    const made = await create(administrator, { roles: ['ADMIN'] });
    assert.deepEqual([made.status, made.body.adminRole], [201, 'administrator']);
    assert.equal((await change(administrator, made.body.id, { adminRole: 'owner' })).status, 401);
    assert.equal((await change(administrator, made.body.id, { adminRole: 'auditor' })).status, 200);
  });

  it('end at every role for an API key, which could outlive itself otherwise', async () => {
    const { body } = await inlay.call<CreatedApiKey>('/api/v0/api-keys', {
      token: await inlay.adminToken(),
      body: {
        name: 'users',
        scopes: ['users:read', 'users:write', 'content:read', 'content:write', 'data:read'],
      },
    });
    const { key } = body;
    for (const fields of [{ roles: ['ADMIN'] }, { adminRole: 'owner' }, { adminRole: 'auditor' }])
      assert.equal((await create(key, fields)).status, 401, JSON.stringify(fields));
    const author = await newPerson(inlay, { adminRole: 'content-author' });
    const viewer = await newPerson(inlay);
    assert.equal((await change(key, author.id, { password: 'taken over by me' })).status, 401);
    assert.equal((await change(key, viewer.id, { adminRole: 'content-author' })).status, 401);
    assert.equal((await change(key, viewer.id, { roles: ['ADMIN'] })).status, 401);
    assert.equal((await change(key, viewer.id, { firstName: 'Ann' })).status, 200);
    const imported = await inlay.call<{ details: { problems: object[] } }>(
      '/api/v0/user-imports?format=csv',
      {
        token: key,
        method: 'POST',
        headers: { 'content-type': 'text/csv' },
        rawBody:
          'username,roles,adminRole\nmole@demo.test,ADMIN,\nquiet@demo.test,,auditor\nodd@demo.test,USER,owner\n',
      },
    );
    assert.equal(imported.status, 400, JSON.stringify(imported.body));
    assert.deepEqual(imported.body.details.problems, [
      { line: 2, field: 'adminRole', problem: 'exceeds what you may do yourself' },
      { line: 3, field: 'adminRole', problem: 'exceeds what you may do yourself' },
      {
        line: 4,
        field: 'adminRole',
        problem: "contradicts roles: 'ADMIN' belongs to owners and administrators only",
      },
    ]);
  });

  it('end the logins of a user whose role changes', async () => {
    const person = await newPerson(inlay, { adminRole: 'auditor' });
    const token = await tokenOf(inlay, person);
    assert.equal((await inlay.call('/api/v0/users', { token })).status, 200);
    await change(await inlay.adminToken(), person.id, { adminRole: 'data-manager' });
    assert.equal((await inlay.call('/api/v0/users', { token })).status, 401);
  });

  it('add to privileges: a data manager who contributes to an app still does', async () => {
    const token = await inlay.adminToken();
    await inlay.call('/api/v0/apps', { token, body: { id: 'own', title: 'Own', workspaceId: 'main' } });
    const managerWith = async (privileges: User['privileges']) =>
      tokenOf(inlay, await newPerson(inlay, { adminRole: 'data-manager', workspaceId: 'main', privileges }));
    const createStory = async (login: string) => {
      const body = { appId: 'own', title: 'Story', steps: [{ id: 'one', title: 'One', narrative: 'Text' }] };
      return (await inlay.call('/api/v0/stories', { token: login, body })).status;
    };
    assert.equal(await createStory(await managerWith({})), 401);
    assert.equal(await createStory(await managerWith({ own: ['contribute'] })), 201);
  });
});

describe('the last owner on two nodes', () => {
  let store: TestStore;
  let nodes: readonly TestInlay[];
  before(async () => {
    store = await postgresStore();
    nodes = [await startInlay(store), await startInlay(store)];
  });
  after(async () => {
    await Promise.all(nodes.map((node) => node.close()));
    await store.drop();
  });

  it("remains when two owners remove each other's role at the same time", async () => {
    const [one, two] = nodes as [TestInlay, TestInlay];
    const logIn = async ({ url }: TestInlay, credentials: object) =>
      (await call<{ token: string }>(`${url}/api/login`, { body: credentials })).body.token;
    const admin = await logIn(one, ADMIN);
    const first = (await call<User>(`${one.url}/api/v0/me`, { token: admin })).body.id;
    const rival = { username: 'rival@demo.test', password: ADMIN.password };
    const second = (
      await call<User>(`${one.url}/api/v0/users`, { token: admin, body: { ...rival, adminRole: 'owner' } })
    ).body.id;
    const change = (node: TestInlay, token: string, id: string, adminRole: AdminRole) =>
      call<User>(`${node.url}/api/v0/users/${id}`, { token, method: 'PATCH', body: { adminRole } });
    for (let round = 0; round < 8; round += 1) {
      const [mine, theirs] = [await logIn(one, ADMIN), await logIn(two, rival)];
      const responses = await Promise.all([
        change(one, mine, second, 'administrator'),
        change(two, theirs, first, 'administrator'),
      ]);
      const owners = await one.services.store.everyTenant
        .selectFrom('users')
        .select('id')
        .where('admin_role', '=', 'owner')
        .execute();
      assert.equal(owners.length, 1, JSON.stringify(responses.map(({ status }) => status)));
      const isFirst = owners[0]?.id === first;
      const again = await change(
        one,
        await logIn(one, isFirst ? ADMIN : rival),
        isFirst ? second : first,
        'owner',
      );
      assert.equal(again.status, 200);
    }
  });
});
