import assert from 'node:assert/strict';
import test from 'node:test';
import { preferredLanguage } from '../../../src/platform/http/explanation-texts.ts';

test('Accept-Language: the preferred language that explanations exist in, else English', () => {
  const expected: Readonly<Record<string, string>> = {
    '': 'en',
    '*': 'en',
    de: 'de',
    'de-CH, de;q=0.9, en;q=0.8': 'de',
    'en-GB,de;q=0.9': 'en',
    'fr, de;q=0.5': 'de',
    'en;q=0.5, de': 'de',
    'fr, *;q=0.5, de;q=0.4': 'en',
    'de;q=0': 'en',
    'fr-FR': 'en',
    'de-AT-1996;q=x': 'en',
    ',;q=1,--,de-': 'de',
  };
  for (const [header, language] of Object.entries(expected))
    assert.equal(preferredLanguage(header), language, header);
  assert.equal(preferredLanguage(undefined), 'en');
});
