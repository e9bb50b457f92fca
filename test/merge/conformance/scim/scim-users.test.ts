import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { User } from '@inlay/protocol/user';
import { ENTERPRISE_URN, type ScimFailure, USER_URN, useScim } from '../../../support/scim/use-scim.ts';
import { STORES } from '../../../support/server/start-inlay.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`SCIM users on ${engine}`, () => {
    const { inlay, scim, create, patch, list, owner } = useScim(makeStore);
    const stored = async (id: string) =>
      (await inlay.call<User>(`/api/v0/users/${id}`, { token: await owner() })).body;

    it('are created with what Inlay has of the standard', async () => {
      const { status, headers, body } = await scim('/Users', {
        body: {
          schemas: [USER_URN, ENTERPRISE_URN],
          userName: 'Ann@Example.com',
          externalId: 'okta-1',
          name: { givenName: 'Ann', familyName: 'Lee', formatted: 'Dr. Ann Lee' },
          emails: [
            { value: 'private@example.com', type: 'home' },
            { value: 'ann@example.com', type: 'work', primary: true },
          ],
          active: true,
          title: 'Analyst',
          [ENTERPRISE_URN]: { department: 'Sales', manager: { value: '7' } },
        },
      });
      assert.equal(status, 201, JSON.stringify(body));
      assert.match(headers['content-type'] ?? '', /^application\/scim\+json/);
      assert.equal(headers.location, body.meta.location);
      assert.equal(headers.etag, body.meta.version);
      const { meta, id, ...rest } = body;
      assert.deepEqual(rest, {
        schemas: [USER_URN, ENTERPRISE_URN],
        userName: 'Ann@Example.com',
        externalId: 'okta-1',
        name: { givenName: 'Ann', familyName: 'Lee' },
        emails: [{ value: 'ann@example.com', type: 'work', primary: true }],
        active: true,
        [ENTERPRISE_URN]: { department: 'Sales' },
        displayName: 'Ann Lee',
      });
      const user = await stored(id);
      assert.deepEqual(user.attributes, { department: 'Sales' });
      assert.deepEqual([user.roles, user.adminRole, user.status], [['USER'], null, 'active']);
      assert.match(meta.location, new RegExp(`/api/scim/v2/Users/${id}$`));
    });

    it('keep a username and an externalId to themselves', async () => {
      await create({ userName: 'twin', externalId: 'twin-1' });
      for (const body of [{ userName: 'TWIN' }, { userName: 'other', externalId: 'twin-1' }]) {
        const refused = await scim<ScimFailure>('/Users', { body });
        assert.equal(refused.status, 409);
        assert.equal(refused.body.scimType, 'uniqueness');
        assert.equal(refused.body.status, '409');
      }
      const both = await Promise.all(
        [1, 2].map((each) => scim('/Users', { body: { userName: `race-${each}`, externalId: 'race' } })),
      );
      assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409]);
    });

    it('are found by the filters that providers poll with', async () => {
      const user = await create({
        userName: 'Filter.Me',
        externalId: 'F-1',
        name: { givenName: 'Filo' },
        emails: [{ value: 'filter@example.com' }],
      });
      for (const filter of [
        'userName eq "filter.ME"',
        'username Eq "filter.me"',
        `${USER_URN}:userName eq "filter.me"`,
        'externalId eq "F-1"',
        `id eq "${user.id}"`,
        'emails eq "FILTER@example.com"',
        'emails[type eq "work" and value co "filter@"]',
        'userName sw "filter." and not (active eq false)',
        'userName eq "nobody" or (name.givenName ew "ilo" and active eq true)',
        'externalId pr and userName co "lter.m"',
        `userName eq "filter.me" and meta.lastModified ge "${new Date(inlay.now()).toISOString()}"`,
        'userName eq "filter.me" and name.familyName eq null',
        'userName eq "filter.me" and name.familyName ne "x"',
      ]) {
        const { Resources, totalResults } = await list('/Users', { filter });
        assert.deepEqual([totalResults, Resources.map(({ id }) => id)], [1, [user.id]], filter);
      }
      for (const filter of [
        'externalId eq "f-1"',
        'userName eq "filter"',
        'emails[type eq "home"]',
        'name.givenName eq "%"',
      ])
        assert.equal((await list('/Users', { filter })).totalResults, 0, filter);
    });

    it('refuse filters that nothing could answer', async () => {
      for (const filter of [
        'password eq "x"',
        'password_hash pr',
        'title eq "x"',
        'userName',
        'userName eq',
        'userName eq "a',
        'userName = "a"',
        'userName gt "a"',
        'active eq "yes"',
        'userName eq "a" and',
        '(userName eq "a"',
        'constructor pr',
        "userName eq 'a'",
        `${'('.repeat(20)}userName pr${')'.repeat(20)}`,
        Array.from({ length: 60 }, () => 'userName pr').join(' or '),
        `userName eq "${'a'.repeat(5000)}"`,
      ]) {
        const { status, body } = await scim<ScimFailure>(`/Users?${new URLSearchParams({ filter })}`);
        assert.equal(status, 400, filter);
        assert.equal(body.scimType, 'invalidFilter', filter);
      }
    });

    it('are listed in pages from 1, in a stable order', async () => {
      for (const each of [1, 2, 3, 4, 5]) await create({ userName: `page-${each}` });
      const filter = 'userName sw "page-"';
      const all = (await list('/Users', { filter })).Resources.map(({ id }) => id);
      assert.equal(all.length, 5);
      const page = async (startIndex: string, count: string) => {
        const found = await list('/Users', { filter, startIndex, count });
        assert.equal(found.totalResults, 5);
        assert.equal(found.itemsPerPage, found.Resources.length);
        return [found.startIndex, found.Resources.map(({ id }) => id)];
      };
      assert.deepEqual(await page('2', '2'), [2, all.slice(1, 3)]);
      assert.deepEqual(await page('5', '2'), [5, all.slice(4)]);
      assert.deepEqual(await page('0', '1'), [1, all.slice(0, 1)]);
      assert.deepEqual(await page('-3', '-1'), [1, []]);
      assert.deepEqual(await page('1', '0'), [1, []]);
      assert.deepEqual(await page('100', '2'), [100, []]);
      const whole = await list('/Users', { count: '1000000' });
      assert.ok(whole.totalResults > 5 && whole.itemsPerPage <= 200);
      assert.equal((await scim('/Users?count=many')).status, 400);
    });

    it('have only the attributes that a client chooses, and always an id', async () => {
      const { id } = await create({ userName: 'chosen', name: { givenName: 'Cho', familyName: 'Sen' } });
      const only = await scim(`/Users/${id}?attributes=name.givenName,${USER_URN}:userName`);
      assert.deepEqual(only.body, {
        schemas: [USER_URN],
        id,
        userName: 'chosen',
        name: { givenName: 'Cho' },
      });
      const except = await scim(`/Users/${id}?excludedAttributes=name.familyName,meta,id`);
      assert.deepEqual(Object.keys(except.body).sort(), [
        'active',
        'displayName',
        'id',
        'name',
        'schemas',
        'userName',
      ]);
      assert.deepEqual(except.body.name, { givenName: 'Cho' });
    });

    it('change by every operation of PATCH, all or none', async () => {
      const { id } = await create({ userName: 'patched', name: { givenName: 'P' } });
      const changed = await patch(`/Users/${id}`, [
        { op: 'replace', path: 'name.familyName', value: 'Q' },
        { op: 'add', path: 'emails', value: [{ value: 'p@example.com' }] },
        { op: 'remove', path: 'name.givenName' },
        { op: 'add', path: `${ENTERPRISE_URN}:costCenter`, value: '42' },
        { op: 'replace', path: 'title', value: 'is not stored' },
      ]);
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.deepEqual(changed.body.name, { familyName: 'Q' });
      assert.deepEqual(changed.body.emails, [{ value: 'p@example.com', type: 'work', primary: true }]);
      assert.deepEqual(changed.body[ENTERPRISE_URN], { costCenter: '42' });
      for (const [operation, scimType] of [
        [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
        [{ op: 'replace', path: 'groups', value: [] }, 'mutability'],
        [{ op: 'remove', path: 'userName' }, 'mutability'],
        [{ op: 'replace', path: 'shoeSize', value: 1 }, 'invalidPath'],
        [{ op: 'replace', path: 'emails[', value: 'x' }, 'invalidPath'],
        [{ op: 'replace', path: 'emails[type ne "work"].value', value: 'x' }, 'noTarget'],
        [{ op: 'remove' }, 'noTarget'],
        [{ op: 'move', path: 'userName', value: 'x' }, 'invalidSyntax'],
        [{ op: 'replace', path: 'active', value: 'perhaps' }, 'invalidValue'],
        [{ op: 'replace', path: 'userName', value: 7 }, 'invalidValue'],
        [{ op: 'replace', path: 'emails', value: [{ value: 'no address' }] }, 'invalidValue'],
      ] as const) {
        const first = { op: 'replace', path: 'name.familyName', value: 'half a change' };
        const refused = await patch(`/Users/${id}`, [first, operation]);
        assert.equal(refused.status, 400, JSON.stringify([operation, refused.body]));
        assert.equal(refused.body.scimType, scimType, JSON.stringify(operation));
      }
      assert.equal((await stored(id)).lastName, 'Q');
    });

    it('keep access as it is where PUT does not mention it', async () => {
      const { id } = await create({
        userName: 'put',
        active: false,
        [ENTERPRISE_URN]: { division: 'North' },
      });
      const { status, body } = await scim(`/Users/${id}`, {
        method: 'PUT',
        body: { schemas: [USER_URN], userName: 'put', name: { givenName: 'New' } },
      });
      assert.equal(status, 200);
      assert.equal(body.active, false);
      assert.deepEqual(body[ENTERPRISE_URN], { division: 'North' });
      const token = await owner();
      await inlay.call(`/api/v0/users/${id}`, { method: 'PATCH', token, body: { adminRole: 'auditor' } });
      await scim(`/Users/${id}`, { method: 'PUT', body: { userName: 'put', name: { givenName: 'Newer' } } });
      const user = await stored(id);
      assert.deepEqual([user.status, user.adminRole, user.firstName], ['disabled', 'auditor', 'Newer']);
    });

    it('have an ETag that any change gives another value', async () => {
      const { id, meta } = await create({ userName: 'tagged' });
      const version = String(meta.version);
      assert.match(version, /^W\/"[\w-]+"$/);
      const known = await scim(`/Users/${id}`, { headers: { 'if-none-match': version } });
      assert.deepEqual([known.status, known.body, known.headers.etag], [304, null, version]);
      // The clock stands still in this test: nothing tells the two changes apart but what they changed.
      const rename = (givenName: string, headers: Record<string, string>) =>
        patch(`/Users/${id}`, [{ op: 'replace', path: 'name.givenName', value: givenName }], { headers });
      const first = await rename('One', { 'if-match': version });
      assert.equal(first.status, 200);
      assert.notEqual(first.headers.etag, version);
      const late = await rename('Two', { 'if-match': version });
      assert.equal(late.status, 412);
      assert.equal((await rename('Two', { 'if-match': '*' })).status, 200);
      const token = await owner();
      const before = (await scim(`/Users/${id}`)).headers.etag;
      await inlay.call(`/api/v0/users/${id}`, { method: 'PATCH', token, body: { lastName: 'By hand' } });
      assert.equal(
        (await scim(`/Users/${id}`, { headers: { 'if-none-match': String(before) } })).status,
        200,
      );
      for (const method of ['PUT', 'DELETE'])
        assert.equal(
          (await scim(`/Users/${id}`, { method, body: { userName: 'x' }, headers: { 'if-match': version } }))
            .status,
          412,
        );
    });

    it('lose no change where two PATCH requests meet', async () => {
      const { id, meta } = await create({ userName: 'met' });
      const set = (path: string, value: string, headers = {}) =>
        patch(`/Users/${id}`, [{ op: 'replace', path, value }], { headers });
      await Promise.all([set('name.givenName', 'Given'), set('name.familyName', 'Family')]);
      assert.deepEqual((await scim(`/Users/${id}`)).body.name, { givenName: 'Given', familyName: 'Family' });
      const version = String((await scim(`/Users/${id}`)).headers.etag);
      assert.notEqual(version, meta.version);
      const both = await Promise.all(
        ['A', 'B'].map((each) => set('name.givenName', each, { 'if-match': version })),
      );
      assert.deepEqual(both.map(({ status }) => status).sort(), [200, 412]);
    });

    it('are gone after they are deleted', async () => {
      const { id } = await create({ userName: 'gone' });
      assert.equal((await scim(`/Users/${id}`, { method: 'DELETE' })).status, 204);
      for (const method of ['GET', 'DELETE']) {
        const { status, body } = await scim<ScimFailure>(`/Users/${id}`, { method });
        assert.deepEqual([status, body.status], [404, '404']);
      }
      assert.equal(
        (await patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }])).status,
        404,
      );
    });

    it('are written to the audit log with the key as actor', async () => {
      const { id } = await create({ userName: 'audited' });
      await patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
      await patch(`/Users/${id}`, [{ op: 'replace', path: 'active', value: false }]);
      await scim(`/Users/${id}`, { method: 'DELETE' });
      const { body } = await inlay.call<{
        data: { action: string; actor: string; target: string; details: { fields?: string[] } }[];
      }>('/api/v0/audit-events?limit=100', { token: await owner() });
      const events = body.data.filter(({ target }) => target === 'audited');
      assert.deepEqual(events.map(({ action, actor, details }) => [action, actor, details.fields]).sort(), [
        ['user.change', 'key 1', ['status']],
        ['user.create', 'key 1', undefined],
        ['user.delete', 'key 1', undefined],
      ]);
    });
  });
}
