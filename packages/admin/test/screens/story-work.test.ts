import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { StoryContent } from '@inlay/content/story';
import { messages as content } from '@inlay/messages/content/en';
import {
  addStep,
  changeStep,
  finishStory,
  moveStep,
  nameFor,
  removeStep,
  storyProblem,
} from '../../src/screens/stories/story-work.ts';
import { openOffer } from '../../src/screens/stories/text/open-offer.ts';

const STORY: StoryContent = {
  title: 'The year',
  steps: [
    { id: 'a', title: 'One' },
    { id: 'b', title: 'Two' },
    { id: 'step-3', title: 'Three' },
  ],
};
const order = ({ steps }: StoryContent) => steps.map(({ id }) => id).join(' ');

describe('a story draft', () => {
  it('gives steps unique ids, in any order', () => {
    const { story, id } = addStep(STORY);
    assert.equal(id, 'step-4');
    assert.equal(order(moveStep(story, id, 0)), 'step-4 a b step-3');
    assert.equal(order(moveStep(STORY, 'a', 99)), 'b step-3 a');
    assert.equal(moveStep(STORY, 'nobody', 0), STORY);
    assert.equal(order(removeStep(STORY, 'b')), 'a step-3');
    assert.equal(addStep(removeStep(STORY, 'a')).id, 'step-4');
  });

  it('keeps only the values that its texts use', () => {
    const source = { tile: 'revenue', column: 'sales', row: 'total' } as const;
    const written = changeStep(STORY, 'a', {
      title: '{{ sum | currency }} in all',
      narrative: '  ',
      values: { sum: source, unused: source },
      tiles: [],
    });
    assert.deepEqual(finishStory(written).steps[0], {
      id: 'a',
      title: '{{ sum | currency }} in all',
      values: { sum: source },
    });
    const cleared = changeStep(written, 'a', { values: undefined });
    assert.match(storyProblem(cleared, content) ?? '', /Step 1 uses the value “sum”/);
    assert.equal(storyProblem(written, content), undefined);
  });

  it('reports what prevents it from being saved', () => {
    assert.equal(storyProblem({ ...STORY, title: ' ' }, content), 'Title is required.');
    assert.equal(storyProblem(addStep(STORY).story, content), 'Step 4 needs a title.');
    assert.match(
      storyProblem(changeStep(STORY, 'b', { narrative: '{{ a b }}' }), content) ?? '',
      /^Step 2: \{\{ a b \}\} is not a valid placeholder/,
    );
    assert.equal(
      storyProblem(changeStep(STORY, 'b', { narrative: '{{ variables.customer }}' }), content),
      undefined,
    );
  });

  it('names a value after its column and reuses the name for the same value', () => {
    const first = { tile: 'a', column: 'sales' };
    assert.equal(nameFor(first, {}), 'sales');
    assert.equal(nameFor({ ...first, row: 'first' }, { sum: first }), 'sum');
    assert.equal(nameFor({ ...first, row: 'last' }, { sales: first }), 'sales_2');
    assert.equal(nameFor({ tile: 'a', column: '2026 net €' }, {}), '_2026_net_');
  });

  it('detects the value that is being searched for', () => {
    const at = (text: string) => openOffer(text, undefined);
    assert.deepEqual(at('made {{ Rev'), { from: 5, search: 'rev' });
    assert.deepEqual(at('{{'), { from: 0, search: '' });
    assert.equal(at('made {{ rev }} and'), undefined);
    assert.equal(at('made {{ rev |'), undefined);
    assert.deepEqual(at('made /Rev'), { from: 5, search: 'rev' });
    assert.deepEqual(at('/'), { from: 0, search: '' });
    assert.equal(at('and/or'), undefined);
    assert.deepEqual(openOffer('made to', 5), { from: 5, search: 'to' });
    assert.equal(openOffer('made {{ rev }}', 5), undefined);
  });
});
