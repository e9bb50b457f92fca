import assert from 'node:assert/strict';
import { test } from 'node:test';
import { packetCheck } from '../../../src/platform/engines/mysql/packet-check.ts';

const FULL = 0xffffff;
const packet = (length: number) => {
  const bytes = Buffer.alloc(4 + length);
  bytes.writeUIntLE(length, 0, 3);
  return bytes;
};

test('packets of MySQL pass, wherever the network cuts them', () => {
  const bytes = Buffer.concat([packet(0), packet(5), packet(300), packet(70_000)]);
  for (const size of [1, 3, 4, 7, 1000, bytes.length]) {
    const check = packetCheck();
    for (let at = 0; at < bytes.length; at += size) check(bytes.subarray(at, at + size));
  }
});

test('many rows of MySQL may be larger than one may be', () => {
  const check = packetCheck();
  for (let each = 0; each < 10; each += 1) check(packet(16_000_000));
});

test('a row of MySQL over the limit is refused', () => {
  const check = packetCheck();
  for (let each = 0; each < 3; each += 1) check(packet(FULL));
  assert.throws(() => check(packet(FULL)), { code: 'TOO_LARGE' });
});
