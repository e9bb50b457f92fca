import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Language, stringLiteral } from '../../../src/screens/embed-settings/snippets/string-literal.ts';

const quotes: Record<Language, string> = {
  node: `'it\\'s "$x" \\\\'`,
  curl: `'it'\\''s "$x" \\'`,
  python: `"it's \\"$x\\" \\\\"`,
  java: `"it's \\"$x\\" \\\\"`,
  php: `"it's \\"\\$x\\" \\\\"`,
  go: `"it's \\"$x\\" \\\\"`,
  csharp: `"it's \\"$x\\" \\\\"`,
};
const unseen: Record<Language, string> = {
  node: `'\\n\\u{1}\\u{202e}\\u{e0001}'`,
  curl: `'\n\u0001\u202e\u{e0001}'`,
  python: `"\\n\\u0001\\u202e\\U000e0001"`,
  java: `"\\n\\001\\u202e\\udb40\\udc01"`,
  php: `"\\n\\u{1}\\u{202e}\\u{e0001}"`,
  go: `"\\n\\u0001\\u202e\\U000e0001"`,
  csharp: `"\\n\\u0001\\u202e\\U000e0001"`,
};
const languages = Object.keys(quotes) as readonly Language[];

for (const language of languages) {
  test(`a ${language} literal escapes quotes, dollars and backslashes`, () => {
    assert.equal(stringLiteral(language, `it's "$x" \\`), quotes[language]);
  });

  test(`a ${language} literal escapes control and format characters`, () => {
    assert.equal(stringLiteral(language, '\n\u0001\u202e\u{e0001}'), unseen[language]);
  });
}

test('letters of every script stay readable, except in Java, whose source encoding depends on the machine', () => {
  for (const language of languages) {
    const expected = language === 'java' ? '\\351\\u6f22\\ud83d\\ude00' : 'é漢😀';
    assert.equal(stringLiteral(language, 'é漢😀').slice(1, -1), expected);
  }
});

test('an unpaired surrogate is not written', () => {
  for (const language of languages) assert.ok(stringLiteral(language, 'a\ud800b').isWellFormed());
});
