import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type SearchEntry, search } from '../src/search.ts';

const entries: readonly SearchEntry[] = [
  ['/docs/guide/operate', 'Operate Inlay', '', 'Settings, nodes and backups.'],
  [
    '/docs/guide/operate#back-up',
    'Operate Inlay',
    'Backup and restore',
    'inlay backup FILE writes a snapshot.',
  ],
  ['/docs/api/users#createUser', 'Users', 'Create a user', 'POST /api/v0/users'],
  ['/docs/adr/0023', 'One logical backup format', '', 'A backup is a file with a line per row.'],
  ['/docs/changelog#fixed', 'Changelog', 'Fixed', 'Let a backup finish.'],
];
const found = (query: string) => search(entries, query).map(({ url }) => url);

describe('the search of the documentation', () => {
  it('finds sections in which each word of the query begins a word', () => {
    assert.deepEqual(found('creat us'), ['/docs/api/users#createUser']);
    assert.deepEqual(found('create backup'), []);
    assert.deepEqual(found('reate'), []);
  });

  it('lists the guide before decisions and changes', () => {
    assert.deepEqual(found('backup'), [
      '/docs/guide/operate#back-up',
      '/docs/adr/0023',
      '/docs/guide/operate',
      '/docs/changelog#fixed',
    ]);
  });

  it('finds addresses, and takes no character of a query as an expression', () => {
    assert.deepEqual(found('/api/v0/users'), ['/docs/api/users#createUser']);
    assert.deepEqual(found('(backup.*'), found('backup'));
    assert.deepEqual(found(' ( '), []);
  });

  it('shows the text around the first match', () => {
    const text = `${'word '.repeat(100)}needle ${'word '.repeat(100)}`;
    const [result] = search([['/a', 'A', '', text]], 'needle');
    assert.match(result?.excerpt ?? '', /^… .*needle.* …$/);
    assert.ok((result?.excerpt.length ?? 0) < 160);
  });
});
