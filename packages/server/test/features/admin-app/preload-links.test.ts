import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { preloadLinks } from '@inlay/server/features/admin-app/preload-links';

const app = {
  screens: [
    {
      path: '/embed-settings',
      messages: ['embedSettings'],
      matches: (path: string) => path === '/embed-settings',
      queries: () => [{ address: '/embed-settings' }],
    },
    {
      path: '/users/:id',
      messages: [],
      matches: (path: string) => path.startsWith('/users/'),
      queries: (path: string, search: URLSearchParams) => [
        { address: `/users?limit=25&q=${search.get('q') ?? ''}` },
        { address: path },
        { address: '/groups' },
        { address: '/apps' },
      ],
    },
  ],
  files: {
    '/embed-settings': ['assets/settings.js'],
    '/users/:id': ['assets/users.js', 'assets/more.js'],
  },
  messages: {
    admin: { en: [], de: ['assets/admin-de.js'] },
    embedSettings: { en: ['assets/settings-en.js'], de: ['assets/settings-de.js'] },
  },
};

const linksAt = (url: string, acceptLanguage?: string, isSignedIn = true) =>
  preloadLinks(app, { url, acceptLanguage, isSignedIn }).join('').trimEnd();

describe('preload links of a screen', () => {
  it('are its files and as many API requests as the browser sends in parallel', () => {
    assert.deepEqual(linksAt('/admin/users/7').split('\n'), [
      '<link rel="modulepreload" crossorigin href="/admin/assets/users.js">',
      '<link rel="modulepreload" crossorigin href="/admin/assets/more.js">',
      '<link rel="preload" as="fetch" crossorigin href="/api/v0/users?limit=25&amp;q=">',
      '<link rel="preload" as="fetch" crossorigin href="/api/v0/users/7">',
    ]);
  });

  it('are those of the redirect target for an address without a path', () => {
    for (const address of ['/admin', '/admin/', '/admin?x=1'])
      assert.match(linksAt(address), /settings\.js.*\n.*settings-en\.js.*\n.*v0\/embed-settings"/);
  });

  it('are the messages in the first language of the browser that the app has', () => {
    const filesIn = (language: string) => linksAt('/admin/embed-settings', language).match(/[\w-]+(?=\.js)/g);
    assert.deepEqual(filesIn('fr-FR,de-CH;q=0.9,en;q=0.8'), ['settings', 'admin-de', 'settings-de']);
    assert.deepEqual(filesIn('*'), ['settings', 'settings-en']);
  });

  it('are only the messages of the sign-in without a session', () => {
    assert.match(linksAt('/admin/users/7', 'de', false), /^<link [^>]*admin-de\.js">$/);
    assert.equal(linksAt('/admin/users/7', 'en', false), '');
  });

  it('are empty for an unknown screen', () => {
    assert.equal(linksAt('/admin/nowhere'), '');
  });

  it('escape the address', () => {
    const links = linksAt('/admin/users/"><img src=x>?q="><img>');
    assert.equal(links.match(/</g)?.length, links.split('\n').length);
    assert.doesNotMatch(links, /<img/);
  });
});
