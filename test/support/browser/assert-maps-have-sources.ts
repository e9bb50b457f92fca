import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Asserts that the source maps of a package contain their sources, which are not part of it, and that every link leads to one. */
export function assertMapsHaveSources(folder: string): void {
  const maps = globSync('dist/**/*.map', { cwd: folder });
  assert.ok(maps.length > 0, 'no source maps');
  for (const map of maps) {
    const { sources, sourcesContent } = JSON.parse(readFileSync(join(folder, map), 'utf8'));
    assert.equal(sourcesContent?.filter(Boolean).length, sources.length, map);
    assert.ok(
      sources.every((source: string) => !source.includes('tmp')),
      map,
    );
  }
  for (const file of globSync('dist/**/*.js', { cwd: folder })) {
    const [, link] = /^\/\/# sourceMappingURL=(.+)$/m.exec(readFileSync(join(folder, file), 'utf8')) ?? [];
    if (link) assert.ok(existsSync(join(folder, file, '..', link)), file);
  }
}
