import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from '../src/api/api-error.ts';
import { runEach } from '../src/parts/bulk/run-each.ts';

/** Deletes items unless another one that is still there uses them. */
function store(usedBy: Readonly<Record<string, string>>) {
  const left = new Set(['a', 'b', 'c']);
  const requests: string[] = [];
  return {
    requests,
    remove: async (id: string) => {
      requests.push(id);
      const user = usedBy[id];
      if (user !== undefined && left.has(user)) throw new ApiError(409, `Used by ${user}.`);
      left.delete(id);
    },
  };
}

describe('an action on several items', () => {
  it('tries refused items again after the ones that use them', async () => {
    const { remove } = store({ a: 'b', b: 'c' });
    const { done, refused } = await runEach(['a', 'b', 'c'], remove);
    assert.deepEqual([done, refused], [['c', 'b', 'a'], []]);
  });

  it('reports each item that stays refused, with the reason', async () => {
    const { remove, requests } = store({ a: 'b', b: 'a' });
    const { done, refused } = await runEach(['a', 'b', 'c'], remove);
    assert.deepEqual(done, ['c']);
    assert.deepEqual(
      refused.map(({ item, error }) => [item, error.message]),
      [
        ['a', 'Used by b.'],
        ['b', 'Used by a.'],
      ],
    );
    assert.deepEqual(requests, ['a', 'b', 'c', 'a', 'b'], 'it ends without progress');
  });

  it('does not try the rest without a connection', async () => {
    const requests: string[] = [];
    const { done, refused } = await runEach(['a', 'b', 'c'], async (id) => {
      requests.push(id);
      if (id === 'b') throw new ApiError(0, 'You are offline.');
    });
    assert.deepEqual([done, requests], [['a'], ['a', 'b']]);
    assert.deepEqual(
      refused.map(({ item }) => item),
      ['b', 'c'],
    );
  });
});
