import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holesOf, sentencesOf } from '../../../test/support/sentences.ts';
import { english } from '../src/words/english.ts';
import { loadEditorWords } from '../src/words/load-editor-words.ts';

describe('what the editor says', () => {
  for (const tag of ['ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt']) {
    it(`is complete in ${tag}, with the same places for names`, async () => {
      const spoken = sentencesOf(await loadEditorWords(tag));
      let same = 0;
      for (const [at, text] of sentencesOf(english)) {
        assert.ok(spoken.get(at)?.trim(), at);
        assert.deepEqual(holesOf(spoken.get(at) ?? ''), holesOf(text), at);
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
