import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { compileMessages } from '../compile/compile-messages.ts';
import { missingTexts, summarizeMissing } from '../compile/missing-texts.ts';

type Texts = Readonly<Record<string, unknown>>;

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Writes files that hold these texts as the namespace `ui`, or this text as it is. */
function write(folder: string, files: Readonly<Record<string, Texts | string>>): void {
  for (const [locale, texts] of Object.entries(files)) {
    const about = { name: locale, reviewed: true };
    const content = typeof texts === 'string' ? texts : JSON.stringify({ $: about, ui: texts });
    writeFileSync(join(folder, `${locale}.json`), content);
  }
}

function folderOf(files: Readonly<Record<string, Texts | string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'inlay-messages-'));
  folders.push(folder);
  write(folder, files);
  return folder;
}

const problemsOf = (files: Readonly<Record<string, Texts | string>>): readonly string[] =>
  compileMessages(folderOf(files));

/** The messages of the namespace `ui`, compiled. */
async function compiled<Messages>(files: Readonly<Record<string, Texts>>, locale: string): Promise<Messages> {
  const folder = folderOf(files);
  assert.deepEqual(compileMessages(folder), []);
  const { messages } = await import(join(folder, 'dist', 'ui', `${locale}.ts`));
  return messages as Messages;
}

describe('the messages compiler', () => {
  it('turns a message without arguments into a string, and one with arguments into a function', async () => {
    const en = { title: "`$'{hi}'` \\ it’s '{0}' <b>", remove: 'Remove {name}', nested: { deep: 'Deep' } };
    const messages = await compiled<{
      readonly title: string;
      readonly remove: (values: { readonly name: string }) => string;
      readonly nested: { readonly deep: string };
    }>({ en }, 'en');
    // biome-ignore lint/suspicious/noTemplateCurlyInString: must not become code
    assert.equal(messages.title, '`${hi}` \\ it’s {0} <b>');
    assert.equal(messages.remove({ name: '`x`' }), 'Remove `x`');
    assert.equal(messages.nested.deep, 'Deep');
  });

  it('compiles plurals, exact numbers, selects and numbers for the language', async () => {
    const text = (one: string, few: string, many: string) =>
      `{count, plural, =0 {–} one {${one}} few {${few}} many {${many}} other {${many}}} {how, select, a {A} other {B}}`;
    const pl = await compiled<{
      readonly rows: (values: { readonly count: number; readonly how: string }) => string;
    }>(
      {
        en: { rows: text('# row', '# rows', '# rows') },
        pl: { rows: text('# wiersz', '# wiersze', '# wierszy') },
      },
      'pl',
    );
    assert.deepEqual(
      [0, 1, 2, 5, 22, 12345].map((count) => pl.rows({ count, how: count > 1 ? 'a' : 'toString' })),
      ['– B', '1 wiersz B', '2 wiersze A', '5 wierszy A', '22 wiersze A', '12\u00a0345 wierszy A'],
    );
  });

  it('types arguments by how the message uses them', () => {
    const folder = folderOf({
      en: { all: '{count, plural, one {#} other {#}} {size, number} {kind, select, a {} other {}} {name}' },
    });
    compileMessages(folder);
    assert.match(
      readFileSync(join(folder, 'dist', 'ui.ts'), 'utf8'),
      /\(values: \{ readonly count: number; readonly size: number; readonly kind: "a" \| "other"; readonly name: string \}\) => string/,
    );
  });

  it('uses the English text where a language lacks one', async () => {
    const en = { undo: 'Undo', redo: 'Redo', rows: { none: 'No rows', of: 'Rows of {name}' } };
    const de = await compiled<{
      readonly undo: string;
      readonly redo: string;
      readonly rows: { readonly none: string; readonly of: (values: { readonly name: string }) => string };
    }>({ en, de: { redo: 'Wiederholen', rows: { none: 'Keine Zeilen' } } }, 'de');
    assert.deepEqual(
      [de.undo, de.redo, de.rows.none, de.rows.of({ name: 'Tea' })],
      ['Undo', 'Wiederholen', 'Keine Zeilen', 'Rows of Tea'],
    );
  });

  it('counts in an English text as English does, in every language', async () => {
    const en = { rows: '{count, plural, one {# row} other {# rows}} of {all, number}' };
    // 0 is singular in French, 1 is plural in Japanese, and Arabic has six forms.
    for (const locale of ['fr', 'ja', 'ar', 'pl']) {
      const { rows } = await compiled<{
        readonly rows: (values: { readonly count: number; readonly all: number }) => string;
      }>({ en, [locale]: {} }, locale);
      assert.deepEqual(
        [0, 1, 2, 12345].map((count) => rows({ count, all: 1000 })),
        ['0 rows of 1,000', '1 row of 1,000', '2 rows of 1,000', '12,345 rows of 1,000'],
        locale,
      );
    }
  });

  it('leaves untranslated texts out of the script with all languages, which falls back itself', () => {
    const file = (sdk: Texts) => JSON.stringify({ $: { name: 'X', reviewed: true }, sdk });
    const folder = folderOf({ en: file({ unavailable: 'Not available' }), fr: file({}) });
    assert.deepEqual(compileMessages(folder), []);
    assert.match(readFileSync(join(folder, 'dist', 'sdk.ts'), 'utf8'), /= \{ "en": `Not available` \};/);
  });

  it('lists the texts that a language lacks', () => {
    const texts = { a: 'A', b: { c: 'C', d: 'D' } };
    const missing = missingTexts(folderOf({ en: texts, de: { b: { c: 'C' } }, fr: texts, pl: { a: 'A' } }));
    assert.deepEqual(missing, [
      { locale: 'de', keys: ['ui.a', 'ui.b.d'] },
      { locale: 'pl', keys: ['ui.b.c', 'ui.b.d'] },
    ]);
    assert.deepEqual(
      [...missing, { locale: 'it', keys: ['ui.a'] }, { locale: 'nl', keys: [...'abcdefg'] }].map(
        summarizeMissing,
      ),
      [
        'de: 2 texts are missing: ui.a, ui.b.d; they appear in English',
        'pl: 2 texts are missing: ui.b.c, ui.b.d; they appear in English',
        'it: 1 text is missing: ui.a; it appears in English',
        'nl: 7 texts are missing: a, b, c, d, e and 2 more; they appear in English',
      ],
    );
  });

  it('reports a key that English lacks, and a text where English has several', () => {
    assert.deepEqual(problemsOf({ en: { a: { b: 'B' }, d: 'D' }, de: { a: { c: 'C' }, d: { e: 'E' } } }), [
      'packages/messages/de.json: ui.a.c is not in en.json: remove it, or add it there',
      'packages/messages/de.json: ui.d must be a text, as in en.json',
    ]);
  });

  it('reports arguments that differ from English', () => {
    assert.deepEqual(
      problemsOf({ en: { a: 'Of {name}', b: '{n, number}' }, de: { a: 'Von {nmae}', b: '{n}' } }),
      [
        'packages/messages/de.json: ui.a has the arguments {nmae}: string, but {name}: string in en.json: use the same ones',
        'packages/messages/de.json: ui.b has the arguments {n}: string, but {n}: number in en.json: use the same ones',
      ],
    );
  });

  it('reports invalid ICU syntax, JSON and values', () => {
    const [unclosed = '', offset = '', empty, ...rest] = problemsOf({
      en: { a: 'Of {name', b: '{n, plural, offset:1 other {#}}', c: '' },
    });
    assert.match(unclosed, /^packages\/messages\/en\.json: ui\.a invalid ICU message \(.*\): "Of \{name"$/);
    assert.match(offset, /^packages\/messages\/en\.json: ui\.b \{n\} uses an offset/);
    assert.equal(
      empty,
      'packages/messages/en.json: ui.c must be a text that is not empty, or an object of texts',
    );
    assert.deepEqual(rest, []);
    assert.match(problemsOf({ en: '{' })[1] ?? '', /^packages\/messages\/en\.json: \$ must say/);
  });

  it('reports a plural without a category that the language has', () => {
    const text = '{n, plural, one {#} other {#}}';
    assert.deepEqual(problemsOf({ en: { a: text }, de: { a: text }, fr: { a: text }, pl: { a: text } }), [
      'packages/messages/pl.json: ui.a lacks the plural category many, few: add many {…} few {…}',
    ]);
  });

  it('reports an ordinal without a category that the language has', () => {
    const text = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}';
    assert.deepEqual(problemsOf({ en: { a: text }, de: { a: text }, it: { a: text } }), [
      'packages/messages/it.json: ui.a lacks the plural category many: add many {…}',
    ]);
  });

  it('leaves the admin app in English for a language with none of its areas, and completes it for others', () => {
    const file = (namespaces: Texts) => JSON.stringify({ $: { name: 'X', reviewed: true }, ...namespaces });
    const en = file({ people: { a: 'A' }, tenant: { b: 'B' } });
    const folder = folderOf({ en, de: file({ people: { a: 'A' } }), fr: file({}) });
    assert.deepEqual(compileMessages(folder), []);
    assert.deepEqual(missingTexts(folder), [{ locale: 'de', keys: ['tenant.b'] }]);
    const modules = ['de', 'fr'].map((locale) => existsSync(join(folder, 'dist', 'tenant', `${locale}.ts`)));
    assert.deepEqual(modules, [true, false]);
  });

  it('writes nothing while there are problems, and unchanged modules not again', () => {
    const folder = folderOf({ en: { a: 'A' }, de: { a: 'A' } });
    compileMessages(folder);
    const module = (locale: string) => join(folder, 'dist', 'ui', `${locale}.ts`);
    const written = statSync(module('de')).mtimeMs;
    write(folder, { en: { b: 'B' } });
    assert.equal(compileMessages(folder).length, 1);
    assert.match(readFileSync(module('en'), 'utf8'), /"a": `A`/);
    write(folder, { en: { a: 'B' } });
    assert.deepEqual(compileMessages(folder), []);
    assert.match(readFileSync(module('en'), 'utf8'), /"a": `B`/);
    assert.equal(statSync(module('de')).mtimeMs, written);
    rmSync(join(folder, 'de.json'));
    compileMessages(folder);
    assert.equal(existsSync(module('de')), false);
  });
});
