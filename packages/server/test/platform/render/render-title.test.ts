import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderTitle } from '../../../src/platform/render/render-markdown.ts';

describe('the title of a step', () => {
  const writer = {
    write: ({ value }: { readonly value: string }) => `<${value}>`,
    choose: (text: string) => text,
  };

  it('contains values that the page can update', () => {
    assert.equal(
      `${renderTitle('{{ revenue | currency }} in the year', 'one', writer)}`,
      '<bdi data-value="one:revenue|currency">&lt;revenue&gt;</bdi> in the year',
    );
  });

  it('is plain text, not Markdown', () => {
    assert.equal(`${renderTitle('*UK* & <b>', 'one', writer)}`, '*UK* &amp; &lt;b&gt;');
  });
});
