import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { english } from '../src/words/english.ts';
import { loadEditorWords } from '../src/words/load-editor-words.ts';

/** Every sentence by where it stands. */
function sentencesOf(words: object, at = ''): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${at}${key}`, value] as const]
        : [...sentencesOf(value as object, `${at}${key}.`)],
    ),
  );
}

const holes = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([hole]) => hole).sort();

describe('what the editor says', () => {
  for (const tag of ['ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt']) {
    it(`is complete in ${tag}, with the same places for names`, async () => {
      const spoken = sentencesOf(await loadEditorWords(tag));
      let same = 0;
      for (const [at, text] of sentencesOf(english)) {
        assert.ok(spoken.get(at)?.trim(), at);
        assert.deepEqual(holes(spoken.get(at) ?? ''), holes(text), at);
        if (spoken.get(at) === text) same += 1;
      }
      assert.ok(same < 30, `${same} sentences are still English`);
    });
  }

  it('is English where a language is not spoken here yet', async () => {
    assert.equal(await loadEditorWords('fi-FI'), english);
    assert.notEqual(await loadEditorWords('fr-CA'), english);
  });
});
