import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import type { AdminScreens } from '@inlay/protocol/admin-screens';
import { screens } from '../../src/screens/index.ts';

const KB = 1024;
const DIST = new URL('../../dist/', import.meta.url);
const HOME = '/embed-settings';

/** In another language than English, which is part of the app. */
describe('the files of the admin app, with Brotli', () => {
  let built: AdminScreens;
  let signIn: ReadonlySet<string> = new Set();
  before(async () => {
    built = await import(new URL('screens.js', DIST).href);
    const page = readFileSync(new URL('index.html', DIST), 'utf8').match(/assets\/[\w.-]+\.(?:js|css)/g);
    signIn = new Set([...(page ?? []), ...(await built.loadSignIn()), ...messagesOf(['admin'])]);
  });

  const weight = (files: ReadonlySet<string>) =>
    [...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(new URL(file, DIST))).length, 0);
  const messagesOf = (names: readonly string[]) => names.flatMap((name) => built.messages[name]?.de ?? []);
  /** With the dialog of each. */
  const filesOf = async (paths: readonly string[]) => {
    const found = paths.map((path) => ({ path, screen: built.screens.find(({ matches }) => matches(path)) }));
    const files = found.map(async ({ path, screen }) => [
      ...((await screen?.components(path)) ?? []).flat(),
      ...messagesOf(screen?.messages ?? []),
    ]);
    return new Set((await Promise.all(files)).flat());
  };

  it('sign-in: are at most 5 and 50 KB', () => {
    assert.ok(signIn.size <= 5, [...signIn].join());
    assert.ok(weight(signIn) <= 50 * KB, `${weight(signIn)}`);
  });

  it('other ways to sign in, fetched behind the form: share files with the app only, and are at most 4 KB', () => {
    const [file = ''] = globSync('assets/load-other-ways-*.js', { cwd: DIST });
    const code = readFileSync(new URL(file, DIST), 'utf8');
    const imported = [...code.matchAll(/from"\.\/([\w.-]+)"/g)].map(([, name]) => `assets/${name}`);
    assert.ok(imported.length > 0);
    assert.deepEqual(
      imported.filter((name) => !signIn.has(name)),
      [],
    );
    const own = new Set([file, ...messagesOf(['signIn'])]);
    assert.ok(weight(own) <= 4 * KB, `${weight(own)}`);
  });

  it('screen behind the sign-in, fetched while the user types: are at most 3 more and 9 KB', async () => {
    const more = (await filesOf([HOME])).difference(signIn);
    assert.ok(more.size > 0 && more.size <= 3, [...more].join());
    assert.ok(weight(more) <= 9 * KB, `${weight(more)}`);
  });

  it('all screens, fetched while the app is idle: are at most 20', async () => {
    const files = await filesOf(screens.map(({ path }) => path.replaceAll('?', '')));
    assert.ok(files.size >= 10 && files.size <= 20, `${files.size}: ${[...files].join()}`);
  });

  it('list: is at most 20 KB after the app, however many screens its files have', async () => {
    for (const path of ['/apps', '/audit', '/connections', '/datasets', '/embeds', '/files', '/users']) {
      const bytes = weight((await filesOf([path])).difference(signIn));
      assert.ok(bytes <= 20 * KB, `${path}: ${bytes}`);
    }
  });
});
