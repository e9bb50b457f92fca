import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { GROUP_URN, type ScimFailure, type ScimList, useScim } from '../../../support/scim/use-scim.ts';
import { STORES } from '../../../support/server/start-inlay.ts';
import { cpuInTurn } from '../../../support/time/cpu-in-turn.ts';

interface Member {
  readonly value: string;
  readonly type: string;
  readonly $ref: string;
}

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`SCIM groups on ${engine}`, () => {
    const { inlay, scim, create, patch, list, owner } = useScim(makeStore);
    const users: string[] = [];
    before(async () => {
      for (const name of ['ann', 'bob', 'cem']) users.push((await create({ userName: name })).id);
    });
    const membersOf = async (id: string) => {
      const { body } = await scim(`/Groups/${id}`);
      return ((body.members ?? []) as readonly Member[]).map(({ value }) => value).sort();
    };

    it('have a readable id that stays when they are renamed', async () => {
      const { status, headers, body } = await scim('/Groups', {
        body: {
          schemas: [GROUP_URN],
          displayName: 'Vertrieb Süd',
          externalId: 'g-1',
          members: [{ value: users[0], display: 'Ann' }],
        },
      });
      assert.equal(status, 201, JSON.stringify(body));
      assert.equal(body.id, 'vertrieb-sud');
      assert.equal(headers.location, body.meta.location);
      assert.deepEqual(body.members, [
        {
          value: users[0],
          $ref: `${body.meta.location.split('/Groups')[0]}/Users/${users[0]}`,
          type: 'User',
        },
      ]);
      const again = await create({ displayName: 'Vertrieb Süd' });
      assert.match(again.id, /^vertrieb-sud-.+/);
      await patch(`/Groups/${body.id}`, [{ op: 'replace', path: 'displayName', value: 'Sales South' }]);
      const renamed = (await scim(`/Groups/${body.id}`)).body;
      assert.deepEqual([renamed.displayName, renamed.externalId], ['Sales South', 'g-1']);
      const own = await scim(`/Users/${users[0]}`);
      assert.deepEqual(own.body.groups, [
        { value: body.id, $ref: body.meta.location, display: 'Sales South', type: 'direct' },
      ]);
      const ofApi = await inlay.call<{ name: string }>(`/api/v0/groups/${body.id}`, { token: await owner() });
      assert.equal(ofApi.body.name, 'Sales South');
    });

    it('add, remove and replace members, all or none', async () => {
      const { id } = await create({ displayName: 'Members' });
      const [ann, bob, cem] = users.map((value) => ({ value }));
      const change = async (operations: readonly object[], expected: readonly (string | undefined)[]) => {
        const { status, body } = await patch(`/Groups/${id}`, operations);
        assert.equal(status, 204, JSON.stringify(body));
        assert.deepEqual(await membersOf(id), expected.toSorted());
      };
      await change([{ op: 'add', path: 'members', value: [ann, bob] }], [users[0], users[1]]);
      await change([{ op: 'Add', path: 'members', value: [ann] }], [users[0], users[1]]);
      await change([{ op: 'remove', path: `members[value eq "${users[0]}"]` }], [users[1]]);
      // As Entra ID does it.
      await change([{ op: 'Remove', path: 'members', value: [bob] }], []);
      await change([{ op: 'replace', value: { members: [ann, cem] } }], [users[0], users[2]]);
      await change(
        [
          { op: 'replace', path: 'members', value: [bob] },
          { op: 'add', path: 'members', value: cem },
        ],
        [users[1], users[2]],
      );
      const refused = await patch(`/Groups/${id}`, [
        { op: 'remove', path: 'members' },
        { op: 'add', path: 'members', value: [{ value: 'nobody' }] },
      ]);
      assert.deepEqual([refused.status, refused.body.scimType], [400, 'invalidValue']);
      assert.deepEqual(await membersOf(id), [users[1], users[2]].toSorted());
      await change([{ op: 'remove', path: 'members' }], []);
    });

    it('refuse members that are no users of the tenant', async () => {
      const { id } = await create({ displayName: 'Refusals' });
      for (const value of [[{ value: id, type: 'Group' }], [{ value: id }], [{}], ['x'.repeat(200)], [7]]) {
        const { status, body } = await patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value }]);
        assert.deepEqual([status, body.scimType], [400, 'invalidValue'], JSON.stringify(value));
      }
    });

    it('are found by name, externalId and member', async () => {
      const { id } = await create({
        displayName: 'Needle',
        externalId: 'n-1',
        members: [{ value: users[1] }],
      });
      for (const filter of [
        'displayName eq "needle"',
        'externalId eq "n-1"',
        `id eq "${id}" and members eq "${users[1]}"`,
        `displayName co "eedl" and members[value eq "${users[1]}"]`,
      ]) {
        const found = await list('/Groups', { filter, excludedAttributes: 'members' });
        assert.deepEqual(
          [found.totalResults, found.Resources.map((group) => [group.id, group.members])],
          [1, [[id, undefined]]],
          filter,
        );
      }
      assert.equal((await list('/Groups', { filter: `members eq "nobody"` })).totalResults, 0);
      const { status } = await scim<ScimFailure>(
        `/Groups?${new URLSearchParams({ filter: 'tenant_id eq "demo"' })}`,
      );
      assert.equal(status, 400);
    });

    it('are replaced as a whole by PUT', async () => {
      const { id } = await create({ displayName: 'Whole', externalId: 'w', members: [{ value: users[0] }] });
      const { status, body, headers } = await scim(`/Groups/${id}`, {
        method: 'PUT',
        body: { displayName: 'Whole again', members: [{ value: users[2] }] },
      });
      assert.equal(status, 200);
      assert.deepEqual([body.displayName, body.externalId], ['Whole again', undefined]);
      assert.deepEqual(await membersOf(id), [users[2]]);
      assert.equal(headers.etag, (await scim(`/Groups/${id}`)).headers.etag);
    });

    it('have an ETag that covers their members', async () => {
      const { id, meta } = await create({ displayName: 'Tagged' });
      const version = String(meta.version);
      const add = (value: string | undefined, headers: Record<string, string>) =>
        patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value }] }], { headers });
      const both = await Promise.all(users.slice(0, 2).map((user) => add(user, { 'if-match': version })));
      assert.deepEqual(both.map(({ status }) => status).sort(), [204, 412]);
      const now = String((await scim(`/Groups/${id}`)).headers.etag);
      assert.equal((await scim(`/Groups/${id}`, { headers: { 'if-none-match': now } })).status, 304);
      // By hand, in the admin app: the group's own row does not change.
      await inlay.call(`/api/v0/users/${users[2]}`, {
        method: 'PATCH',
        token: await owner(),
        body: { groups: [id] },
      });
      assert.equal((await add(users[0], { 'if-match': now })).status, 412);
    });

    it('lose no member where two PATCH requests meet', async () => {
      const { id } = await create({ displayName: 'Meeting' });
      await Promise.all(
        users.map((value) => patch(`/Groups/${id}`, [{ op: 'add', path: 'members', value: [{ value }] }])),
      );
      assert.deepEqual(await membersOf(id), users.toSorted());
    });

    it('are gone after they are deleted, and their users stay', async () => {
      const { id } = await create({ displayName: 'Gone', members: [{ value: users[0] }] });
      assert.equal((await scim(`/Groups/${id}`, { method: 'DELETE' })).status, 204);
      assert.equal((await scim(`/Groups/${id}`)).status, 404);
      assert.equal((await scim(`/Users/${users[0]}`)).status, 200);
    });

    it('name what was added and removed in the audit log', async () => {
      const { id } = await create({ displayName: 'Audited', members: [{ value: users[0] }] });
      await patch(`/Groups/${id}`, [
        { op: 'replace', path: 'displayName', value: 'Audited 2' },
        { op: 'replace', path: 'members', value: [{ value: users[1] }] },
      ]);
      const { body } = await inlay.call<{
        data: { action: string; actor: string; target: string; details: object }[];
      }>('/api/v0/audit-events?limit=100', { token: await owner() });
      const event = body.data.find(({ action, target }) => target === id && action === 'group.change');
      assert.equal(event?.actor, 'key 1');
      const { apiKey: _, ...details } = event.details as Record<string, unknown>;
      assert.deepEqual(details, {
        fields: ['name'],
        added: { count: 1, ids: [users[1]] },
        removed: { count: 1, ids: [users[0]] },
      });
    });

    it('change a large group without reading its members', async () => {
      const { id } = await create({ displayName: 'Large' });
      const rows = Array.from(
        { length: 5000 },
        (_, index) => `{"username":"large-${index}","groups":["${id}"]}`,
      );
      const imported = await inlay.call('/api/v0/user-imports?format=jsonl', {
        token: await owner(),
        rawBody: rows.join('\n'),
        headers: { 'content-type': 'application/x-ndjson' },
      });
      assert.ok(imported.status < 300, JSON.stringify(imported.body));
      const small = await create({ displayName: 'Small' });
      const toggle = (group: string) => async () => {
        const value = [{ value: users[0] }];
        await patch(`/Groups/${group}`, [{ op: 'add', path: 'members', value }]);
        await patch(`/Groups/${group}`, [{ op: 'remove', path: 'members', value }]);
      };
      const [ofLarge, ofSmall] = await cpuInTurn(20, toggle(id), toggle(small.id));
      assert.ok(ofLarge < 2 * ofSmall, `${ofLarge} and ${ofSmall}`);
      const { body } = await scim<ScimList>('/Groups?excludedAttributes=members');
      assert.ok(JSON.stringify(body).length < 20_000);
      assert.equal((await membersOf(id)).length, 5000);
    });
  });
}
