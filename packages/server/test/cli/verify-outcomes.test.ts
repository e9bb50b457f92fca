import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nothingCompared, type World } from '../../src/cli/verify/check.ts';
import { reportText } from '../../src/cli/verify/readable-report.ts';
import type { Report } from '../../src/cli/verify/verify-isolation.ts';

const worldOf = (surveys: readonly object[], shared: readonly string[] = []) =>
  ({ surveys, plan: { shared: new Set(shared) } }) as unknown as World;
const seeing = (...datasets: readonly string[]) => ({
  contents: [{ tiles: datasets.map((datasetId) => ({ datasetId })), filters: [] }],
  builders: [],
  columnValues: [],
});
const outcome = (...args: Parameters<typeof worldOf>) => {
  const { state, summary } = nothingCompared(worldOf(...args), 'nothing was compared');
  return `${state}: ${summary}`;
};

describe('a check of inlay verify that compared nothing', () => {
  it('could not prove anything if no embed was opened', () => {
    const closed = { contents: [], builders: [], columnValues: [] };
    assert.equal(outcome([closed, closed]), 'could-not-prove: no context can open an embed');
  });

  it('could not prove anything if one of the datasets is not shared', () => {
    assert.equal(
      outcome([seeing('orders'), seeing('calendar')], ['calendar']),
      'could-not-prove: nothing was compared',
    );
  });

  it('has nothing to prove if all datasets are shared, or there are none', () => {
    assert.equal(
      outcome([seeing('calendar')], ['calendar']),
      'nothing-to-prove: all datasets of the embeds are shared',
    );
    assert.equal(outcome([seeing()]), 'nothing-to-prove: the embeds have no tiles and filters');
  });
});

describe('report of inlay verify', () => {
  const report: Report = {
    ...{
      state: 'passed',
      instance: 'https://a.example',
      contexts: ['ann', 'bob'],
      embeds: ['e'],
      requests: 7,
    },
    checks: [
      { id: 'rows', title: 'Rows', state: 'passed', summary: '4 tile results', findings: [] },
      { id: 'builder', title: 'Builder', state: 'nothing-to-prove', summary: 'no builder', findings: [] },
    ],
  };

  it('ends with the checks that had nothing to prove', () => {
    assert.ok(
      reportText(report, 'table').endsWith(
        'Passed: no context got data of another.\nNothing to prove:\n  builder  no builder\n',
      ),
    );
  });

  it('names the other outcomes', () => {
    const conclude = (state: Report['state']) => reportText({ ...report, state }, 'table');
    assert.match(conclude('leak'), /^LEAK: /m);
    assert.match(conclude('could-not-prove'), /^COULD NOT PROVE: /m);
  });
});
