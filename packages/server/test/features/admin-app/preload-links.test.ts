import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { preloadLinks } from '@inlay/server/features/admin-app/preload-links';

const app = {
  screens: [
    {
      messages: ['embedSettings'],
      matches: (path: string) => path === '/embed-settings',
      components: async () => [['assets/settings.js']],
      queries: () => [{ address: '/embed-settings' }],
    },
    {
      messages: [],
      matches: (path: string) => path.startsWith('/users/'),
      components: async () => [
        ['assets/users.js', 'assets/more.js'],
        ['assets/user.js', 'assets/more.js'],
      ],
      queries: (path: string, search: URLSearchParams) => [
        { address: `/users?limit=25&q=${search.get('q') ?? ''}` },
        { address: path },
        { address: '/groups' },
        { address: '/apps' },
      ],
    },
  ],
  loadSignIn: async () => ['assets/sign-in.js'],
  messages: {
    admin: { en: [], de: ['assets/admin-de.js'] },
    embedSettings: { en: ['assets/settings-en.js'], de: ['assets/settings-de.js'] },
  },
};

const linksAt = async (url: string, acceptLanguage?: string, isSignedIn = true) =>
  (await preloadLinks(app, { url, acceptLanguage, isSignedIn })).join('').trimEnd();

describe('preload links of a screen', () => {
  it('are its files and as many API requests as the browser sends in parallel', async () => {
    assert.deepEqual((await linksAt('/admin/users/7')).split('\n'), [
      '<link rel="modulepreload" crossorigin href="/admin/assets/users.js">',
      '<link rel="modulepreload" crossorigin href="/admin/assets/more.js">',
      '<link rel="modulepreload" crossorigin href="/admin/assets/user.js">',
      '<link rel="preload" as="fetch" crossorigin href="/api/v0/users?limit=25&amp;q=">',
      '<link rel="preload" as="fetch" crossorigin href="/api/v0/users/7">',
    ]);
  });

  it('are those of the redirect target for an address without a path', async () => {
    for (const address of ['/admin', '/admin/', '/admin?x=1'])
      assert.match(await linksAt(address), /settings\.js.*\n.*settings-en\.js.*\n.*v0\/embed-settings"/);
  });

  it('are the messages in the first language of the browser that the app has', async () => {
    const filesIn = async (language: string) =>
      (await linksAt('/admin/embed-settings', language)).match(/[\w-]+(?=\.js)/g);
    assert.deepEqual(await filesIn('fr-FR,de-CH;q=0.9,en;q=0.8'), ['settings', 'admin-de', 'settings-de']);
    assert.deepEqual(await filesIn('*'), ['settings', 'settings-en']);
  });

  it('are the file, the messages and the options of the sign-in without a session', async () => {
    assert.deepEqual((await linksAt('/admin/users/7', 'de', false)).split('\n'), [
      '<link rel="modulepreload" crossorigin href="/admin/assets/sign-in.js">',
      '<link rel="modulepreload" crossorigin href="/admin/assets/admin-de.js">',
      '<link rel="preload" as="fetch" crossorigin href="/admin/session/options">',
    ]);
    assert.doesNotMatch(await linksAt('/admin/users/7', 'en', false), /admin-de/);
  });

  it('are the messages alone for pages of people who cannot sign in yet', async () => {
    for (const isSignedIn of [true, false])
      for (const path of ['set-password', 'forgot-password'])
        assert.equal(
          await linksAt(`/admin/${path}`, 'de', isSignedIn),
          '<link rel="modulepreload" crossorigin href="/admin/assets/admin-de.js">',
        );
  });

  it('are empty for an unknown screen', async () => {
    assert.equal(await linksAt('/admin/nowhere'), '');
  });

  it('escape the address', async () => {
    const links = await linksAt('/admin/users/"><img src=x>?q="><img>');
    assert.equal(links.match(/</g)?.length, links.split('\n').length);
    assert.doesNotMatch(links, /<img/);
  });
});
