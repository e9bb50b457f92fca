import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readArguments } from '../bench/read-arguments.ts';

const known = ['start', 'exchange', 'dashboard'];

describe('arguments of npm run bench', () => {
  it('runs every benchmark without peers unless told otherwise', () => {
    assert.deepEqual(readArguments([], known), { names: known, peers: false });
    assert.deepEqual(readArguments(['--peers'], known), { names: known, peers: true });
  });

  it('runs those that are named, in the usual order, wherever the option is', () => {
    const expected = { names: ['exchange', 'dashboard'], peers: true };
    assert.deepEqual(readArguments(['dashboard', '--peers', 'exchange'], known), expected);
  });

  it('rejects unknown names and options, and lists those that exist', () => {
    assert.throws(() => readArguments(['superset'], known), /no benchmark 'superset'.*start, exchange, dash/);
    assert.throws(() => readArguments(['exchange', '--peer'], known), /no option '--peer'.*--peers/);
  });
});
