import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acceptedEncoding } from '@inlay/server/platform/http/accepted-encoding';

const PAGES = ['zstd', 'br', 'gzip'] as const;

describe('the encoding of a page', () => {
  for (const [header, expected] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZip;Q=0.5', 'gzip'],
    ['deflate', 'identity'],
    ['', 'identity'],
    [undefined, 'identity'],
    // Weights go before our preference.
    ['zstd;q=0.2, br;q=0.8, gzip;q=0.5', 'br'],
    ['zstd ; q=0.5 , gzip ; q=0.501', 'gzip'],
    ['gzip;q=1.000, br;q=1', 'br'],
    ['gzip;q=0.001', 'gzip'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    // Zero means no.
    ['zstd;q=0, br;q=0.0, gzip;q=0.000', 'identity'],
    ['br;q=0, gzip', 'gzip'],
    ['identity;q=0, gzip', 'gzip'],
    // Anything that is not listed.
    ['*', 'zstd'],
    ['*;q=0.1', 'zstd'],
    ['zstd;q=0, *', 'br'],
    ['gzip, *;q=0', 'gzip'],
    ['gzip;q=0.2, *;q=0.1', 'gzip'],
    ['identity;q=0, *', 'zstd'],
    // Nothing is acceptable: the plain body is still better than none.
    ['identity;q=0', 'identity'],
    ['*;q=0', 'identity'],
    // Not a weight, not the name of an encoding.
    ['zstd;q=2, br;q=high, gzip;level=1', 'identity'],
    ['brotli, zstd-dict, , ;q=1', 'identity'],
  ] as const)
    it(`is ${expected} for ${header === undefined ? 'no header' : `'${header}'`}`, () => {
      assert.equal(acceptedEncoding(header, PAGES), expected);
    });

  it('is one of those that exist', () => {
    assert.equal(acceptedEncoding('gzip, deflate, br, zstd', ['br', 'gzip']), 'br');
    assert.equal(acceptedEncoding('zstd', ['br', 'gzip']), 'identity');
    assert.equal(acceptedEncoding('gzip;q=0.2, *;q=0.9', ['gzip']), 'identity');
  });
});
