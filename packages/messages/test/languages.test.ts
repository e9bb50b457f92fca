import assert from 'node:assert/strict';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { loadChartsMessages } from '@inlay/messages/charts';
import { loadEditorMessages } from '@inlay/messages/editor';
import { messages as english } from '@inlay/messages/editor/en';
import { locales } from '@inlay/messages/locales';
import { compileMessages } from '../compile/compile-messages.ts';

const folder = join(import.meta.dirname, '..');
const files = globSync('??.json', { cwd: folder }).sort();
const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));

/** Every text of a file, by its path. */
const textsOf = (texts: object, at = ''): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${at}${key}`, value] as const]
        : [...textsOf(value as object, `${at}${key}.`)],
    ),
  );

describe('message catalogs', () => {
  const copy = mkdtempSync(join(tmpdir(), 'inlay-languages-'));
  for (const file of files) cpSync(join(folder, file), join(copy, file));
  after(() => rmSync(copy, { recursive: true, force: true }));

  it('have only keys of English, with all arguments and plural forms', () => {
    assert.ok(files.length >= 9);
    assert.deepEqual(compileMessages(copy), []);
    assert.deepEqual(
      locales.map(({ locale }) => `${locale}.json`),
      files,
    );
  });

  it('are translated: few messages equal the English ones', () => {
    const source = textsOf(read('en.json'));
    for (const file of files.filter((each) => each !== 'en.json')) {
      const texts = [...textsOf(read(file))].filter(([key]) => key.startsWith('editor.'));
      const same = texts.filter(([key, text]) => source.get(key) === text);
      assert.ok(same.length < 30, `${file}: ${same.length} texts of the editor are still English`);
    }
  });

  it('fall back to English for unknown languages', async () => {
    assert.equal(await loadEditorMessages('fi-FI'), english);
    assert.notEqual(await loadEditorMessages('fr-CA'), english);
  });

  it('have plural forms', async () => {
    const charts = await Promise.all(['en', 'fr', 'ar'].map(loadChartsMessages));
    const say = (count: number) =>
      charts.map(({ kinds, summary }) => {
        const shown = String(count);
        return `${kinds.histogram.rows({ count, shown })}, ${summary.points({ count, shown })}`;
      });
    assert.deepEqual(say(1), ['1 row, 1 value.', '1 ligne, 1 valeur.', 'عدد الصفوف: 1, قيمة واحدة.']);
    assert.deepEqual(say(3), ['3 rows, 3 values.', '3 lignes, 3 valeurs.', 'عدد الصفوف: 3, 3 قيم.']);
  });

  it('are one file per language', async () => {
    const added = { ...read('nl.json'), $: { name: 'Afrikaans', reviewed: false } };
    writeFileSync(join(copy, 'af.json'), JSON.stringify(added));
    assert.deepEqual(compileMessages(copy), []);
    const { locales: found } = await import(join(copy, 'dist', 'locales.ts'));
    assert.deepEqual(found[0], { locale: 'af', name: 'Afrikaans', reviewed: false, admin: false });
    const { chartsMessages } = await import(join(copy, 'dist', 'charts', 'all.ts'));
    assert.equal(chartsMessages.af.yes, 'Ja');
  });
});
