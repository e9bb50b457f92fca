import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { killReports } from '../../support/reports/kill-reports.ts';
import { BOTH_STORES } from '../../support/server/start-inlay.ts';

const KILLS = 50;
const SUBSCRIPTIONS = 210;
const KILLS_PER_DUE = 5;
/** Of one node, when it is killed. */
const MAX_IN_FLIGHT = 8;

describe('fifty kills while reports are sent', () => {
  for (const [engine, makeStore] of Object.entries(BOTH_STORES)) {
    const nodes = engine === 'PostgreSQL' ? 2 : 1;
    it(`with ${nodes} on ${engine}: none arrives twice, and none is lost silently`, async () => {
      const deliveries = await killReports(makeStore, {
        kills: KILLS,
        subscriptions: SUBSCRIPTIONS,
        nodes,
        killsPerDue: KILLS_PER_DUE,
      });
      const { states, dueTimes, received } = deliveries;
      console.log(`${engine}: ${JSON.stringify(deliveries)}`);
      assert.equal(dueTimes, KILLS / KILLS_PER_DUE);
      assert.ok((states.unknown ?? 0) <= KILLS * MAX_IN_FLIGHT);
      assert.ok(received >= dueTimes * SUBSCRIPTIONS - (states.unknown ?? 0) - (states.failed ?? 0));
    });
  }
});
