import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { preloadLinks } from '@inlay/server/features/admin-app/preload-links';

const views = [
  { path: '/embed-settings', files: ['assets/settings.js'], requests: ['embed-settings'] },
  {
    path: '/users/:id',
    files: ['assets/users.js', 'assets/more.js'],
    requests: ['users?limit=25&q={q}', 'users/:id', 'groups', 'apps'],
  },
];

const linksAt = (address: string) => preloadLinks(views, address).join('').trimEnd();

describe('preload links of a view', () => {
  it('are its files and as many API requests as the browser sends in parallel', () => {
    assert.deepEqual(linksAt('/admin/users/7').split('\n'), [
      '<link rel="modulepreload" crossorigin href="/admin/assets/users.js">',
      '<link rel="modulepreload" crossorigin href="/admin/assets/more.js">',
      '<link rel="preload" as="fetch" crossorigin href="/api/v0/users?limit=25">',
      '<link rel="preload" as="fetch" crossorigin href="/api/v0/users/7">',
    ]);
  });

  it('are those of the redirect target for an address without a path', () => {
    for (const address of ['/admin', '/admin/', '/admin?x=1'])
      assert.match(linksAt(address), /settings\.js.*\n.*v0\/embed-settings"/);
  });

  it('are empty for an unknown view', () => {
    assert.equal(linksAt('/admin/nowhere'), '');
  });

  it('escape the address', () => {
    const links = linksAt('/admin/users/"><img src=x>?q="><img>');
    assert.equal(links.match(/</g)?.length, links.split('\n').length);
    assert.doesNotMatch(links, /<img/);
  });
});
