import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DatasetColumn } from '@inlay/protocol/dataset';
import { refreshColumns } from '@inlay/protocol/refresh-columns';

const found = (name: string, type: DatasetColumn['type'] = 'string'): DatasetColumn => ({
  name,
  type,
  label: `Default ${name}`,
});

describe('columns that are read again', () => {
  it('keep what was set for them, and new ones have a label', () => {
    const known: DatasetColumn = {
      name: 'amount',
      type: 'number',
      label: 'Revenue',
      format: { kind: 'currency' },
      access: [{ show: 'null' }],
    };
    assert.deepEqual(refreshColumns([known], [found('amount', 'number'), found('region')]), [
      known,
      found('region'),
    ]);
  });

  it('get a label where they had none', () => {
    assert.deepEqual(refreshColumns([{ name: 'a', type: 'string' }], [found('a')]), [found('a')]);
  });

  it('follow the order of the source, lose columns that it no longer has, and keep computed ones', () => {
    const computed: DatasetColumn = { name: 'net', type: 'number', expression: 'a - b' };
    const known = [found('a', 'number'), found('gone'), computed, found('b', 'number')];
    const fresh = refreshColumns(known, [found('b', 'number'), found('a', 'number')]);
    assert.deepEqual(
      fresh.map(({ name }) => name),
      ['b', 'a', 'net'],
    );
  });

  it('of another type keep label, description and access, but no format of the former type', () => {
    const known: DatasetColumn = {
      name: 'day',
      type: 'datetime',
      label: 'Ordered on',
      description: 'In local time',
      timeZone: 'Europe/Berlin',
      format: { kind: 'number' },
      aggregations: ['min'],
      access: [{ show: 'value' }],
    };
    assert.deepEqual(refreshColumns([known], [found('day', 'date')]), [
      {
        name: 'day',
        type: 'date',
        label: 'Ordered on',
        description: 'In local time',
        access: [{ show: 'value' }],
      },
    ]);
  });

  it('stay boolean where an author declared an integer to be one', () => {
    const known: DatasetColumn = { name: 'paid', type: 'boolean', label: 'Paid' };
    assert.deepEqual(refreshColumns([known], [found('paid', 'integer')]), [known]);
  });
});
