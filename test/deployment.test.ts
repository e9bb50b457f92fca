import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { VARIABLES } from '@inlay/server/config';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const { version } = JSON.parse(read('package.json')) as { version: string };
const files = globSync(['deploy/**/*', 'deploy/.env.example'], { cwd: root, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name));

/** Variables of the Compose file and the Caddyfile themselves. */
const OWN_VARIABLES = ['INLAY_DOMAIN', 'INLAY_UPSTREAMS'];

describe('deployment files', () => {
  it('have the version of the repository', () => {
    const places: readonly (readonly [file: string, pattern: RegExp])[] = [
      ['deploy/Containerfile', /(?:inlay:|image\.version=")(\d[\w.-]*\w)/g],
      ['deploy/compose.yaml', /image: inlay:(\S+)/g],
      ['deploy/helm/inlay/Chart.yaml', /^(?:version|appVersion): (\S+)$/gm],
      ['packages/server/README.md', /inlay-server-(\d[\w.-]*)\.tgz/g],
      ['docs/guide/deploy.md', /(?:inlay-server-|inlay:)(\d[\w.-]*?)(?:\.tgz|\s)/g],
    ];
    for (const [file, pattern] of places) {
      const found = [...read(file).matchAll(pattern)].map(([, written]) => written);
      assert.ok(found.length > 0, file);
      assert.deepEqual([...new Set(found)], [version], file);
    }
  });

  it('use the Node.js of the repository', () => {
    const [, node] = /^FROM node:([\d.]+)-/m.exec(read('deploy/Containerfile')) ?? [];
    assert.equal(node, read('.node-version').trim());
  });

  it('name settings that exist, and no secret', () => {
    assert.ok(files.length > 15);
    const texts = files.map((file) => readFileSync(file, 'utf8'));
    const named = new Set(texts.flatMap((text) => text.match(/\bINLAY_[A-Z_]+\b/g) ?? []));
    const known = new Set([...Object.keys(VARIABLES), ...OWN_VARIABLES]);
    assert.deepEqual(
      [...named].filter((name) => !known.has(name)),
      [],
    );
    const secret = /^\s*(?:POSTGRES_PASSWORD|INLAY_(?:MASTER_KEY|ADMIN_PASSWORD))\s*[:=] *(?!\$\{)\S+/m;
    assert.deepEqual(
      files.filter((_, index) => secret.test(texts[index] ?? '')),
      [],
    );
  });
});
