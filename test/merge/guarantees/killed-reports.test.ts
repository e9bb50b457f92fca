import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startKilledReports } from '../../support/reports/kill-reports.ts';
import { sqliteStore } from '../../support/server/start-inlay.ts';

const KILLS = 4;
const SUBSCRIPTIONS = 70;

it('a server that is killed while it sends reports sends none twice, and loses none silently', async (test) => {
  const reports = await startKilledReports(sqliteStore, { subscriptions: SUBSCRIPTIONS, nodes: 1 });
  test.after(() => reports.close());
  await reports.killDuringNext(KILLS);
  const { dueTimes, received, states } = await reports.check();
  assert.equal(dueTimes, 1);
  assert.ok(received >= SUBSCRIPTIONS - (states.unknown ?? 0) - (states.failed ?? 0));
});
