import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { FUNCTIONS } from '../../../src/platform/query/expression/functions.ts';
import { typeExpression } from '../../../src/platform/query/expression/type-expression.ts';

const page = readFileSync(new URL('../../../../../docs/reference/expressions.md', import.meta.url), 'utf8');

test('expression reference: lists every function as the code defines it, in the same order', () => {
  const [, section = ''] = /## Functions\n([\s\S]*?)\n## /.exec(page) ?? [];
  const listed = section.split('\n').filter((line) => line.startsWith('| `'));
  const defined = Object.values(FUNCTIONS).map(
    ({ signature, result, description }) => `| \`${signature}\` | ${result} | ${description} |`,
  );
  assert.deepEqual(listed, defined);
});

test('expression reference: names each function as it is called', () => {
  for (const [name, { signature }] of Object.entries(FUNCTIONS))
    assert.ok(signature.startsWith(`${name}(`), name);
});

test('expression reference: has examples that are valid', () => {
  const [, examples = ''] = /```text\n([\s\S]*?)```/.exec(page) ?? [];
  const columns = new Map(
    (
      [
        ['amount', 'decimal'],
        ['unit cost', 'decimal'],
        ['quantity', 'integer'],
        ['country', 'string'],
        ['ordered_at', 'datetime'],
      ] as const
    ).map(([name, type]) => [name, { name, type }]),
  );
  const types = examples
    .trim()
    .split('\n')
    .map((text) => typeExpression(text, columns).type);
  assert.deepEqual(types, ['string', 'number', 'string']);
});
