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
const field = (name: string) => Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(18)]);
const columns = message('T', Buffer.concat([Buffer.from([0, 2]), field('id'), field('words')]));
/** A row, with its values as they are or a length in front of nothing. */
const row = (...values: readonly (string | number)[]) => {
  const parts = values.map((value) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(typeof value === 'string' ? Buffer.byteLength(value) : value);
    return Buffer.concat([length, Buffer.from(typeof value === 'string' ? value : '')]);
  });
  return Buffer.concat([Buffer.from([0, values.length]), ...parts]);
};
const healthy = Buffer.concat([
  login(0),
  message('S', 'client_encoding\0UTF8\0'),
  message('N', 'SNOTICE\0Mhello\0\0'),
  message('Z', 'I'),
  columns,
  message('D', row('7', 'x'.repeat(3000))),
  message('D', row(-1, '')),
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
    const bytes = Buffer.concat([columns, message('D', row('7', 70_000_000), 70_000_015)]);
    for (const size of [1, 3, bytes.length]) {
      const check = messageCheck();
      const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      assert.throws(() => parts.forEach(check), { code: 'TOO_LARGE', column: 'words' });
    }
  });

  test('of a row whose values do not fit the columns or the message are refused', () => {
    for (const body of [
      row('7'),
      row('7', 'x', 'y'),
      row('7', -2),
      row('7', 100),
      Buffer.concat([row('7', 'x'), Buffer.from('more')]),
      row('7', 'x').subarray(0, 9),
    ]) {
      const bytes = Buffer.concat([columns, message('D', body)]);
      assert.throws(() => messageCheck()(bytes), { code: 'BAD_RESPONSE' }, body.toString('latin1'));
    }
  });

  test('of a result with too many columns are refused', () => {
    const fields = Buffer.concat(Array.from({ length: 2001 }, () => field('c')));
    assert.throws(() => messageCheck()(message('T', Buffer.concat([Buffer.from([7, 209]), fields]))), {
      code: 'TOO_LARGE',
      message: /2001 columns; the limit is 2000/,
    });
  });
});
