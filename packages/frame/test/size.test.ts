import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildFrame } from '../build.ts';

const KB = 1024;

describe('what the frame weighs, gzip', () => {
  const dist = mkdtempSync(join(tmpdir(), 'inlay-frame-size-'));
  let manifest: Readonly<Record<string, string>> = {};
  before(async () => {
    manifest = await buildFrame(dist);
  });
  after(() => rmSync(dist, { recursive: true, force: true }));

  const read = (file: string) => readFileSync(join(dist, 'assets', file));
  const named = (name: string) =>
    readdirSync(join(dist, 'assets')).filter((file) => file.startsWith(`${name}-`));
  const statics = (file: string): string[] =>
    [
      ...read(file)
        .toString()
        .matchAll(/(?:import|from)\s*"\.\/([^"]+)"/g),
    ].flatMap(([, found]) => found ?? []);
  /** A file and all that it imports before it runs. */
  const closure = (files: readonly string[], known = new Set<string>()): Set<string> => {
    for (const file of files) if (!known.has(file)) closure(statics(file), known.add(file));
    return known;
  };
  const weight = (files: Iterable<string>) =>
    [...files].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0);
  const css = () => named('interaction');
  const entry = (name: string) => closure([manifest[name] ?? '', ...css(), ...named('english')]);
  const without = (files: Set<string>) => [...files].filter((file) => file !== manifest.loader);

  it('loader: at most 3 KB and one file', () => {
    assert.deepEqual(statics(manifest.loader ?? ''), []);
    assert.ok(weight([manifest.loader ?? '']) <= 3 * KB, `${weight([manifest.loader ?? ''])}`);
  });

  it('page.css, which the server inlines: at most 2.5 KB', () => {
    assert.ok(weight([manifest['page.css'] ?? '']) <= 2.5 * KB, `${weight([manifest['page.css'] ?? ''])}`);
  });

  for (const [name, most] of [
    ['tile', 30],
    ['story', 35],
    ['dashboard', 45],
  ] as const) {
    it(`${name}: at most ${most} KB, and no chart code before something is drawn again`, () => {
      const files = without(entry(name));
      assert.ok(
        files.some((file) => file.startsWith('core-')),
        files.join(),
      );
      assert.ok(!files.some((file) => file.startsWith('charts-')), files.join());
      assert.ok(weight(files) <= most * KB, `${weight(files)}`);
    });
  }
});
