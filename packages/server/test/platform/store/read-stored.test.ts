import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readStored } from '@inlay/server/platform/store/read-stored';

interface Read {
  readonly id: string;
  readonly version?: number;
  columns: { name: string }[];
}
const read = (json: string, id: string, version?: number) =>
  readStored<Read>(json, version === undefined ? { id } : { id, version });

describe('a stored object', () => {
  const json = '{"columns":[{"name":"region"}]}';

  it('is read with columns of its row', () => {
    assert.deepEqual(read(json, 'orders', 3), { id: 'orders', version: 3, columns: [{ name: 'region' }] });
  });

  it('is the same for equal rows, and another after each change', () => {
    const orders = read(json, 'orders', 1);
    assert.equal(read(`${json}`, 'orders', 1), orders);
    assert.notEqual(read(json, 'orders', 2), orders);
    assert.equal(read(json, 'sales', 1).id, 'sales');
    assert.deepEqual(read('{"columns":[]}', 'orders', 1).columns, []);
  });

  it('cannot be changed by one of those who share it', () => {
    const { columns } = read(json, 'orders', 1);
    assert.throws(() => columns.push({ name: 'secret' }), TypeError);
    assert.throws(() => Object.assign(columns[0] ?? {}, { name: 'secret' }), TypeError);
  });
});
