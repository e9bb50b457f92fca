import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { allowedOrigins } from '../../../src/features/embeds/embed-policy.ts';

describe('allowedOrigins', () => {
  it('is any page where neither tenant nor embed names one', () => {
    assert.equal(allowedOrigins([], []), 'any');
  });

  it('is what the one names where the other names none', () => {
    assert.deepEqual(allowedOrigins(['https://a.test'], undefined), ['https://a.test']);
    assert.deepEqual(allowedOrigins([], ['https://b.test']), ['https://b.test']);
  });

  it('is what both name, and nobody where they share none', () => {
    assert.deepEqual(allowedOrigins(['https://a.test', 'https://b.test'], ['https://b.test']), [
      'https://b.test',
    ]);
    assert.deepEqual(allowedOrigins(['https://a.test'], ['https://b.test']), []);
  });
});
