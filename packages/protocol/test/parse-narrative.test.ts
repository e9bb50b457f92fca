import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type NarrativePart, parseNarrative } from '../src/parse-narrative.ts';

const unplaced = (parts: readonly NarrativePart[]) => parts.map(({ start: _, end: __, ...part }) => part);
const problems = (text: string) =>
  parseNarrative(text).flatMap((part) => ('problem' in part ? [[part.problem, part.whole]] : []));
const conditionOf = (text: string) => unplaced(parseNarrative(`{{#if ${text}}}{{/if}}`))[0];

describe('parseNarrative', () => {
  it('splits a text into its values and what is between them', () => {
    assert.deepEqual(unplaced(parseNarrative('Revenue grew {{ growth | percent }} to {{revenue}}.')), [
      { text: 'Revenue grew ' },
      { value: 'growth', format: 'percent' },
      { text: ' to ' },
      { value: 'revenue', format: undefined },
      { text: '.' },
    ]);
    assert.deepEqual(problems('{{ a + b }}'), [['syntax', '{{ a + b }}']]);
    assert.deepEqual(unplaced(parseNarrative('{{ a | money }}')), [
      { whole: '{{ a | money }}', problem: 'format', name: 'money' },
    ]);
  });

  it('reads the markers of a condition', () => {
    const text = '{{#if growth > 0}}up{{:else if growth < -0.05}}down{{:else}}flat{{/if}}';
    assert.deepEqual(unplaced(parseNarrative(text)), [
      { begins: 'if', condition: { operand: 'growth', compare: { by: '>', to: { number: 0 } } } },
      { text: 'up' },
      { branch: 'else', condition: { operand: 'growth', compare: { by: '<', to: { number: -0.05 } } } },
      { text: 'down' },
      { branch: 'else' },
      { text: 'flat' },
      { ends: 'if' },
    ]);
  });

  it('compares with numbers, quoted texts, other values and variables of the host page', () => {
    const compared = (by: string, to: object) => ({
      begins: 'if',
      condition: { operand: 'a', compare: { by, to } },
    });
    assert.deepEqual(conditionOf('a>=−1.5'), compared('>=', { number: -1.5 }));
    assert.deepEqual(conditionOf('a != "North"'), compared('!=', { quoted: 'North' }));
    assert.deepEqual(conditionOf('a = “Nord”'), compared('=', { quoted: 'Nord' }));
    assert.deepEqual(conditionOf('a <= b'), compared('<=', { operand: 'b' }));
    assert.deepEqual(conditionOf('a = variables.region'), compared('=', { operand: 'variables.region' }));
    assert.deepEqual(conditionOf('variables.region'), {
      begins: 'if',
      condition: { operand: 'variables.region' },
    });
  });

  it('tells a plural which categories it has', () => {
    const text = '{{#plural orders}}\n{{:one}}order{{:other}}orders{{/plural}}';
    assert.deepEqual(unplaced(parseNarrative(text))[0], {
      begins: 'plural',
      operand: 'orders',
      categories: ['one', 'other'],
    });
    assert.deepEqual(problems(text), []);
  });

  const refused: readonly (readonly [string, string, string])[] = [
    ['{{#if a}}x', 'unclosed', '{{#if a}}'],
    ['x{{/if}}', 'outside', '{{/if}}'],
    ['{{:else}}', 'outside', '{{:else}}'],
    ['{{#if a}}{{:one}}x{{/if}}', 'outside', '{{:one}}'],
    ['{{#if a}}x{{:else}}y{{:else}}z{{/if}}', 'repeated', '{{:else}}'],
    ['{{#if a}}x{{:else}}y{{:else if b}}z{{/if}}', 'repeated', '{{:else if b}}'],
    ['{{#plural a}}{{:one}}x{{:one}}y{{:other}}z{{/plural}}', 'repeated', '{{:one}}'],
    ['{{#plural a}}{{:one}}x{{/plural}}', 'missing-other', '{{#plural a}}'],
    ['{{#plural a}}{{:several}}x{{:other}}y{{/plural}}', 'category', '{{:several}}'],
    ['{{#plural a}}text{{:other}}y{{/plural}}', 'stray', 'text'],
    ['{{#plural}}{{:other}}y{{/plural}}', 'plural', '{{#plural}}'],
    ['{{#if a == 1}}x{{/if}}', 'condition', '{{#if a == 1}}'],
    ['{{#if a > 5%}}x{{/if}}', 'condition', '{{#if a > 5%}}'],
    ['{{#if}}x{{/if}}', 'condition', '{{#if}}'],
    ['{{#if a}}x{{:else if}}y{{/if}}', 'condition', '{{:else if}}'],
    ['{{#unless a}}x', 'block', '{{#unless a}}'],
    [`${'{{#if a}}'.repeat(9)}${'{{/if}}'.repeat(9)}`, 'depth', '{{#if a}}'],
  ];
  for (const [text, problem, whole] of refused)
    it(`refuses ${text.slice(0, 60)}`, () => {
      assert.deepEqual(problems(text)[0], [problem, whole]);
    });

  const pieces = fc.oneof(
    fc.constantFrom('{{#if a}}', '{{#if a > 0}}', '{{:else}}', '{{:else if b = "x"}}', '{{/if}}', '\n', ' '),
    fc.constantFrom('{{#plural a}}', '{{:one}}', '{{:other}}', '{{/plural}}', '{{ a | signed }}', '{{', '}}'),
    fc.string({ maxLength: 8 }),
  );

  it('covers any text without gaps', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (some) => {
        const text = some.join('');
        const parts = parseNarrative(text);
        assert.equal(parts.map(({ start, end }) => text.slice(start, end)).join(''), text);
      }),
    );
  });
});
