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

  test('of a row that is too large are refused with the name of its column, before its value arrives', () => {
    const field = (name: string) => Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(18)]);
    const columns = message('T', Buffer.concat([Buffer.from([0, 2]), field('id'), field('words')]));
    const lengths = Buffer.alloc(11);
    lengths.writeInt16BE(2, 0);
    lengths.writeInt32BE(1, 2);
    lengths.write('7', 6);
    lengths.writeInt32BE(70_000_000, 7);
    const bytes = Buffer.concat([columns, message('D', lengths, 70_000_015)]);
    for (const size of [1, 3, bytes.length]) {
      const check = messageCheck();
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      assert.throws(() => parts.forEach(check), { code: 'TOO_LARGE', column: 'words' });
    }
  });

  test('of a result with too many columns are refused', () => {
    const field = Buffer.concat([Buffer.from('c\0'), Buffer.alloc(18)]);
    const fields = Buffer.concat(Array.from({ length: 2001 }, () => field));
    assert.throws(() => messageCheck()(message('T', Buffer.concat([Buffer.from([7, 209]), fields]))), {
      code: 'TOO_LARGE',
      message: /2001 columns; the limit is 2000/,
    });
  });
});
