import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { messageCheck } from '../../../src/platform/engines/postgres/message-check.ts';

const message = (type: string, body: Buffer | string, length = Buffer.byteLength(body) + 4) => {
  const header = Buffer.alloc(5);
  header.write(type);
  header.writeInt32BE(length, 1);
  return Buffer.concat([header, Buffer.from(body)]);
};
const login = (method: number) => {
  const body = Buffer.alloc(4);
  body.writeInt32BE(method);
  return message('R', body);
};
const healthy = Buffer.concat([
  login(0),
  message('S', 'client_encoding\0UTF8\0'),
  message('N', 'SNOTICE\0Mhello\0\0'),
  message('Z', 'I'),
  message('D', Buffer.alloc(3000)),
  message('2', ''),
  message('E', 'SERROR\0C42P01\0Mno such table\0\0'),
]);

describe('messages of a PostgreSQL server', () => {
  test('pass, wherever the network cuts them', () => {
    for (const size of [1, 2, 3, 5, 7, 64, healthy.length]) {
      const check = messageCheck();
      for (let at = 0; at < healthy.length; at += size) check(healthy.subarray(at, at + size));
    }
  });

  for (const [method, name] of [
    [2, 'Kerberos V5'],
    [7, 'GSSAPI'],
    [9, 'SSPI'],
  ] as const)
    test(`that require ${name} authentication are refused with its name`, () => {
      assert.throws(() => messageCheck()(login(method)), {
        code: 'BAD_CONNECTION',
        message: new RegExp(`requires ${name} authentication, which is not supported`),
      });
    });

  test('in which the driver would get lost are refused', () => {
    const broken = [
      message('E', ''),
      message('N', ''),
      message('E', 'SERROR'),
      message('E', 'SERROR\0'),
      message('R', ''),
      message('D', '', 3),
      message('D', '', -1),
      message('E', '', 2_000_000),
    ];
    for (const bytes of broken)
      assert.throws(() => messageCheck()(bytes), { code: 'BAD_RESPONSE' }, bytes.toString('latin1'));
  });

  test('that are too large are refused before they arrive', () => {
    assert.throws(() => messageCheck()(message('D', '', 2 ** 31 - 1)), {
      code: 'TOO_LARGE',
      message: /^A row of the result is larger than 64 MB/,
    });
  });
});
