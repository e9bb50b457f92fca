import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cpuUnits } from '../../../test/support/time/cpu-units.ts';
import { chooseBranches, hasBlocks, narrativeOutline } from '../src/choose-branches.ts';

/** Conditions hold by the name of their operand; `later` is undecided. */
const reader = {
  holds: ({ operand }: { readonly operand: string }) => (operand === 'later' ? undefined : operand === 'yes'),
  category: (operand: string) =>
    operand === 'later' ? undefined : operand === 'single' ? ('one' as const) : ('few' as const),
};
const choose = (text: string) => chooseBranches(text, reader);

describe('chooseBranches', () => {
  it('keeps the first branch that holds', () => {
    assert.equal(choose('It {{#if yes}}rose{{:else}}fell{{/if}}.'), 'It rose.');
    assert.equal(choose('It {{#if no}}rose{{:else}}fell{{/if}}.'), 'It fell.');
    assert.equal(choose('{{#if no}}1{{:else if yes}}2{{:else if yes}}3{{:else}}4{{/if}}'), '2');
    assert.equal(choose('A{{#if no}} and B{{/if}}'), 'A');
  });

  it('leaves values in their braces', () => {
    assert.equal(choose('{{ a | signed }} {{#if yes}}{{ b }}{{/if}}'), '{{ a | signed }} {{ b }}');
  });

  it('chooses a plural, or other where the text lacks the category', () => {
    const text = (operand: string) => `{{#plural ${operand}}}{{:one}}order{{:other}}orders{{/plural}}`;
    assert.equal(choose(text('single')), 'order');
    assert.equal(choose(text('several')), 'orders');
  });

  it('nests, and does not ask for what is not read', () => {
    assert.equal(choose('{{#if yes}}a{{#if no}}b{{:else}}c{{/if}}d{{:else}}e{{/if}}'), 'acd');
    assert.equal(
      choose(
        '{{#if no}}{{#if later}}b{{/if}}{{:else}}{{#plural single}}{{:one}}c{{:other}}d{{/plural}}{{/if}}',
      ),
      'c',
    );
  });

  it('is undecided while a value that it needs is', () => {
    assert.equal(choose('A {{#if later}}b{{/if}}'), undefined);
    assert.equal(choose('{{#if no}}a{{:else if later}}b{{/if}}'), undefined);
    assert.equal(choose('{{#plural later}}{{:other}}a{{/plural}}'), undefined);
  });

  it('removes lines with nothing but markers, so that lists and paragraphs stay whole', () => {
    const list = '- one\n{{#if yes}}\n- two\n  {{:else}}  \n- none\n{{/if}}\n- three';
    assert.equal(choose(list), '- one\n- two\n- three');
    assert.equal(choose('{{#if yes}}\nA\n\n{{/if}}\nB'), 'A\n\nB');
    assert.equal(choose('{{#if yes}} {{#if yes}}\nA\n{{/if}}{{/if}}'), 'A\n');
    assert.equal(choose('It\n{{#if yes}}rose\n{{/if}}.'), 'It\nrose\n.');
  });

  it('leaves a text with problems as it is', () => {
    for (const text of ['{{#if a}}x', '{{:else}}', '{{#if yes}}{{ a + b }}{{/if}}'])
      assert.equal(choose(text), text);
  });

  it('knows which texts have blocks', () => {
    assert.equal(hasBlocks('{{ a }} b'), false);
    assert.equal(hasBlocks('{{#if a}}b{{/if}}'), true);
  });

  it('outlines a text without its data', () => {
    const plural = '{{#plural n}}{{:one}}order{{:other}}orders{{/plural}}';
    const text = `{{#if a > 0}}Up {{ a | percent }}{{:else}}Down{{/if}} in {{ n }} ${plural}`;
    assert.equal(narrativeOutline(text), 'Up … in … orders');
  });

  it('leaves no marker of a text without problems', () => {
    const inner = fc.constantFrom('x', '{{ v }}', '\n', ' \n- a');
    const { text } = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        inner,
        fc.tuple(tie('text'), tie('text')).map((each) => each.join('')),
        fc.tuple(tie('text'), tie('text')).map(([a, b]) => `{{#if yes}}${a}{{:else}}${b}{{/if}}`),
        tie('text').map((a) => `{{#plural single}}{{:one}}${a}{{:other}}o{{/plural}}`),
      ),
    }));
    fc.assert(
      fc.property(text, (given) => {
        // Text that nests too deeply stays as it is.
        const chosen = choose(given) ?? '';
        assert.ok(chosen === given || !/\{\{\s*[#:/]/.test(chosen), chosen);
      }),
    );
  });

  const hostile: Readonly<Record<string, string>> = {
    'opening braces': '{'.repeat(20_000),
    'closing braces': '}'.repeat(20_000),
    'empty placeholders': '{{}}'.repeat(5000),
    'blocks that are never closed': '{{#if a}}'.repeat(2222),
    'ends without a beginning': '{{/if}}'.repeat(2857),
    'a branch for every letter': `{{#if no}}${'{{:else if no}}'.repeat(1300)}{{/if}}`,
    'blocks one after another': '{{#if a}}{{/if}}'.repeat(1250),
    'a long condition': `{{#if a ${' '.repeat(19_000)}x}}`,
    'a long comparison': `{{#if a > ${'1'.repeat(19_000)}}}`,
    'open quotes': `{{#if a = ${'"'.repeat(19_000)}}}`,
    'many blanks': `{{#if yes}}${' '.repeat(19_000)}x{{/if}}`,
    'many lines': `{{#if yes}}${'\n'.repeat(19_000)}{{/if}}`,
  };
  for (const [name, text] of Object.entries(hostile))
    it(`reads a text of 20,000 characters in one pass: ${name}`, async () => {
      const cost = await cpuUnits(() => choose(text));
      assert.ok(cost < 2, `${cost} units`);
    });
});
