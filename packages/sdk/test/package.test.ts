import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { assertMapsHaveSources } from '../../../test/support/browser/assert-maps-have-sources.ts';
import { unpackPackage } from '../../../test/support/server/unpack-package.ts';

/** test/full/toolchains/sdk-package.test.ts compiles projects that use it. */
describe('the packed package', () => {
  let folder: string;
  let installed: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inlay-sdk-package-'));
    installed = await unpackPackage('sdk', folder);
  });
  after(() => rm(folder, { recursive: true, force: true }));
  const read = (file: string) => readFileSync(join(installed, file), 'utf8');

  it('runs without dependencies, and has maps with sources', async () => {
    const manifest = JSON.parse(read('package.json'));
    assert.equal(manifest.dependencies, undefined);
    assert.equal(manifest.peerDependencies, undefined, 'npm would look them up in a registry');
    assertMapsHaveSources(installed);
    const { initialize } = await import(join(installed, manifest.exports['.'].default));
    await assert.rejects(initialize(), { name: 'InlayError', code: 'INSTANCE_UNKNOWN' });
  });

  it('has a module and types for each of its exports', () => {
    const { './package.json': own, ...modules } = JSON.parse(read('package.json')).exports;
    assert.equal(own, './package.json');
    const names = Object.keys(modules).map((name) => name.replace(/^\.\/?/, '') || 'index');
    assert.deepEqual(names.sort(), ['angular', 'index', 'react', 'vue', 'web-component']);
    for (const { types, default: module } of Object.values<{ types: string; default: string }>(modules))
      assert.ok(read(types).includes('export') && read(module).length > 0);
  });

  it('has types beside its modules, without our own packages', () => {
    for (const file of globSync('dist/**/*.d.ts', { cwd: installed })) {
      assert.match(file, /^dist[\\/][\w-]+\.d\.ts$/);
      const code = read(file).replaceAll(/\/\*.*?\*\//gs, '');
      assert.doesNotMatch(code, /@inlay\/|\.ts['"]/, file);
    }
  });
});
