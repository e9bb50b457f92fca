import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { renderTitle } from '../../../src/platform/render/render-markdown.ts';

describe('the title of a step', () => {
  const write = ({ value }: { readonly value: string }) => `<${value}>`;

  it('states values of the data, which the page can write anew', () => {
    assert.equal(
      `${renderTitle('{{ revenue | currency }} in the year', 'one', write)}`,
      '<span data-value="one:revenue|currency">&lt;revenue&gt;</span> in the year',
    );
  });

  it('is text and no Markdown', () => {
    assert.equal(`${renderTitle('*UK* & <b>', 'one', write)}`, '*UK* &amp; &lt;b&gt;');
  });
});
