import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { baseLanguage, inLanguage, matchLanguage, readsRightToLeft } from '../src/language.ts';

describe('the language of a tag', () => {
  it('is found whatever region, script or case the tag is written with', () => {
    assert.deepEqual(['pt-BR', 'PT-br', 'zh-Hant-TW', 'fr'].map(baseLanguage), ['pt', 'pt', 'zh', 'fr']);
  });

  it('tells which way people read', () => {
    assert.deepEqual(['ar-EG', 'AR', 'he', 'en', 'arn'].map(readsRightToLeft), [
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('matches a language in the same script only', () => {
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

  it('chooses what there is for it, and English where there is nothing', () => {
    const words = { en: 'Hello', fr: 'Bonjour' };
    assert.deepEqual(
      ['fr-CA', 'FR', 'fi', '', 'constructor', 'toString'].map((tag) => inLanguage(words, tag)),
      ['Bonjour', 'Bonjour', 'Hello', 'Hello', 'Hello', 'Hello'],
    );
  });
});
