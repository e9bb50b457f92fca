import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cell, ResultColumn } from '@inlay/protocol/result';
import fc from 'fast-check';
import { rankRows, rowOrder } from '../src/data/row-order.ts';

const column = (type: ResultColumn['type'], values: readonly Cell[]): ResultColumn => ({
  name: 'a',
  label: 'A',
  type,
  role: 'dimension',
  values,
});
const ordered = (type: ResultColumn['type'], values: readonly Cell[], direction: 'asc' | 'desc') =>
  [...rowOrder(column(type, values), direction, 'en')].map((row) => values[row]);

/** By comparing rows, without ranks. */
function bySorting(
  values: readonly Cell[],
  direction: 'asc' | 'desc',
  compare: (a: Cell, b: Cell) => number,
) {
  const sign = direction === 'asc' ? 1 : -1;
  return values
    .map((_, row) => row)
    .sort((a, b) => {
      const [left, right] = [values[a] ?? null, values[b] ?? null];
      if (left === null || right === null) return Number(left === null) - Number(right === null);
      return sign * compare(left, right);
    });
}

describe('rowOrder', () => {
  it('sorts texts as the language does, numbers by size, and missing values last in both directions', () => {
    assert.deepEqual(ordered('string', ['b', null, 'Ä', 'a', 'B'], 'asc'), ['a', 'Ä', 'b', 'B', null]);
    assert.deepEqual(ordered('string', ['b', null, 'Ä', 'a'], 'desc'), ['b', 'Ä', 'a', null]);
    assert.deepEqual(ordered('decimal', ['10', '9.5', null, '-1'], 'asc'), ['-1', '9.5', '10', null]);
    assert.deepEqual(ordered('decimal', ['10', '9.5', null, '-1'], 'desc'), ['10', '9.5', '-1', null]);
    assert.deepEqual(ordered('boolean', [true, false, null, true], 'asc'), [false, true, true, null]);
  });

  it('is that of a stable sort', () => {
    const { compare } = new Intl.Collator('en', { numeric: true });
    const texts = fc.array(fc.constantFrom('a', 'A', 'á', 'b', 'a2', 'a10', '', null));
    const numbers = fc.array(fc.constantFrom(-3, -1, 0, 2, 10, null));
    const direction = fc.constantFrom('asc' as const, 'desc' as const);
    fc.assert(
      fc.property(texts, direction, (values, way) => {
        const order = [...rowOrder(column('string', values), way, 'en')];
        assert.deepEqual(
          order,
          bySorting(values, way, (a, b) => compare(String(a), String(b))),
        );
      }),
      { seed: 31 },
    );
    fc.assert(
      fc.property(numbers, direction, (values, way) => {
        const order = [...rowOrder(column('integer', values), way, 'en')];
        assert.deepEqual(
          order,
          bySorting(values, way, (a, b) => Number(a) - Number(b)),
        );
      }),
      { seed: 31 },
    );
  });

  it('sorts more rows than fit into one step', () => {
    const values = Array.from({ length: 10_000 }, (_, row) => `name ${(row * 7919) % 5000}`);
    const { compare } = new Intl.Collator('en', { numeric: true });
    const order = [...rowOrder(column('string', values), 'desc', 'en')].map((row) => values[row]);
    assert.deepEqual(new Set(order).size, 5000);
    assert.ok(order.every((text, place) => place === 0 || compare(order[place - 1] ?? '', text ?? '') >= 0));
  });

  it('ranks a column once, however many need it at the same time', () => {
    let reads = 0;
    const values = Array.from({ length: 5000 }, (_, row) => `name ${row}`);
    Object.defineProperty(values, 4999, {
      get: () => {
        reads += 1;
        return 'last';
      },
    });
    const both = [rankRows(column('string', values), 'en'), rankRows(column('string', values), 'en')];
    const running = new Set(both);
    while (running.size > 0) for (const steps of running) if (steps.next().done) running.delete(steps);
    const once = reads;
    rowOrder(column('string', values), 'asc', 'en');
    assert.equal(reads, once);
    assert.equal(once, 2, 'one for the distinct values and one for their ranks');
  });
});
