import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

describe('npm run release:dry', () => {
  it('makes and checks a release without changing the folder', () => {
    const changes = () => spawnSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }).stdout;
    const before = changes();
    const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'release:dry'], {
      cwd: root,
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    for (const step of ['versions', 'tarballs', 'licenses', 'API', 'checksums'])
      assert.match(stdout, new RegExp(`^✔ ${step}: `, 'm'));
    assert.match(stdout, /inlay-node-\d+\.\d+\.\d+\.tgz .*inlay-sdk-.*inlay-server-/);
    assert.match(stdout, /can be released\. Nothing was changed here\./);
    assert.equal(changes(), before);
  });
});
