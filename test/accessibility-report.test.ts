import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { evidenceOf, levelOf } from '../scripts/dev/accessibility/conformance.ts';
import { clauseOf, criteria } from '../scripts/dev/accessibility/criteria.ts';
import { reportPage } from '../scripts/dev/accessibility/report-page.ts';
import type { Results } from '../scripts/dev/accessibility/results.ts';
import { statements } from '../scripts/dev/accessibility/statements.ts';
import { accessibilityRuns } from './support/accessibility/accessibility-runs.ts';
import { criteriaOf } from './support/accessibility/runs/axe.ts';
import { readResults } from './support/accessibility/stored-results.ts';
import { surfaceNames } from './support/accessibility/surfaces.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (file: string) => readFileSync(`${root}/${file}`, 'utf8');
const numbers = criteria.map(({ number }) => number);

describe('the accessibility conformance report', () => {
  it('is generated from the stored results of the runs', () => {
    const message = 'run npm run accessibility report';
    assert.equal(read('docs/reference/accessibility.md'), reportPage(readResults()), message);
  });

  it('has the results of every run, on the surfaces that there are', () => {
    const results = readResults();
    assert.deepEqual(
      results.runs.map(({ id }) => id),
      accessibilityRuns.map(({ id }) => id),
    );
    assert.deepEqual(results.surfaces, surfaceNames, 'run npm run accessibility');
  });

  it('lists the 31 criteria of level A and the 24 of AA in WCAG 2.2, six of them without a clause', () => {
    assert.equal(new Set(numbers).size, 55);
    assert.equal(criteria.filter(({ level }) => level === 'A').length, 31);
    assert.deepEqual(
      criteria.filter((criterion) => clauseOf(criterion) === undefined).map(({ number }) => number),
      ['2.4.11', '2.5.7', '2.5.8', '3.2.6', '3.3.7', '3.3.8'],
    );
  });

  it('has the levels and clauses that the rules of axe-core are tagged with', () => {
    const rules = axe.getRules().filter(({ tags }) => !tags.includes('wcag2a-obsolete'));
    const isA = /^wcag2\d?a$/;
    const isAA = /^wcag2\d?aa$/;
    let checked = 0;
    for (const { ruleId, tags } of rules)
      for (const criterion of criteria.filter(({ number }) => criteriaOf(tags).includes(number))) {
        checked += 1;
        const clause = clauseOf(criterion);
        if (clause !== undefined) assert.ok(tags.includes(`EN-${clause}`), `${ruleId} is tagged ${tags}`);
        assert.ok(
          tags.some((tag) => (criterion.level === 'A' ? isA : isAA).test(tag)),
          `${ruleId}: ${criterion.number} is not of level ${criterion.level}`,
        );
      }
    assert.ok(checked > 60);
  });

  it('cites tests that exist, for criteria that exist', () => {
    assert.deepEqual(
      Object.keys(statements).filter((number) => !numbers.includes(number)),
      [],
    );
    const cited = Object.values(statements).flatMap(({ tests = [] }) => tests);
    assert.deepEqual(
      cited.filter(({ file, title }) => !read(file).includes(title)),
      [],
    );
  });
});

describe('the level of a criterion', () => {
  const run = (findings: number): Results => ({
    version: '1.0.0',
    surfaces: {},
    runs: [
      {
        id: 'axe',
        title: 'axe',
        description: '',
        looks: ['light'],
        coverage: { '1.1.1': { surfaces: 3, checks: 9 }, '1.2.1': { surfaces: 0, checks: 0 } },
        findings: Array.from({ length: findings }, () => ({
          criterion: '1.1.1',
          what: 'image-alt',
          surfaces: ['Tile'],
          looks: ['light'],
        })),
      },
    ],
  });

  it('is “Supports” if a run checked it and found nothing', () => {
    assert.equal(levelOf(evidenceOf('1.1.1', run(0)), undefined), 'Supports');
  });

  it('is “Partially supports” as soon as a run finds something, whatever people stated', () => {
    const evidence = evidenceOf('1.1.1', run(1));
    assert.equal(levelOf(evidence, { remark: '', isNotApplicable: true }), 'Partially supports');
    assert.equal(levelOf(evidence, { remark: '', byHand: 'code' }), 'Partially supports');
  });

  it('is “Not evaluated”, and never “Supports”, if nothing and nobody checked it', () => {
    assert.equal(levelOf(evidenceOf('2.1.1', run(0)), undefined), 'Not evaluated');
    assert.equal(levelOf(evidenceOf('1.2.1', run(0)), { remark: 'We think so.' }), 'Not evaluated');
  });

  it('is “Partially supports” if a failure is known that no run can find', () => {
    assert.equal(levelOf(evidenceOf('1.1.1', run(0)), { remark: '', isPartial: true }), 'Partially supports');
  });
});
