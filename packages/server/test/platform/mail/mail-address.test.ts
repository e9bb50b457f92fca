import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMailAddress } from '../../../src/platform/mail/mail-address.ts';

describe('readMailAddress', () => {
  for (const [text, address] of [
    ['ann@example.com', 'ann@example.com'],
    ["o'hara+bi@mail.example.com", "o'hara+bi@mail.example.com"],
    ['ann@EXAMPLE.com', 'ann@example.com'],
    ['jürgen@bücher.example', 'jürgen@xn--bcher-kva.example'],
    ['root@localhost', 'root@localhost'],
  ] as const)
    it(`reads ${text}`, () => {
      assert.equal(readMailAddress(text), address);
    });

  for (const text of [
    '',
    'ann',
    '@example.com',
    'ann@',
    'ann@example.com\r\nBcc: x@y.example',
    'ann\r\n@example.com',
    'ann@example.com, x@y.example',
    'Ann <ann@example.com>',
    '<ann@example.com>',
    '"a b"@example.com',
    'a..b@example.com',
    'ann @example.com',
    'ann@-example.com',
    'ann@exam ple.com',
    'ann@[127.0.0.1]',
    'ann@example.com> SIZE=1',
    `${'a'.repeat(65)}@example.com`,
    `ann@${'a'.repeat(64)}.example`,
    'ann\u0000@example.com',
    'ann@example.com\u2028x',
  ])
    it(`refuses ${JSON.stringify(text).slice(0, 60)}`, () => {
      assert.equal(readMailAddress(text), undefined);
    });
});
