import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowedOrigins } from '../../../src/features/embeds/request/open-embed.ts';

describe('allowedOrigins', () => {
  it('allows any page if neither tenant nor embed lists origins', () => {
    assert.equal(allowedOrigins([], []), 'any');
  });

  it('uses the only list if the other is empty', () => {
    assert.deepEqual(allowedOrigins(['https://a.test'], undefined), ['https://a.test']);
    assert.deepEqual(allowedOrigins([], ['https://b.test']), ['https://b.test']);
  });

  it('is the intersection of both lists, and allows nobody if it is empty', () => {
    assert.deepEqual(allowedOrigins(['https://a.test', 'https://b.test'], ['https://b.test']), [
      'https://b.test',
    ]);
    assert.deepEqual(allowedOrigins(['https://a.test'], ['https://b.test']), []);
  });
});
