import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeFieldProblem } from '../src/describe-field-problem.ts';
import { readEmbedFields } from '../src/embed-fields.ts';

/** With problems as developers read them. */
const described = ({ settings, problems }: ReturnType<typeof readEmbedFields>) => ({
  settings,
  problems: problems.map(describeFieldProblem),
});
const read = (query: string) => described(readEmbedFields(new URLSearchParams(query)));
const field = (name: string, value: unknown) =>
  described(readEmbedFields([[name, typeof value === 'string' ? value : JSON.stringify(value)]]));

describe('embed fields', () => {
  it('are typed, and unknown ones are ignored', () => {
    const { settings, problems } = read(
      'id=sales&token=abc&origin=https://app.example.com&width=640&height=auto&lang=pt-br&timeZone=Europe/Paris' +
        '&theme=dark&step=two&renews=1&loading=lazy',
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(settings, {
      token: 'abc',
      origin: 'https://app.example.com',
      width: 640,
      height: 'auto',
      lang: 'pt-BR',
      timeZone: 'Europe/Paris',
      theme: 'dark',
      step: 'two',
      renews: true,
      filters: {},
      variables: {},
      features: {},
    });
  });

  it('accept filters as one object, individually, or both', () => {
    const { settings } = readEmbedFields([
      ['filters', '{"region":"EU","day":{"from":"2026-01-01","to":"2026-02-01"},"open":[true,null,3]}'],
      ['filters.region', 'US'],
      ['filters.region', 'FR'],
      ['variables', '{"rate":2}'],
      ['variables.name', 'x'],
    ]);
    assert.deepEqual(settings.filters, {
      region: ['US', 'FR'],
      day: { from: '2026-01-01', to: '2026-02-01' },
      open: [true, null, 3],
    });
    assert.deepEqual(settings.variables, { rate: 2, name: 'x' });
  });

  it('accept only serialized origins', () => {
    for (const origin of [
      '*',
      'null',
      'https://app.example.com/',
      'https://APP.example.com',
      'https://app.example.com:443',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'https://user@app.example.com',
      '//app.example.com',
    ]) {
      const { settings, problems } = field('origin', origin);
      assert.equal(settings.origin, undefined, origin);
      assert.equal(problems.length, 1, origin);
    }
    assert.equal(field('origin', 'http://localhost:4001').settings.origin, 'http://localhost:4001');
  });

  it('accept only design tokens that cannot escape their declaration or load a resource', () => {
    const theme = (value: string) => field('theme', { tokens: { accent: value } }).settings.theme;
    assert.deepEqual(theme('oklch(60% 0.1 20)'), { tokens: { accent: 'oklch(60% 0.1 20)' } });
    for (const value of [
      'red;background:blue',
      'red}',
      'url(https://evil.example)',
      'URL(x)',
      'image-set("x" 1x)',
      '</style>',
      '\\75rl(x)',
      'red/**/',
      'x'.repeat(201),
    ]) {
      assert.equal(theme(value), undefined, value);
    }
    assert.equal(field('theme', { tokens: { 'accent:red;--x': 'blue' } }).settings.theme, undefined);
  });

  it('drop a whole set with one invalid entry, and name the field', () => {
    for (const [name, value] of [
      ['filters', { region: { like: 'x' } }],
      ['filters', { region: {} }],
      ['filters', [['region', 'EU']]],
      ['filters', 'not JSON'],
      ['variables', { rate: [1] }],
      ['features', { export: 'no' }],
      ['features', { admin: true }],
      ['width', '-3'],
      ['width', '1e9'],
      ['height', '100%'],
      ['lang', 'not a tag'],
      ['timeZone', 'Mars/Olympus'],
      ['step', '../x'],
      ['token', 'two words'],
    ] as const) {
      const { settings, problems } = field(name, value);
      assert.deepEqual(settings, { filters: {}, variables: {}, features: {} }, name);
      assert.equal(problems.length, 1, name);
      assert.match(problems[0] ?? '', new RegExp(`^'${name}' must be `));
    }
  });

  it('use the first of repeated values and are limited in size', () => {
    assert.deepEqual(read('lang=fr&lang=de').settings.lang, 'fr');
    assert.match(read('lang=fr&lang=de').problems[0] ?? '', /more than once/);
    const long = field('filters', { a: 'x'.repeat(20_000) });
    assert.deepEqual(long.settings.filters, {});
    assert.match(long.problems[0] ?? '', /longer than/);
  });

  it('allow up to a thousand values per filter and two hundred entries', () => {
    const many = read('filters.a=b&'.repeat(1200));
    assert.equal((many.settings.filters.a as string[]).length, 1000);
    assert.deepEqual(many.problems, ["'filters.a' has more than 1000 values."]);
    const names = read(Array.from({ length: 300 }, (_, i) => `variables.v${i}=x`).join('&'));
    assert.equal(Object.keys(names.settings.variables).length, 200);
    assert.deepEqual(names.problems, ['There are more than 200 variables.']);
    assert.equal(read('timeZone=a&'.repeat(100)).problems.length, 2);
  });

  it('never change a prototype', () => {
    const { settings } = readEmbedFields([
      ['filters.__proto__', 'x'],
      ['filters', '{"__proto__":{"from":"1"},"constructor":"y"}'],
      ['__proto__', 'x'],
      ['constructor', 'x'],
      ['toString', 'x'],
    ]);
    assert.equal(Object.getPrototypeOf(settings.filters), Object.prototype);
    assert.equal(Object.getPrototypeOf(settings), Object.prototype);
    assert.equal(({} as { from?: unknown }).from, undefined);
    assert.deepEqual(Object.keys(settings.filters).sort(), ['__proto__', 'constructor']);
  });
});
