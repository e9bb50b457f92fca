import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type ReportWorld,
  readSubscriptionRow,
  startReportWorld,
  subscribe,
  toAddress,
} from '../../../../../test/support/reports/report-world.ts';
import { runCommand } from '../../../../../test/support/server/run-command.ts';
import { STORES } from '../../../../../test/support/server/start-inlay.ts';
import { serverTime } from '../../../../../test/support/time/fake-time.ts';

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`inlay reports on ${engine}`, () => {
    let world: ReportWorld;
    before(async () => {
      world = await startReportWorld(makeStore, serverTime());
    });
    after(() => world.close());
    const inlay = (line: string) => runCommand(['reports', ...line.split(' ')], world.env);

    it('run --now: asks for subscriptions, and for the option', async () => {
      const none = await inlay('run --now');
      assert.deepEqual([none.code, none.stderr], [1, "Tenant 'demo' has no active subscriptions.\n"]);
      const forgotten = await inlay('run');
      assert.equal(forgotten.code, 2);
      assert.match(forgotten.stderr, /Add --now to send them immediately/);
    });

    it('run --now: sends reports and checks alerts at once, and leaves their schedules as they are', async () => {
      const [report = '', alert = ''] = await subscribe(world.services, world.setup, [
        { to: toAddress('now@customer.example') },
        {
          title: 'High revenue',
          schedule: { every: 'hour', timeZone: 'UTC' },
          alert: { kind: 'above', measure: 'revenue', limit: 10, margin: 0, quietMinutes: 0 },
          to: toAddress('alerts@customer.example'),
        },
      ]);
      const { next_at } = await readSubscriptionRow(world.services, report);
      const { code, stdout, stderr } = await inlay('run --now');
      assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
      assert.deepEqual(stdout.trim().split('\n').slice(0, 2), [
        'sent     Revenue, to now@customer.example',
        'alert    High revenue, checked',
      ]);
      await world.smtp.mailTo('now@customer.example');
      await world.smtp.mailTo('alerts@customer.example');
      assert.equal((await readSubscriptionRow(world.services, report)).next_at, next_at);
      const { stdout: listed } = await inlay('list --tenant demo');
      assert.match(listed, new RegExp(`^demo +${report} active \\S+Z +sent +Revenue$`, 'm'));
      assert.match(listed, new RegExp(`^demo +${alert} active \\S+Z +\\w+ +High revenue$`, 'm'));
    });

    it('run --now: prints why a report was not sent, and exits with 1', async () => {
      const [id = ''] = await subscribe(world.services, world.setup, [
        { to: toAddress('nobody@customer.example') },
      ]);
      world.smtp.refuseWith({ responseCode: 550, message: 'No such mailbox' });
      const { code, stdout } = await inlay(`run --now --subscription ${id}`);
      assert.equal(code, 1);
      assert.match(stdout, /^failed {3}Revenue, to nobody@customer\.example: .*No such mailbox/);
      const unknown = await inlay('run --now --subscription other');
      assert.match(unknown.stderr, /no active subscription with this id\. Run 'inlay reports list'/);
    });
  });
}
