import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages as german } from '@inlay/messages/data/de';
import { messages as english } from '@inlay/messages/data/en';
import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { RowRule } from '@inlay/protocol/rule';
import {
  newCondition,
  operatorsFor,
  scalarOf,
  withOperator,
  withSubject,
} from '../src/screens/data/datasets/rule-draft.ts';
import { ruleSentence } from '../src/screens/data/datasets/rule-sentence.ts';

const columns: readonly DatasetColumn[] = [
  { name: 'region', type: 'string', label: 'Region' },
  { name: 'amount', type: 'integer' },
  { name: 'open', type: 'boolean' },
];

describe('a row rule as a sentence', () => {
  const sentences: readonly (readonly [rule: RowRule, inEnglish: string, inGerman: string])[] = [
    [
      newCondition(columns),
      "Region is in the viewer's attribute region",
      'Region ist enthalten in Attribut region des Betrachters',
    ],
    [
      { column: 'region', operator: 'not-in', values: ['north', 'south'] },
      'Region is none of north, south',
      'Region ist keines von north, south',
    ],
    [
      { column: 'amount', operator: 'between', from: 1, to: 9 },
      'amount is between 1 and 9',
      'amount liegt zwischen 1 und 9',
    ],
    [
      { context: 'groups', operator: 'contains', value: 'finance' },
      "the viewer's groups include finance",
      'Gruppen des Betrachters enthalten finance',
    ],
    [{ all: true }, 'all rows', 'alle Zeilen'],
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
      "Region has a value and (open is true or Region is the viewer's username)",
      'Region hat einen Wert und (open ist true oder Region ist Benutzername des Betrachters)',
    ],
  ];
  for (const [rule, inEnglish, inGerman] of sentences)
    it(`reads: ${inEnglish}`, () => {
      assert.equal(ruleSentence(rule, columns, english.rules), inEnglish);
      assert.equal(ruleSentence(rule, columns, german.rules), inGerman);
    });
});

describe('editing a condition', () => {
  it('keeps the value when the operator changes', () => {
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

  it('replaces an operator that the new column does not support', () => {
    const less = { column: 'amount', operator: 'less', value: 5 } as const;
    const moved = withSubject(less, 'open', columns);
    assert.ok(operatorsFor(columns[2]).includes(moved.operator));
    assert.equal('column' in moved && moved.column, 'open');
  });

  it('compares a viewer attribute with a constant, never with another attribute', () => {
    const ofViewer = withSubject(newCondition(columns), 'viewer:groups', columns);
    assert.deepEqual(ofViewer, { context: 'groups', operator: 'in', values: [] });
  });

  it('parses numbers and leaves invalid ones to the server', () => {
    assert.equal(scalarOf('12.5', columns[1]), 12.5);
    assert.equal(scalarOf('twelve', columns[1]), 'twelve');
    assert.equal(scalarOf('12', columns[0]), '12');
    assert.equal(scalarOf('true', columns[2]), true);
  });
});
