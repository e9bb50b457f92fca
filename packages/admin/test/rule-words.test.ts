import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { RowRule } from '@inlay/protocol/rule';
import {
  newCondition,
  operatorsFor,
  scalarOf,
  withOperator,
  withSubject,
} from '../src/screens/data/datasets/rule-draft.ts';
import { ruleWords } from '../src/screens/data/datasets/rule-words.ts';

const columns: readonly DatasetColumn[] = [
  { name: 'region', type: 'string', label: 'Region' },
  { name: 'amount', type: 'integer' },
  { name: 'open', type: 'boolean' },
];

describe('a row rule in plain words', () => {
  const sentences: readonly (readonly [RowRule, string])[] = [
    [newCondition(columns), 'Region is one of their attribute region'],
    [{ column: 'amount', operator: 'between', from: 1, to: 9 }, 'amount is between 1 and 9'],
    [{ context: 'groups', operator: 'contains', value: 'finance' }, 'their groups include finance'],
    [{ all: true }, 'every row'],
    [
      {
        and: [
          { column: 'region', operator: 'is-set' },
          {
            or: [
              { column: 'open', operator: 'equals', value: true },
              { column: 'region', operator: 'equals', value: { context: 'username' } },
            ],
          },
        ],
      },
      'Region has a value and (open is true or Region is their username)',
    ],
  ];
  for (const [rule, words] of sentences)
    it(`reads: ${words}`, () => assert.equal(ruleWords(rule, columns), words));
});

describe('editing a condition', () => {
  it('keeps what was typed where the operator changes', () => {
    const equals = { column: 'region', operator: 'equals', value: 'north' } as const;
    assert.deepEqual(withOperator(equals, 'in'), { column: 'region', operator: 'in', values: ['north'] });
    assert.deepEqual(withOperator(equals, 'between'), {
      column: 'region',
      operator: 'between',
      from: 'north',
      to: 'north',
    });
    assert.deepEqual(withOperator(equals, 'is-set'), { column: 'region', operator: 'is-set' });
  });

  it('never leaves an operator that the new column does not know', () => {
    const less = { column: 'amount', operator: 'less', value: 5 } as const;
    const moved = withSubject(less, 'open', columns);
    assert.ok(operatorsFor(columns[2]).includes(moved.operator));
    assert.equal('column' in moved && moved.column, 'open');
  });

  it('compares the viewer with what is written, never with the viewer', () => {
    const ofViewer = withSubject(newCondition(columns), 'viewer:groups', columns);
    assert.deepEqual(ofViewer, { context: 'groups', operator: 'in', values: [] });
  });

  it('reads numbers as numbers, and leaves what is none to the server', () => {
    assert.equal(scalarOf('12.5', columns[1]), 12.5);
    assert.equal(scalarOf('twelve', columns[1]), 'twelve');
    assert.equal(scalarOf('12', columns[0]), '12');
    assert.equal(scalarOf('true', columns[2]), true);
  });
});
