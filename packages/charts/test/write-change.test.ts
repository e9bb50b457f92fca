import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { QueryResult } from '@inlay/protocol/result';
import { createLocale } from '../src/format/create-locale.ts';
import { titleTile } from '../src/format/title-tile.ts';
import { writeChange, writeValue } from '../src/format/write-value.ts';

const english = createLocale({ language: 'en', currency: 'EUR' });
const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ').replaceAll(/[\u200e\u200f]/g, '');

describe('a change in words', () => {
  it('says up or down instead of a sign, and unchanged for what rounds to nothing', () => {
    const written = [0.16, -0.22, 0.163, 0.034, -0.0006, 0.0004, 0, -0, 1.5, -1].map((value) =>
      writeChange(value, undefined, english),
    );
    assert.deepEqual(written, [
      'up 16%',
      'down 22%',
      'up 16%',
      'up 3.4%',
      'down 0.1%',
      'unchanged',
      'unchanged',
      'unchanged',
      'up 150%',
      'down 100%',
    ]);
  });

  it('has the decimals of its column, and can be an amount of money', () => {
    assert.equal(writeChange(-0.1634, { kind: 'percent', decimals: 2 }, english), 'down 16.34%');
    assert.equal(writeChange(0.004, { kind: 'percent', decimals: 0 }, english), 'unchanged');
    assert.equal(writeChange(-1_250_000, { kind: 'currency' }, english), 'down €1.25M');
  });

  const sentences = {
    en: ['up 16%', 'down 22%', 'unchanged'],
    de: ['um 16 % gestiegen', 'um 22 % gesunken', 'unverändert'],
    fr: ['en hausse de 16 %', 'en baisse de 22 %', 'stable'],
    es: ['un 16 % más', 'un 22 % menos', 'sin cambios'],
    it: ['16% in più', '22% in meno', 'senza variazioni'],
    pt: ['em alta de 16%', 'em queda de 22%', 'estável'],
    nl: ['16% hoger', '22% lager', 'ongewijzigd'],
    pl: ['o 16% więcej', 'o 22% mniej', 'bez zmian'],
    ja: ['16%増', '22%減', '横ばい'],
    zh: ['增长 16%', '下降 22%', '持平'],
    ar: ['ارتفاع بنسبة 16%', 'انخفاض بنسبة 22%', 'دون تغيير'],
  };
  for (const [language, expected] of Object.entries(sentences))
    it(`reads as a part of a sentence in ${language}`, () => {
      const locale = createLocale({ language });
      assert.deepEqual(
        [0.16, -0.22, 0].map((value) => plain(writeChange(value, undefined, locale))),
        expected,
      );
    });

  it('is a format of values in texts and titles, with a dash for an empty value', () => {
    const result = (value: number | null): QueryResult => ({
      columns: [{ name: 'growth', label: 'Growth', type: 'number', role: 'measure', values: [value] }],
      rowCount: 1,
      truncated: false,
    });
    const source = { tile: 'growth', column: 'growth' };
    assert.equal(writeValue(source, result(-0.22), 'change', english), 'down 22%');
    assert.equal(writeValue(source, result(null), 'change', english), '–');
    const title = (value: number | null) =>
      titleTile({ title: 'Revenue is {{ growth | change }}' }, result(value), {}, english).title;
    assert.equal(title(0.16), 'Revenue is up 16%');
    assert.equal(title(null), 'Revenue is –');
  });
});
