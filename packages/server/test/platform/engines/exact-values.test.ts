import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { exactDecimal, exactInteger, finiteNumber } from '../../../src/platform/engines/exact-number.ts';
import { exactDate, exactDateTime, instantOfMicroseconds } from '../../../src/platform/engines/exact-time.ts';
import { mysqlCell, mysqlColumnType } from '../../../src/platform/engines/mysql/column-types.ts';
import { postgresCell } from '../../../src/platform/engines/postgres/column-types.ts';
import { redact } from '../../../src/platform/engines/redact.ts';

test('exactInteger: returns a number while it is exact, otherwise the digits', () => {
  assert.equal(exactInteger('9007199254740991'), 9007199254740991);
  assert.equal(exactInteger('9007199254740992'), '9007199254740992');
  assert.equal(exactInteger(-9007199254740993n), '-9007199254740993');
  assertHolds(fc.property(fc.bigInt(), (value) => BigInt(exactInteger(value)) === value));
});

test('exactDecimal: returns a number while it round-trips, otherwise the digits', () => {
  assert.equal(exactDecimal('1234.50'), 1234.5);
  assert.equal(exactDecimal('-0.10'), -0.1);
  assert.equal(exactDecimal('0.000'), 0);
  assert.equal(exactDecimal('99999999999999.9'), 99999999999999.9);
  assert.equal(exactDecimal('9999999999999999.9'), '9999999999999999.9');
  assert.equal(exactDecimal('0.1234567890123456'), '0.1234567890123456');
  assertHolds(
    fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat({ max: 12 }), (digits, scale) => {
      const sign = digits < 0n ? '-' : '';
      const text = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
      const written = `${sign}${text.slice(0, text.length - scale)}.${text.slice(text.length - scale)}`;
      const value = exactDecimal(written);
      if (typeof value === 'string') return value === written;
      return BigInt(value.toFixed(scale).replace('.', '')) === digits;
    }),
  );
});

test('finiteNumber: returns null for numbers that JSON cannot represent', () => {
  assert.deepEqual([Number.NaN, Number.POSITIVE_INFINITY, 0.1].map(finiteNumber), [null, null, 0.1]);
});

const TIMES: Readonly<Record<string, string | null>> = {
  '2024-03-31 02:30:00+02': '2024-03-31T00:30:00.000Z',
  '2024-03-31 02:30:00': '2024-03-31T02:30:00.000Z',
  '2024-03-31T02:30:00Z': '2024-03-31T02:30:00.000Z',
  '2024-03-31 02:30:00.1+05:30': '2024-03-30T21:00:00.100Z',
  '2024-03-31 02:30:00.123456-03:30': '2024-03-31T06:00:00.123456Z',
  '2024-03-31 02:30:00.120000': '2024-03-31T02:30:00.120Z',
  '1883-11-18 12:03:58-04:56:02': '1883-11-18T17:00:00.000Z',
  '0044-03-15 12:00:00': '0044-03-15T12:00:00.000Z',
  '2024-01-15 12:00:00 America/New_York': '2024-01-15T17:00:00.000Z',
  '2024-07-15 12:00:00 America/New_York': '2024-07-15T16:00:00.000Z',
  '2024-10-27 02:30:00 Europe/Berlin': '2024-10-27T00:30:00.000Z',
  '2024-03-31 03:00:00 Europe/Berlin': '2024-03-31T01:00:00.000Z',
  '2024-03-31 02:30:00 Nowhere/Town': null,
  '0000-00-00 00:00:00': null,
  '2024-02-30 00:00:00': null,
  infinity: null,
};
for (const [text, expected] of Object.entries(TIMES)) {
  test(`reads ${text} as ${expected}`, () => assert.equal(exactDateTime(text), expected));
}

test('times in a named zone do not create a formatter per cell', ({ mock }) => {
  const made = mock.method(Intl, 'DateTimeFormat').mock;
  for (let minute = 10; minute < 60; minute++) exactDateTime(`2024-01-15 12:${minute}:00 Pacific/Auckland`);
  assert.equal(made.callCount(), 0);
});

test('microseconds since 1970 have the same text form as Date, followed by the microseconds', () => {
  assertHolds(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      return instantOfMicroseconds(BigInt(date.getTime()) * 1000n) === date.toISOString();
    }),
  );
  assert.equal(instantOfMicroseconds(-1n), '1969-12-31T23:59:59.999999Z');
  assert.equal(instantOfMicroseconds(2n ** 63n - 1n), null);
});

test('a day that does not exist becomes null', () => {
  assert.deepEqual(['2024-02-29', '0000-00-00', '2024-00-10', 'infinity'].map(exactDate), [
    '2024-02-29',
    null,
    null,
    null,
  ]);
});

test('PostgreSQL arrays become JSON text', () => {
  const cases: readonly (readonly [number, string, unknown])[] = [
    [1007, '{1,NULL,-3}', [1, null, -3]],
    [1009, '{a,"b \\"c\\" \\\\ {},",NULL,"NULL",""}', ['a', 'b "c" \\ {},', null, 'NULL', '']],
    [
      1007,
      '{{1,2},{3,4}}',
      [
        [1, 2],
        [3, 4],
      ],
    ],
    [1007, '[0:1]={5,6}', [5, 6]],
    [1007, '{}', []],
    [1000, '{t,f}', [true, false]],
    [3807, '{"{\\"a\\": [1]}"}', [{ a: [1] }]],
    [1185, '{"2024-03-31 02:30:00+02"}', ['2024-03-31T00:30:00.000Z']],
    [1022, '{NaN,1.5}', [null, 1.5]],
  ];
  for (const [oid, text, expected] of cases)
    assert.deepEqual(JSON.parse(String(postgresCell(text, oid))), expected, text);
  assert.equal(postgresCell('{9007199254740993}', 1016), '[9007199254740993]');
});

test('MySQL bits, years, blobs and zero dates', () => {
  const bit1 = { columnType: 16, columnLength: 1 };
  assert.deepEqual([mysqlColumnType(bit1), mysqlCell(Buffer.from([0]), bit1)], ['boolean', false]);
  const bit16 = { columnType: 16, columnLength: 16 };
  assert.deepEqual([mysqlColumnType(bit16), mysqlCell(Buffer.from([1, 0]), bit16)], ['integer', 256]);
  assert.equal(mysqlCell(Buffer.from([0, 255]), { columnType: 252, characterSet: 63 }), '\\x00ff');
  assert.equal(mysqlCell('0000-00-00', { columnType: 10 }), null);
  assert.equal(mysqlCell('0000-00-00 00:00:00', { columnType: 12 }), null);
});

test('redact: removes credentials in every encoded form', () => {
  const password = 'pä ss/word';
  const text = [password, encodeURIComponent(password), Buffer.from(password).toString('base64')].join(' ');
  assert.equal(redact(text, [password, '']), '••• ••• •••');
});

function assertHolds<T>(claim: fc.IProperty<T>): void {
  const details = fc.check(claim);
  assert.ok(!details.failed, `counterexample: ${fc.stringify(details.counterexample)}`);
}
