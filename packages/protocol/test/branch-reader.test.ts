import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { branchReader } from '../src/branch-reader.ts';
import { chooseBranches } from '../src/choose-branches.ts';
import type { Cell } from '../src/result.ts';

const values: Readonly<Record<string, Cell>> = {
  growth: 0.16,
  loss: -0.22,
  hardly: 0.0004,
  revenue: '12345678901234567890.5',
  region: 'North',
  month: '2025-06-01',
  code: '7',
  isNew: true,
  nothing: null,
};
const read = (text: string, language = 'en') => {
  const reader = branchReader(text, {
    cell: (name) => (name === 'later' ? undefined : (values[name] ?? null)),
    isWrittenAsZero: ({ value, format }) => value === 'hardly' && format !== 'text',
    language,
  });
  return chooseBranches(text, reader);
};
const holds = (condition: string) => read(`{{#if ${condition}}}yes{{:else}}no{{/if}}`) === 'yes';

describe('the conditions of a text', () => {
  const cases: Readonly<Record<string, boolean>> = {
    'growth > 0': true,
    'growth > 0.16': false,
    'growth >= 0.16': true,
    'loss < -0.05': true,
    'loss <= growth': true,
    'growth = loss': false,
    'growth != loss': true,
    'revenue > growth': true,
    'region = "North"': true,
    'region = "north"': false,
    'region != "South"': true,
    'month >= "2025-01-01"': true,
    'code = 7': true,
    'isNew = "true"': true,
    'region > 5': false,
    'region != 5': true,
    region: true,
    nothing: false,
  };
  for (const [condition, expected] of Object.entries(cases))
    it(`${condition} ${expected ? 'holds' : 'does not hold'}`, () => {
      assert.equal(holds(condition), expected);
    });

  it('do not hold for a value that does not exist, whatever is compared', () => {
    for (const by of ['>', '>=', '<', '<=', '=', '!='])
      for (const condition of [`nothing ${by} 0`, `unknown ${by} "x"`, `growth ${by} nothing`])
        assert.equal(holds(condition), false, condition);
  });

  it('are undecided while a value is unknown', () => {
    for (const condition of ['later', 'later > 0', 'growth > later'])
      assert.equal(read(`{{#if ${condition}}}yes{{/if}}`), undefined);
  });

  it('take a value that is written as zero for zero, so that nothing grows by 0%', () => {
    assert.equal(holds('hardly > 0'), false);
    assert.equal(holds('hardly = 0'), true);
    assert.equal(holds('hardly > 0.0001'), true, 'other bounds compare the number');
    assert.equal(read('{{#if hardly > 0}}up {{ hardly | text }}{{/if}}'), 'up {{ hardly | text }}');
    assert.equal(read('{{#if hardly > 0}}up {{ hardly | percent }}{{/if}}'), '');
  });
});

describe('the plurals of a text', () => {
  const text = (name: string) =>
    `{{#plural ${name}}}{{:one}}one{{:two}}two{{:few}}few{{:many}}many{{:other}}other{{/plural}}`;

  it('follow the language of the reader', () => {
    assert.equal(read(text('code')), 'other');
    assert.equal(read(text('code'), 'pl'), 'many');
    assert.equal(read(text('code'), 'ar'), 'few');
    assert.equal(read(text('code'), 'ja'), 'other');
  });

  it('take other for what is not a number', () => {
    for (const name of ['nothing', 'unknown', 'region', 'isNew']) assert.equal(read(text(name)), 'other');
  });
});
