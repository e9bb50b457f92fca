import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type KilledReports, startKilledReports } from '../../support/reports/kill-reports.ts';
import { BOTH_STORES } from '../../support/server/start-inlay.ts';

const DUE_TIMES = 10;
const KILLS_PER_DUE = 5;
const SUBSCRIPTIONS = 210;
/** Of one node, when it is killed. */
const MAX_RUNNING = 16;

for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
  const nodes = engine === 'PostgreSQL' ? 2 : 1;
  describe(`fifty kills while reports are sent, with ${nodes === 1 ? 'one node' : 'two nodes'} on ${engine}`, () => {
    let reports: KilledReports;
    before(async () => {
      reports = await startKilledReports(makeStore, { subscriptions: SUBSCRIPTIONS, nodes });
    });
    after(() => reports.close());

    for (let due = 1; due <= DUE_TIMES; due += 1)
      it(`every report of due time ${due} is sent, failed or unknown in the end`, () =>
        reports.killDuringNext(KILLS_PER_DUE));

    it('none arrives twice, and none is lost silently', async (test) => {
      const deliveries = await reports.check();
      test.diagnostic(JSON.stringify(deliveries));
      const { dueTimes, received, states } = deliveries;
      const { unknown = 0, failed = 0 } = states;
      assert.equal(dueTimes, DUE_TIMES);
      assert.ok(unknown <= DUE_TIMES * KILLS_PER_DUE * MAX_RUNNING);
      assert.ok(received >= DUE_TIMES * SUBSCRIPTIONS - unknown - failed);
    });
  });
}
