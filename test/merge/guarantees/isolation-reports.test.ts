import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { type Attack, audited, runAttacks } from '../../support/isolation/isolation-attack.ts';
import { boardCharts, idOn, type Shop, sharedShop } from '../../support/isolation/isolation-shop.ts';
import { canary, secretNumber } from '../../support/isolation/isolation-shop-data.ts';
import { RUNNING, skipAttacks } from '../../support/isolation/isolation-world.ts';
import { SUBSCRIBED_VIEWS } from '../../support/isolation/subscribed-views.ts';
import { addDestination, setReports, WEEKLY } from '../../support/reports/report-client.ts';

const OPEN = ['open', 'total', 'days', 'pivoted', 'related'];
const RESTRICTED = Object.keys(boardCharts((name) => name)).filter(
  (chart) => ![...OPEN, 'plan', 'kept'].includes(chart),
);
const NAMES = { demo: 'Shop', acme: 'Shop' } as const;

/** What is tried here is what is sent: the same steps open and draw a preview and a message. */
describe('a viewer who subscribes', () => {
  const [engine = 'duckdb'] = RUNNING;
  const id = idOn(engine);
  const board = id('board');
  let shop: Shop;

  before(async () => {
    shop = await sharedShop(RUNNING);
    for (const [tenant, name] of Object.entries(NAMES)) {
      await setReports(shop.inlay, {}, tenant);
      await addDestination(shop.inlay, 'channel', 'main', tenant);
      // Messages name the tenant.
      await shop.inlay.services.store.everyTenant
        .updateTable('tenants')
        .set({ name })
        .where('id', '=', tenant as never)
        .execute();
    }
  });

  const attackOn = (name: string, attacks: readonly Attack[]) =>
    it(`${engine}: ${name}`, { skip: skipAttacks(engine) }, async () =>
      assert.deepEqual(await runAttacks(shop, attacks), []),
    );
  const toChannel = { ...WEEKLY, to: { kind: 'destination', id: 'channel' } };
  const message = (body: object = {}): Attack => ({
    path: `${board}/subscriptions/preview`,
    body: { ...toChannel, ...body },
  });
  const state = (parts: object) => ({ state: parts });
  const filtered = (filters: object) => state({ filters });
  const alert = (condition: object, body: object = {}): Attack => ({
    path: `${board}/subscriptions/dry-run`,
    body: {
      ...toChannel,
      tileId: 'open',
      alert: { kind: 'above', limit: 0, margin: 0, measure: 'revenue', quietMinutes: 0, ...condition },
      ...body,
    },
  });

  attackOn('gets messages about the own rows, without restricted columns', [
    message(),
    ...OPEN.map((tileId) => message({ tileId })),
    ...audited(RESTRICTED.map((tileId) => message({ tileId }))),
    message({ tileId: 'insiders' }),
  ]);

  attackOn('gets no rows of others by the view that is subscribed to', SUBSCRIBED_VIEWS.map(message));

  attackOn('learns nothing about rows of others from alerts', [
    alert({}),
    alert({ by: 'status' }),
    alert({ by: 'status', kind: 'below', limit: secretNumber('demo', 20) }),
    alert({ measure: 'orders', by: 'status' }),
    alert({ measure: 'payroll' }, state({ tiles: { open: { measure: 'payroll' } } })),
    alert(
      {},
      {
        alert: { kind: 'missing', measure: 'notes', by: 'status', quietMinutes: 0 },
        ...state({ tiles: { open: { measure: 'notes' } } }),
      },
    ),
    alert({}, filtered({ status: canary('demo', 'status', 5) })),
    alert({}, filtered({ note: canary('demo', 'note', 1) })),
    alert({}, filtered({ pay: { from: secretNumber('demo', 12) } })),
    alert({}, filtered({ email: canary('demo', 'email', 1) })),
    alert({}, { tileId: 'total' }),
    ...audited([
      alert({ measure: 'payroll' }, { tileId: 'paid' }),
      alert({ by: 'note' }, { tileId: 'noted' }),
      alert({ by: 'iban' }, { tileId: 'account' }),
      alert({ by: 'pay_twice' }, { tileId: 'computed' }),
      alert({ by: 'holder.person' }, { tileId: 'held' }),
      alert({ by: 'keeper.badge' }, { tileId: 'badged' }),
    ]),
  ]);
});
