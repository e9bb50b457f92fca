import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages as german } from '@inlay/messages/data/de';
import { messages as english } from '@inlay/messages/data/en';
import type { DatasetColumn } from '@inlay/protocol/dataset';
import type { RowRule } from '@inlay/protocol/rule';
import { newCondition } from '@inlay/ui/conditions/condition';
import { ruleSentence } from '../src/screens/data/datasets/rows/rule-sentence.ts';

const columns: readonly DatasetColumn[] = [
  { name: 'region', type: 'string', label: 'Region' },
  { name: 'amount', type: 'integer' },
  { name: 'open', type: 'boolean' },
];

const fields = {
  columns: [
    ...columns,
    { name: 'order.customer.city', type: 'string', label: 'Order › Customer › City' } as const,
  ],
  followable: [{ path: 'order', label: 'Order' }],
};

describe('a row rule as a sentence', () => {
  const sentences: readonly (readonly [rule: RowRule, inEnglish: string, inGerman: string])[] = [
    [
      newCondition(columns),
      'Region is one of the values in the viewer’s attribute region',
      'Region ist einer der Werte in Attribut region des Betrachters',
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
      'the viewer’s groups include finance',
      'Gruppen des Betrachters enthalten finance',
    ],
    [{ all: true }, 'all rows', 'alle Zeilen'],
    [
      { column: 'order.customer.city', operator: 'equals', value: 'Bern' },
      'Order › Customer › City is Bern',
      'Order › Customer › City ist Bern',
    ],
    [{ follow: 'order' }, 'Order is visible to the viewer', 'Order ist für den Betrachter sichtbar'],
    [
      { follow: 'order.customer' },
      'order.customer is visible to the viewer',
      'order.customer ist für den Betrachter sichtbar',
    ],
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
      'Region has a value and (open is true or Region is the viewer’s username)',
      'Region hat einen Wert und (open ist true oder Region ist Benutzername des Betrachters)',
    ],
  ];
  for (const [rule, inEnglish, inGerman] of sentences)
    it(`reads: ${inEnglish}`, () => {
      assert.equal(ruleSentence(rule, fields, english.rules), inEnglish);
      assert.equal(ruleSentence(rule, fields, german.rules), inGerman);
    });
});
