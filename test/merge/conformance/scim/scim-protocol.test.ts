import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ScimFailure, type ScimList, USER_URN, useScim } from '../../../support/scim/use-scim.ts';
import { STORES } from '../../../support/server/start-inlay.ts';

const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`RFC 7644: the SCIM endpoint on ${engine}`, () => {
    const { scim, create, patch } = useScim(makeStore);

    it('states what it supports', async () => {
      const { body } = await scim('/ServiceProviderConfig');
      const {
        patch: patches,
        bulk,
        filter,
        changePassword,
        sort,
        etag,
      } = body as unknown as Record<string, object>;
      assert.deepEqual(
        { patches, bulk, filter, changePassword, sort, etag },
        {
          patches: { supported: true },
          bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
          filter: { supported: true, maxResults: 200 },
          changePassword: { supported: false },
          sort: { supported: false },
          etag: { supported: true },
        },
      );
      const types = await scim<ScimList>('/ResourceTypes');
      assert.deepEqual(
        types.body.Resources.map(({ id }) => id),
        ['User', 'Group'],
      );
      assert.equal((await scim('/ResourceTypes/User')).body.schema, USER_URN);
      assert.equal((await scim<ScimFailure>('/Schemas/urn:unknown')).body.status, '404');
      assert.equal((await scim('/Schemas?filter=id%20pr')).status, 403);
    });

    it('answers every refusal in the form of RFC 7644 §3.12', async () => {
      for (const [status, path, options] of [
        [404, '/unknown', {}],
        [404, '/Users/unknown', {}],
        [404, '/Groups/unknown', { method: 'DELETE' }],
        [405, '/ServiceProviderConfig', { method: 'POST', body: {} }],
        [501, '/Me', {}],
        [501, '/.search', { body: {} }],
        [400, '/Users', { rawBody: '{"userName":' }],
        [400, '/Users', { rawBody: '' }],
        [400, '/Users', { body: [] }],
        [400, '/Users', { body: {} }],
        [400, '/Groups', { body: {} }],
        [415, '/Users', { rawBody: 'userName=x', headers: { 'content-type': 'text/plain' } }],
        [413, '/Users', { rawBody: `{"userName":"${'x'.repeat(1024 * 1024)}"}` }],
        [400, '/Users?attributes=userName&excludedAttributes=name', {}],
        [400, '/Users?count=1&count=2', {}],
      ] as const) {
        const {
          status: actual,
          body,
          headers,
        } = await scim<ScimFailure>(path, {
          method: 'GET',
          ...('rawBody' in options || 'body' in options ? { method: 'POST' } : {}),
          ...options,
        });
        assert.equal(actual, status, `${path} ${JSON.stringify(body)}`);
        assert.deepEqual(body.schemas, [ERROR_URN], path);
        assert.equal(body.status, String(status));
        assert.match(headers['content-type'] ?? '', /^application\/scim\+json/, path);
        assert.ok(body.detail.length > 0);
      }
    });

    it('accepts application/json as well', async () => {
      const { status } = await scim('/Users', {
        body: { userName: 'as-json' },
        headers: { 'content-type': 'application/json' },
      });
      assert.equal(status, 201);
    });

    it('bounds the operations, values and members of a request', async () => {
      const { id } = await create({ userName: 'bounded' });
      const operation = { op: 'replace', path: 'title', value: 'x' };
      assert.equal(
        (
          await patch(
            `/Users/${id}`,
            Array.from({ length: 100 }, () => operation),
          )
        ).status,
        200,
      );
      assert.equal(
        (
          await patch(
            `/Users/${id}`,
            Array.from({ length: 101 }, () => operation),
          )
        ).status,
        413,
      );
      const emails = Array.from({ length: 101 }, (_, index) => ({ value: `a${index}@example.com` }));
      assert.equal((await patch(`/Users/${id}`, [{ op: 'add', path: 'emails', value: emails }])).status, 400);
      const members = Array.from({ length: 100_001 }, () => ({ value: 'a' }));
      assert.equal((await scim('/Groups', { body: { displayName: 'Too many', members } })).status, 413);
    });

    it('has an answer to whatever it is sent', async () => {
      const { id } = await create({ userName: 'fuzzed' });
      const { id: group } = await create({ displayName: 'Fuzzed' });
      const values = [
        null,
        true,
        0,
        -1,
        1e308,
        '',
        '\0',
        '\ud800',
        'x'.repeat(2000),
        [],
        [[]],
        {},
        [null],
        { value: null },
        { value: {} },
        [{ primary: 'x' }],
        { 'name.x.y': 1 },
        { '': 1 },
        JSON.parse('{"hasOwnProperty": 1}'),
      ];
      const paths = [
        '',
        ' ',
        '.',
        'a.',
        '.value',
        'name',
        'name.',
        'name.givenName',
        'name.givenName.x',
        'emails',
        'emails[',
        'emails[]',
        'emails[value',
        'emails[value eq "x"]',
        'emails[value eq "x"].value',
        'emails[not (value pr)].value',
        'emails[type eq 1].type',
        'emails[a[b pr]]',
        'roles[value pr].primary',
        'members',
        'members[value eq 1]',
        'members[value pr]',
        'members.value',
        'displayName',
        'active',
        'schemas',
        'meta.version',
        'urn:',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:',
        'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department.x',
        'constructor',
        'toString',
        'x'.repeat(5000),
      ];
      for (const path of paths)
        for (const value of values)
          for (const op of ['add', 'replace', 'remove'])
            for (const target of [`/Users/${id}`, `/Groups/${group}`]) {
              const { status, body } = await patch(target, [{ op, path, value }]);
              assert.ok(
                status < 500,
                `${op} ${target} ${path} ${JSON.stringify(value)}: ${JSON.stringify(body)}`,
              );
            }
      for (const value of values) {
        const field = {
          userName: 'u',
          displayName: 'd',
          emails: value,
          name: value,
          active: value,
          roles: value,
          members: value,
          externalId: value,
          schemas: value,
          Operations: value,
        };
        for (const [method, path] of [
          ['POST', '/Users'],
          ['PUT', `/Users/${id}`],
          ['POST', '/Groups'],
          ['PUT', `/Groups/${group}`],
          ['PATCH', `/Users/${id}`],
        ] as const)
          assert.ok(
            (await scim(path, { method, body: field })).status < 500,
            `${method} ${JSON.stringify(value)}`,
          );
        for (const name of ['filter', 'attributes', 'excludedAttributes', 'startIndex', 'count'])
          for (const path of ['/Users', '/Groups'])
            assert.ok(
              (await scim(`${path}?${new URLSearchParams({ [name]: String(value) })}`)).status < 500,
              `${name} ${String(value)}`,
            );
      }
    });
  });
}
