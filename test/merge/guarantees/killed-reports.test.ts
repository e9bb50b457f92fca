import assert from 'node:assert/strict';
import { it } from 'node:test';
import { killReports } from '../../support/reports/kill-reports.ts';
import { sqliteStore } from '../../support/server/start-inlay.ts';

it('a server that is killed while it sends reports sends none twice, and loses none silently', async () => {
  const deliveries = await killReports(sqliteStore, {
    kills: 5,
    subscriptions: 80,
    nodes: 1,
    killsPerDue: 5,
  });
  assert.equal(deliveries.dueTimes, 1);
  assert.ok(deliveries.received >= 60, JSON.stringify(deliveries));
});
