import assert from 'node:assert/strict';
import { it } from 'node:test';
import { api } from '../src/api/api.ts';
import { listQuery, type Query, query } from '../src/api/query.ts';

it('a query URL is built from its path, parameters and query string', () => {
  assert.equal(query('/users/{id}', { path: { id: 'a/b' } }).address, '/users/a%2Fb');
  assert.equal(query('/apps', { query: { limit: 1, q: 'a b' } }).address, '/apps?limit=1&q=a+b');
  const search = new URLSearchParams('page=2&role=ADMIN&q=&other=1');
  assert.equal(
    listQuery('/users', search, { filters: ['q', 'role'] }).address,
    '/users?limit=25&page=2&role=ADMIN',
  );
});

/** Never called: the compiler checks it. */
export function wrongRequestsDoNotCompile(): void {
  // @ts-expect-error there is no such path
  query('/user');
  // @ts-expect-error the path has a parameter
  query('/users/{id}');
  // @ts-expect-error the parameter is called `id`
  query('/users/{id}', { path: { name: 'anna' } });
  // @ts-expect-error the list has no such filter
  query('/users', { query: { color: 'red' } });
  // @ts-expect-error the list has no such filter
  listQuery('/users', new URLSearchParams(), { filters: ['color'] });
  // @ts-expect-error users are not apps
  const wrong: Query<{ readonly workspaceIds: string }> = query('/users/{id}', { path: { id: 'anna' } });
  // @ts-expect-error this path cannot be deleted
  void api.delete('/users');
  // @ts-expect-error the body has no such field
  void api.post('/groups', { body: { id: 'emea', title: 'EMEA' } });
  // @ts-expect-error the body is required
  void api.post('/groups');
  void wrong;
}
