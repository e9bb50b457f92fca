import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  DEMO,
  enableReports,
  jobIdOf,
  type ReportWorld,
  readJobs,
  readSubscriptionRow,
  startReportWorld,
  subscribe,
  toAddress,
} from '../../support/reports/report-world.ts';
import { STORES } from '../../support/server/start-inlay.ts';
import { eventually } from '../../support/time/eventually.ts';
import { serverTime } from '../../support/time/fake-time.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Half past midnight, UTC, of a day that is not over. */
const startOfDay = () => Math.floor(Date.now() / DAY) * DAY + HOUR / 2;

for (const [engine, makeStore] of Object.entries(STORES)) {
  describe(`reports on ${engine}`, () => {
    const time = serverTime(startOfDay());
    let world: ReportWorld;
    before(async () => {
      world = await startReportWorld(makeStore, time);
    });
    after(() => world.close());
    const hours = async (count: number) => {
      for (let hour = 0; hour < count; hour += 1) {
        time.setClockBy(HOUR);
        await world.settle();
      }
    };
    const sentTo = (address: string) => world.smtp.received.filter(({ to }) => to.includes(address));

    it('a daily report arrives once a day, at its time', async () => {
      const to = toAddress('daily@customer.example');
      const [id = ''] = await subscribe(world.services, world.setup, [{ to }]);
      await hours(7);
      assert.equal(sentTo('daily@customer.example').length, 0);
      await hours(1);
      assert.equal(sentTo('daily@customer.example').length, 1);
      await hours(23);
      assert.equal(sentTo('daily@customer.example').length, 1);
      await hours(1);
      assert.equal(sentTo('daily@customer.example').length, 2);
      const { last_state, next_at, last_at } = await readSubscriptionRow(world.services, id);
      assert.equal(last_state, 'sent');
      assert.ok(Number(last_at) <= time.now() && Number(next_at) - time.now() > 22 * HOUR);
    });

    it('a node that was down for days catches up once', async () => {
      const [id = ''] = await subscribe(world.services, world.setup, [
        { to: toAddress('late@customer.example') },
      ]);
      time.setClockBy(30 * DAY);
      await world.settle();
      const [mail, ...more] = sentTo('late@customer.example');
      assert.ok(mail);
      assert.deepEqual(more, []);
      const job = (await readJobs(world.services)).find((each) => each.id === jobIdOf(mail));
      assert.equal(job?.subscription_id, id);
      assert.ok(time.now() - Number(job?.due_at) < DAY);
    });

    it('a clock that jumps ahead and back repeats nothing and loses nothing', async () => {
      const [id = ''] = await subscribe(world.services, world.setup, [
        { to: toAddress('jumps@customer.example') },
      ]);
      time.setClockBy(DAY);
      await world.settle();
      const jumped = sentTo('jumps@customer.example').length;
      assert.equal(jumped, 1);
      // The next due time is two months away when the clock is right again.
      time.setClockBy(60 * DAY);
      await world.settle();
      assert.equal(sentTo('jumps@customer.example').length, 2);
      time.setClockBy(-60 * DAY);
      await world.settle();
      await eventually(async () => {
        const { next_at } = await readSubscriptionRow(world.services, id);
        assert.ok(Number(next_at) - time.now() < DAY);
      });
      assert.equal(sentTo('jumps@customer.example').length, 2);
      time.setClockBy(DAY);
      await world.settle();
      assert.equal(sentTo('jumps@customer.example').length, 3);
      time.setClockBy(-2 * HOUR);
      await world.settle();
      time.setClockBy(2 * HOUR);
      await world.settle();
      assert.equal(sentTo('jumps@customer.example').length, 3);
    });

    it('an email whose node stopped while it sent it counts as unknown, and is not sent again', async () => {
      const [id = ''] = await subscribe(world.services, world.setup, [
        { to: toAddress('unknown@customer.example') },
      ]);
      const job = await leaveBehind(world, id, 'sending', 'unknown@customer.example');
      await world.settle();
      const [left] = (await readJobs(world.services)).filter((each) => each.id === job);
      assert.equal(left?.state, 'unknown');
      assert.match(left?.reason ?? '', /may have arrived/);
      assert.equal(sentTo('unknown@customer.example').length, 0);
      const { last_state, last_code } = await readSubscriptionRow(world.services, id);
      assert.deepEqual([last_state, last_code], ['unknown', 'outcome-unknown']);
    });

    it('an email whose node stopped before it sent it is sent by the next', async () => {
      const [id = ''] = await subscribe(world.services, world.setup, [
        { to: toAddress('again@customer.example') },
      ]);
      await leaveBehind(world, id, 'working', 'again@customer.example');
      await world.settle();
      assert.equal(sentTo('again@customer.example').length, 1);
    });

    it('nothing is sent while reports are paused or switched off, and nothing of that time later', async () => {
      const address = 'paused@customer.example';
      await subscribe(world.services, world.setup, [{ to: toAddress(address) }]);
      for (const change of [{ isPaused: true }, { rights: 'off' as const }]) {
        await enableReports(world.services, change);
        time.setClockBy(DAY);
        await world.settle();
        assert.equal(sentTo(address).length, 0);
      }
      await enableReports(world.services);
      await world.settle();
      assert.equal(sentTo(address).length, 0);
      time.setClockBy(DAY);
      await world.settle();
      assert.equal(sentTo(address).length, 1);
    });

    it('a refused message is tried again with back-off until the next one is due, and then fails', async () => {
      const address = 'refused@customer.example';
      world.smtp.refuseWith({ responseCode: 451, message: 'Try again later' });
      const [id = ''] = await subscribe(world.services, world.setup, [{ to: toAddress(address) }]);
      time.setClockBy(DAY);
      await world.settle();
      const states = async () =>
        (await readJobs(world.services))
          .filter((each) => each.subscription_id === id)
          .map(({ state }) => state);
      assert.deepEqual(await states(), ['waiting']);
      time.setClockBy(15_000);
      await world.settle();
      const [job] = (await readJobs(world.services)).filter((each) => each.subscription_id === id);
      assert.equal(job?.attempts, 2);
      assert.match(job?.reason ?? '', /451|deferred/);
      await hours(23);
      await hours(2);
      assert.deepEqual(await states(), ['failed', 'waiting']);
      world.smtp.refuseWith(undefined);
      await hours(1);
      assert.deepEqual(await states(), ['failed', 'sent']);
      assert.equal(sentTo(address).length, 1);
    });
  });
}

/** The row of a message that its node did not finish: its lease is over. */
async function leaveBehind(
  { services }: ReportWorld,
  subscriptionId: string,
  state: 'working' | 'sending',
  recipient: string,
): Promise<string> {
  const now = services.time.now();
  const id = `left-${recipient}`;
  const job = {
    id,
    subscription_id: subscriptionId,
    kind: 'report',
    due_at: now,
    recipient,
    state,
    attempts: 1,
    next_at: now,
    sealed: null,
    reason: null,
    finished_at: null,
  } as const;
  await services.store.write((transaction) =>
    transaction.tenant(DEMO).insertInto('report_jobs', job).execute(),
  );
  return id;
}
