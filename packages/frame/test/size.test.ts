import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { themeCss } from '@inlay/charts/theme/create-theme';
import { builtFrame } from './support/built-frame.ts';

const KB = 1024;
const ENTRIES = ['tile', 'story', 'dashboard', 'builder'];
/**
 * A viewer loads one language. The rest loads only when someone downloads a file, opens rows, clicks an action, opens more
 * settings or a dialog of the builder, when the host changes theme or language, or when its fields are wrong.
 */
const NOT_MEASURED =
  /^((frame|builder|views)\.(?!en-)[\w-]+|more\.\w+|more-panels|editorMore|make-export|changes|describe-field-problem|dialogs|open-rows|rows\.[\w-]+|select-cells|run-click|open-linked)-/;

describe('frame size (gzip)', () => {
  let dist = '';
  let manifest: Readonly<Record<string, string>> = {};
  before(async () => {
    ({ dist, manifest } = await builtFrame());
  });

  const read = (file: string) => readFileSync(join(dist, 'assets', file));
  const found = (file: string, pattern: RegExp) =>
    [...read(file).toString().matchAll(pattern)].flatMap(([, name]) => name ?? []);
  /** Files and what they import before they run. */
  const withImports = (files: readonly string[], known = new Set<string>()): Set<string> => {
    for (const file of files)
      if (!known.has(file))
        withImports(found(file, /(?:import|from)\s*["`]\.\/([^"`]+\.js)["`]/g), known.add(file));
    return known;
  };
  /** Files and everything that they may load later, whatever the viewer does. */
  const everything = (files: readonly string[], known = new Set<string>()): Set<string> => {
    for (const file of withImports(files)) {
      if (known.has(file)) continue;
      const later = found(file, /["`](?:\.\/|assets\/)([^"`]+\.(?:js|css))["`]/g);
      everything(
        later.filter((each) => !NOT_MEASURED.test(each)),
        known.add(file),
      );
    }
    return known;
  };
  const weight = (files: Iterable<string>, compress = (text: Buffer) => gzipSync(text, { level: 9 })) =>
    [...files].reduce((sum, file) => sum + compress(read(file)).length, 0);

  it('loader: is one file of at most 2.5 KB', () => {
    assert.deepEqual(found(manifest.loader ?? '', /(?:import|from)\s*"\.\/([^"]+)"/g), []);
    assert.ok(weight([manifest.loader ?? '']) <= 2.5 * KB, `${weight([manifest.loader ?? ''])}`);
  });

  it('messages: the file of a language imports no other language', () => {
    const languages = readdirSync(join(dist, 'assets')).filter((file) => /^(frame|builder)\.\w+-/.test(file));
    assert.ok(languages.length >= 20, `${languages.length} files`);
    for (const file of languages)
      assert.deepEqual(found(file, /from\s*"\.\/((?:frame|builder)\.[^"]+)"/g), [], file);
  });

  it('rows behind a mark: are at most 5 KB more, loaded when a viewer first opens them', () => {
    const files = readdirSync(join(dist, 'assets')).filter((file) => /^(open-rows|rows\.en)-/.test(file));
    assert.ok(files.length >= 3, files.join());
    assert.ok(weight(files) <= 5 * KB, `${weight(files)}: ${files.join()}`);
  });

  it('page.css: is at most 2.75 KB, of which the server inlines the used rules', () => {
    assert.ok(weight([manifest['page.css'] ?? '']) <= 2.75 * KB, `${weight([manifest['page.css'] ?? ''])}`);
  });

  it('interaction styles: contain all rules and default colors, since a rendered page has only those it uses', () => {
    const style = readdirSync(join(dist, 'assets')).find((file) => /^interaction-.*\.css$/.test(file));
    const all = read(style ?? '').toString();
    const names = (css: string) => new Set(css.match(/(?:--|\.)inlay-[\w-]+/g));
    const wanted = names(themeCss() + read(manifest['page.css'] ?? '').toString());
    assert.deepEqual([...wanted.difference(names(all))], []);
    assert.match(all, /@layer inlay-defaults\{:root/, 'below what a page says itself');
  });

  it('builder: its dialogs, loaded when the first one opens, are at most 4 KB', () => {
    const files = readdirSync(join(dist, 'assets')).filter((file) => /^dialogs-.*\.js$/.test(file));
    assert.equal(files.length, 1, files.join());
    assert.ok(weight(files) <= 4 * KB, `${weight(files)}`);
  });

  it('builder: the settings of a chart that load after the first ones are at most 10 KB', () => {
    const files = readdirSync(join(dist, 'assets')).filter((file) =>
      /^(more-panels|more\.en|editorMore)-/.test(file),
    );
    assert.equal(files.length, 3, files.join());
    assert.ok(weight(files) <= 10 * KB, `${weight(files)}`);
  });

  it('dashboard: its filters, marks and tools respond after at most 30 KB, as the server sends it', () => {
    const style = readdirSync(join(dist, 'assets')).filter((file) =>
      /^(interaction-.*\.css|frame\.en-.*)$/.test(file),
    );
    const files = withImports([manifest.dashboard ?? '', ...style]);
    files.delete(manifest.loader ?? '');
    assert.ok(files.size >= 6, [...files].join());
    const bytes = weight(files, brotliCompressSync);
    assert.ok(bytes <= 30 * KB, `${bytes}: ${[...files].join()}`);
  });

  for (const [name, most] of [
    ['tile', 30],
    ['story', 35],
    ['dashboard', 45],
    // With the editor of charts; in their own files, which nobody else loads.
    ['builder', 97],
  ] as const) {
    it(`${name}: is at most ${most} KB with everything that interaction loads, including redrawing`, () => {
      // They were loaded before, or are those of other pages.
      const apart = ['loader', ...ENTRIES.filter((entry) => entry !== name)].map(
        (entry) => manifest[entry] ?? '',
      );
      const styles = readdirSync(join(dist, 'assets')).filter((file) =>
        name === 'builder'
          ? /^(builder|interaction)-.*\.css$/.test(file)
          : /^interaction-.*\.css$/.test(file),
      );
      const files = [...everything([manifest[name] ?? '', ...styles], new Set(apart))].filter(
        (file) => !apart.includes(file),
      );
      for (const part of ['core', 'frame.en', 'interaction'])
        assert.ok(
          files.some((file) => file.startsWith(`${part}-`)),
          `${part} is not among ${files.join()}`,
        );
      assert.ok(weight(files) <= most * KB, `${weight(files)}: ${files.join()}`);
      if (process.env.INLAY_SIZES)
        console.log(
          name,
          weight(files),
          files.map((f) => [f, weight([f])]),
        );
    });
  }
});
