import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TileContent } from '@inlay/charts/tile';
import type { StoryContent } from '@inlay/content/story';
import { typedNumbers } from '@inlay/protocol/typed-numbers';
import { parse } from 'yaml';
import { readDemoParts } from '../../../src/cli/prepare-demo.ts';

const { files } = readDemoParts();
const read = <T>(path: string) => parse(files.find((file) => file.path === path)?.text ?? '') as T;
const stories = files
  .filter(({ path }) => path.startsWith('stories/'))
  .map(({ path }) => ({ path, story: read<StoryContent>(path) }));

/** What a step says: its own texts, and the titles of its charts. */
const textsOf = ({ title, narrative, recommendation, tiles = [] }: StoryContent['steps'][number]) => [
  ...[title, narrative, recommendation].filter((text) => text !== undefined),
  ...tiles.flatMap((id) => {
    const tile = read<TileContent>(`tiles/${id}.yaml`);
    return [tile.title, tile.description ?? ''];
  }),
];

/** Names in the data, and words that compare: true for some rows and false for others. */
const CLAIM =
  /UK & Ireland|Iberia|DACH|Nordics|France|\b(?:one|two|three|four|nine|half) (?:in|of|pairs?)\b|doubled|\b(?:rose|rising|fell|grew|lost|leads?|highest|lowest|best|worst|most|more than|behind|overtaken)\b/;

describe('the stories of the demo', () => {
  assert.ok(stories.length > 1);
  for (const { path, story } of stories)
    for (const step of story.steps) {
      it(`${path}, ${step.id}: states no number that is the same for every viewer`, () => {
        for (const text of textsOf(step)) assert.deepEqual(typedNumbers(text), [], text);
      });

      it(`${path}, ${step.id}: compares only values`, () => {
        const sentences = textsOf(step).flatMap((text) => text.split(/(?<=[.!?])\s|\n/));
        for (const sentence of sentences)
          assert.ok(!CLAIM.test(sentence) || sentence.includes('{{'), `typed, not a value: ${sentence}`);
      });
    }
});
