import assert from 'node:assert/strict';
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { VARIABLES } from '@inlay/server/config';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const pages = [...globSync('*.md', { cwd: root }), ...globSync('docs/**/*.md', { cwd: root })];

describe('the documentation', () => {
  it('has no link to a file that is not there', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#\s]+)[^)]*\)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(root, dirname(page), target)))
        .map((target) => `${page} links to ${target}`),
    );
    assert.deepEqual(broken, []);
  });

  it('names no file of the server that is not there', () => {
    const named = [...read('SECURITY.md').matchAll(/`([a-z-]+\/[a-z/-]*(?:\.test)?(?:\.ts)?)`/g)];
    const gone = named
      .map(([, path = '']) => path)
      .filter(
        (path) => !existsSync(join(root, path)) && !existsSync(join(root, 'packages/server/src', path)),
      );
    assert.ok(named.length > 10);
    assert.deepEqual(gone, []);
  });

  it('explains every setting, and none that does not exist', () => {
    const named = new Set(read('docs/guide/operate.md').match(/\bINLAY_[A-Z_]+\b/g));
    assert.deepEqual([...named].sort(), Object.keys(VARIABLES).sort());
  });

  it('lists every decision', () => {
    const index = read('docs/adr/README.md');
    const unlisted = readdirSync(join(root, 'docs/adr'))
      .filter((file) => /^\d{4}-.*\.md$/.test(file))
      .filter((file) => !index.includes(`(${file})`));
    assert.deepEqual(unlisted, []);
  });
});
