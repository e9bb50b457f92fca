import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Format } from '@inlay/protocol/format';
import type { QueryResult, ResultColumn } from '@inlay/protocol/result';
import { createLocale } from '../src/format/create-locale.ts';
import { titleTile } from '../src/format/title-tile.ts';
import { writeCell, writeChange, writeValue } from '../src/format/write-value.ts';

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

describe('a change with its sign', () => {
  const column = (format?: Format, type: 'number' | 'integer' = 'number'): ResultColumn => ({
    ...{ name: 'growth', label: 'Growth', type, role: 'measure', values: [] },
    ...(format && { format }),
  });
  const write = (value: number, format?: Format, language = 'en') =>
    plain(writeCell(value, column(format), 'signed', createLocale({ language, currency: 'EUR' })));

  it('has a plus or a minus, and none for what is written as zero', () => {
    const written = [0.16, -0.22, 0.034, -0.0004, 0, -0, 1.5].map((value) => write(value));
    assert.deepEqual(written, ['+16%', '−22%', '+3.4%', '0%', '0%', '0%', '+150%']);
    assert.equal(write(0.004, { kind: 'percent', decimals: 0 }), '0%');
    assert.equal(write(-0.1234, { kind: 'percent', decimals: 2 }), '−12.34%');
  });

  it('can be an amount of money, a number with a unit, or a count', () => {
    assert.equal(write(-12_500, { kind: 'currency' }), '−€12.5K');
    assert.equal(write(7, { kind: 'number', unit: 'days' }), '+7 days');
    assert.equal(plain(writeCell(-3, column(undefined, 'integer'), 'signed', english)), '−3');
  });

  const signed = {
    en: ['+16%', '−€12.5K'],
    de: ['+16 %', '−12.500 €'],
    fr: ['+16 %', '−12,5 k €'],
    es: ['+16 %', '−12,5 mil €'],
    it: ['+16%', '−12,5K €'],
    pt: ['+16%', '−€ 12,5 mil'],
    nl: ['+16%', '−€ 12,5K'],
    pl: ['+16%', '−12,5 tys. €'],
    ja: ['+16%', '−€1.25万'],
    zh: ['+16%', '−€1.25万'],
    ar: ['+16%', '−12.5 ألف €'],
  };
  for (const [language, expected] of Object.entries(signed))
    it(`follows the number format of ${language}`, () => {
      assert.deepEqual(
        [write(0.16, undefined, language), write(-12_500, { kind: 'currency' }, language)],
        expected,
      );
    });
});

describe('a position', () => {
  const positions = {
    en: ['1st', '2nd', '3rd', '4th', '11th', '1,022nd'],
    de: ['1.', '2.', '3.', '4.', '11.', '1.022.'],
    fr: ['1er', '2e', '3e', '4e', '11e', '1 022e'],
    es: ['1.º', '2.º', '3.º', '4.º', '11.º', '1022.º'],
    it: ['1º', '2º', '3º', '4º', '11º', '1022º'],
    pt: ['1º', '2º', '3º', '4º', '11º', '1.022º'],
    nl: ['1e', '2e', '3e', '4e', '11e', '1.022e'],
    pl: ['1.', '2.', '3.', '4.', '11.', '1022.'],
    ja: ['第1', '第2', '第3', '第4', '第11', '第1,022'],
    zh: ['第1', '第2', '第3', '第4', '第11', '第1,022'],
    ar: ['1', '2', '3', '4', '11', '1,022'],
  };
  for (const [language, expected] of Object.entries(positions))
    it(`is written as in ${language}`, () => {
      const column: ResultColumn = {
        name: 'rank',
        label: 'Rank',
        type: 'integer',
        role: 'measure',
        values: [],
      };
      const locale = createLocale({ language });
      assert.deepEqual(
        [1, 2, 3, 4, 11, 1022].map((rank) => plain(writeCell(rank, column, 'ordinal', locale))),
        expected,
      );
    });
});
