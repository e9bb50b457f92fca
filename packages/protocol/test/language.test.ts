import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { baseLanguage, inLanguage, matchLanguage, readsRightToLeft } from '../src/language.ts';

describe('language tags', () => {
  it('resolve to a language regardless of region, script and case', () => {
    assert.deepEqual(['pt-BR', 'PT-br', 'zh-Hant-TW', 'fr'].map(baseLanguage), ['pt', 'pt', 'zh', 'fr']);
  });

  it('have a text direction', () => {
    assert.deepEqual(['ar-EG', 'AR', 'he', 'en', 'arn'].map(readsRightToLeft), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('match a language only in the same script', () => {
    const known = ['en', 'pt', 'zh'];
    const found = [
      'zh',
      'zh-CN',
      'zh-SG',
      'zh-Hans-HK',
      'zh-TW',
      'zh-HK',
      'zh-Hant',
      'pt-BR',
      'en-US@posix',
      'fi',
      '',
    ];
    assert.deepEqual(
      found.map((tag) => matchLanguage(tag, known)),
      ['zh', 'zh', 'zh', 'zh', undefined, undefined, undefined, 'pt', 'en', undefined, undefined],
    );
  });

  it('select the best available language, or English', () => {
    const words = { en: 'Hello', fr: 'Bonjour' };
    assert.deepEqual(
      ['fr-CA', 'FR', 'fi', '', 'constructor', 'toString'].map((tag) => inLanguage(words, tag)),
      ['Bonjour', 'Bonjour', 'Hello', 'Hello', 'Hello', 'Hello'],
    );
  });
});
