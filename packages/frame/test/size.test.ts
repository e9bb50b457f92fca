import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { themeCss } from '@inlay/charts/theme/create-theme';
import { builtFrame } from './support/built-frame.ts';
import { type Entry, frameSizes, INTERACTION_KB } from './support/frame-sizes.ts';

const KB = 1024;

describe('frame size (gzip)', () => {
  let manifest: Readonly<Record<string, string>> = {};
  let frame: ReturnType<typeof frameSizes>;
  before(async () => {
    const { dist, manifest: built } = await builtFrame();
    manifest = built;
    frame = frameSizes(dist, built);
  });
  const weight: typeof frame.weight = (...measured) => frame.weight(...measured);

  it('loader: is one file of at most 2.5 KB', () => {
    assert.deepEqual(frame.found(manifest.loader ?? '', /(?:import|from)\s*"\.\/([^"]+)"/g), []);
    assert.ok(weight([manifest.loader ?? '']) <= 2.5 * KB, `${weight([manifest.loader ?? ''])}`);
  });

  it('messages: the file of a language imports no other language', () => {
    const languages = frame.files.filter((file) => /^(frame|builder)\.\w+-/.test(file));
    assert.ok(languages.length >= 20, `${languages.length} files`);
    for (const file of languages)
      assert.deepEqual(frame.found(file, /from\s*"\.\/((?:frame|builder)\.[^"]+)"/g), [], file);
  });

  it('rows behind a mark: are at most 5 KB more, loaded when a viewer first opens them', () => {
    const files = frame.files.filter((file) => /^(open-rows|rows\.en)-/.test(file));
    assert.ok(files.length >= 3, files.join());
    assert.ok(weight(files) <= 5 * KB, `${weight(files)}: ${files.join()}`);
  });

  it('subscriptions: the button is at most 1 KB where the host enables them, and the dialog 20 KB more when it opens', () => {
    const button = frame.files.filter((file) => /^subscriptions-/.test(file));
    assert.equal(button.length, 1, button.join());
    assert.ok(weight(button) <= KB, `${weight(button)}`);
    const dialog = frame.files.filter((file) => /^(open-subscriptions|subscriptions\.en|fields)-/.test(file));
    assert.ok(dialog.length >= 4, dialog.join());
    assert.ok(weight(dialog) <= 20 * KB, `${weight(dialog)}: ${dialog.join()}`);
  });

  it('page.css: is at most 2.75 KB, of which the server inlines the used rules', () => {
    assert.ok(weight([manifest['page.css'] ?? '']) <= 2.75 * KB, `${weight([manifest['page.css'] ?? ''])}`);
  });

  it('interaction styles: contain all rules and default colors, since a rendered page has only those it uses', () => {
    const style = frame.files.find((file) => /^interaction-.*\.css$/.test(file));
    const all = frame.read(style ?? '').toString();
    const names = (css: string) => new Set(css.match(/(?:--|\.)inlay-[\w-]+/g));
    const wanted = names(themeCss() + frame.read(manifest['page.css'] ?? '').toString());
    assert.deepEqual([...wanted.difference(names(all))], []);
    assert.match(all, /@layer inlay-defaults\{:root/, 'below what a page says itself');
  });

  it('builder: its dialogs, loaded when the first one opens, are at most 4 KB', () => {
    const files = frame.files.filter((file) => /^dialogs-.*\.js$/.test(file));
    assert.equal(files.length, 1, files.join());
    assert.ok(weight(files) <= 4 * KB, `${weight(files)}`);
  });

  it('builder: the settings of a chart that load after the first ones are at most 10 KB', () => {
    const files = frame.files.filter((file) => /^(more-panels|more\.en|editorMore)-/.test(file));
    assert.equal(files.length, 3, files.join());
    assert.ok(weight(files) <= 10 * KB, `${weight(files)}`);
  });

  it('dashboard: its filters, marks and tools respond after at most 30 KB, as the server sends it', () => {
    const styles = frame.files.filter((file) => /^(interaction-.*\.css|frame\.en-.*)$/.test(file));
    const files = frame.withImports([manifest.dashboard ?? '', ...styles]);
    files.delete(manifest.loader ?? '');
    assert.ok(files.size >= 6, [...files].join());
    const bytes = weight(files, brotliCompressSync);
    assert.ok(bytes <= 30 * KB, `${bytes}: ${[...files].join()}`);
  });

  for (const [name, most] of Object.entries(INTERACTION_KB)) {
    it(`${name}: is at most ${most} KB with everything that interaction loads, including redrawing`, () => {
      const files = frame.interactionFiles(name as Entry);
      for (const part of ['core', 'frame.en', 'interaction'])
        assert.ok(
          files.some((file) => file.startsWith(`${part}-`)),
          `${part} is not among ${files.join()}`,
        );
      assert.ok(weight(files) <= most * KB, `${weight(files)}: ${files.join()}`);
    });
  }
});
