import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { holesOf, sentencesOf } from '../../../test/support/sentences.ts';
import { loadBuilderWords } from '../src/builder/words/load-builder-words.ts';
import { loadWords } from '../src/words/load-words.ts';

describe('what the frame and its builder say', () => {
  for (const [who, load] of [
    ['frame', loadWords],
    ['builder', loadBuilderWords],
  ] as const)
    for (const tag of ['ar', 'de', 'es', 'fr', 'it', 'ja', 'nl', 'pt'])
      it(`has the same places for names in ${tag} as in English (${who})`, async () => {
        const spoken = sentencesOf(await load(tag));
        for (const [at, text] of sentencesOf(await load('en'))) {
          assert.ok(spoken.get(at)?.trim(), at);
          assert.deepEqual(holesOf(spoken.get(at) ?? ''), holesOf(text), at);
        }
      });
});
