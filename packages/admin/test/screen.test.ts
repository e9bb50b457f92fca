import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { datasetsOfApp } from '../src/api/common-queries.ts';
import { query } from '../src/api/query.ts';
import { screen } from '../src/screen.ts';
import { screenAt, screens } from '../src/screens/index.ts';

const addressesAt = (address: string) => {
  const { pathname, searchParams } = new URL(address, 'http://inlay.invalid');
  return screenAt(pathname)
    ?.queries(pathname, searchParams)
    .map((each) => each.address);
};

describe('a screen of the admin app', () => {
  const load = async () => () => null;

  it('gets the parameters of its path by name, decoded', () => {
    const seen: object[] = [];
    const tile = screen({
      path: '/apps/:app/tiles/:id',
      load,
      queries: (params) => {
        seen.push(params);
        return [query('/tiles/{id}', { path: { id: params.id } })];
      },
    });
    const [first] = tile.queries('/apps/sales/tiles/a%2Fb', new URLSearchParams());
    assert.deepEqual(seen, [{ app: 'sales', id: 'a/b' }]);
    assert.equal(first?.address, '/tiles/a%2Fb');
  });

  it('matches its path only, with or without an optional parameter', () => {
    const users = screen({ path: '/users/:id?', load });
    for (const path of ['/users', '/users/7', '/users/100%']) assert.equal(users.matches(path), true, path);
    for (const path of ['/users/', '/users/7/more', '/user', '/'])
      assert.equal(users.matches(path), false, path);
  });

  it('has typed parameters derived from its path', () => {
    const { path } = screen({ path: '/apps/:app', load, queries: ({ app }) => [datasetsOfApp(app)] });
    assert.equal(path, '/apps/:app');
    // @ts-expect-error the path has no parameter `name`
    screen({ path: '/apps/:app', load, queries: ({ name }) => [datasetsOfApp(name)] });
    // @ts-expect-error an optional parameter may be missing
    screen({ path: '/users/:id?', load, queries: ({ id }) => [query('/users/{id}', { path: { id } })] });
  });
});

describe('the screens of the admin app', () => {
  it('have unique paths and unique sidebar shortcuts', () => {
    const paths = screens.map(({ path }) => path);
    assert.deepEqual([...new Set(paths)], paths);
    const keys = screens.flatMap(({ nav }) => nav?.key ?? []);
    assert.deepEqual([...new Set(keys)], keys);
  });

  it('prefer a fixed path to a parameter', () => {
    for (const path of ['/users/import', '/connections/new', '/datasets/new', '/apps/sales/tiles/new'])
      assert.equal(screenAt(path)?.path, path.replace('sales', ':app'));
  });

  it('link only to existing paths', () => {
    for (const { commands } of screens)
      for (const { to } of commands) assert.ok(screenAt(to.split('?', 1)[0] ?? ''), to);
  });

  it('prefetch the queries of their path', () => {
    assert.deepEqual(addressesAt('/apps/sales/tiles/revenue'), [
      '/tiles/revenue',
      '/apps/sales/datasets?limit=10000',
    ]);
    assert.deepEqual(addressesAt('/apps/sales?tab=tiles&q=a+b&page=2'), [
      '/apps/sales',
      '/tiles?limit=25&page=2&q=a+b&app=sales',
      '/embeds?limit=200&app=sales',
    ]);
    assert.equal(addressesAt('/nowhere'), undefined);
  });

  it('prefetch nothing else for any path', () => {
    assert.deepEqual(addressesAt('/users?q=%26limit%3D999')?.[0], '/users?limit=25&page=1&q=%26limit%3D999');
    for (const tab of ['languages', '..%2F..%2Fadmin', 'users%3Fx%3D'])
      assert.deepEqual(addressesAt(`/apps/sales?tab=${tab}`), ['/apps/sales'], tab);
  });
});
