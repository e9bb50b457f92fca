import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { messages } from '@inlay/messages/data/en';
import { proposeMeasures } from '../../src/screens/data/datasets/propose-measures.ts';

describe('proposed measures of a new dataset', () => {
  it('sum each numeric column and count rows; id columns are not preselected', () => {
    const columns = [
      { name: 'order_id', type: 'integer' },
      { name: 'customerId', type: 'integer' },
      { name: 'Order Year', type: 'integer' },
      { name: 'paid', type: 'decimal' },
      { name: 'unit_price', type: 'number' },
      { name: 'region', type: 'string' },
    ] as const;
    const proposed = proposeMeasures(columns, messages.measures);
    assert.deepEqual(
      proposed.filter(({ likely }) => likely).map(({ measure }) => measure),
      [
        { name: 'Total paid', kind: 'sum', column: 'paid' },
        { name: 'Total unit price', kind: 'sum', column: 'unit_price' },
        { name: 'Number of rows', kind: 'count' },
      ],
    );
    assert.equal(proposed.length, 6);
  });
});
