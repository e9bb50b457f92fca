import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { goodClaims, signJwt } from '../../support/embeds/embed-client.ts';
import {
  deliverySubscriber,
  type Sent,
  type Subscribed,
  type Wanted,
} from '../../support/isolation/delivery-subscriber.ts';
import { type DeliveryWorld, openDeliveryWorld } from '../../support/isolation/delivery-world.ts';
import { sampleOf } from '../../support/isolation/isolation-attack.ts';
import { contextOf, idOn, type Viewer } from '../../support/isolation/isolation-shop.ts';
import { canary, shopTables } from '../../support/isolation/isolation-shop-data.ts';
import { skipAttacks } from '../../support/isolation/isolation-world.ts';
import { type ReportHost, replyJson, startHost } from '../../support/reports/start-host.ts';

const id = idOn('duckdb');
const [board, tale, orders] = [id('board'), id('tale'), `datasets/${id('orders')}`];
const NOTE = canary('demo', 'note', 1);
const MINUTE = 60_000;

/** Of the subscriptions to each loss, in the merge tier. */
const SAMPLE = 4;

const ABOVE = { kind: 'above', limit: 0, margin: 0 };
const CHANGE = { kind: 'change', direction: 'either', amount: 1, unit: 'absolute' };
const alert = (tileId: string, condition: object, when: object = ABOVE): object => ({
  tileId,
  alert: { ...when, measure: 'revenue', quietMinutes: 0, ...condition },
});
const nobody = { context: 'groups', operator: 'contains', value: 'nobody' };
const officers = { context: 'groups', operator: 'contains', value: 'officers' };

/** Rows of others, cells that auditors see, and what authors wrote for officers. */
const OF_OTHERS = /canary-demo-(?:status|region)-\d+|770\D?077\D?02\d/;
const NOTES = /canary-demo-note-\d+/i;
const INSIDERS = /canary-demo-insiders-\d+/;

describe('somebody who lost access', { skip: skipAttacks('duckdb') }, () => {
  let world: DeliveryWorld;
  const { subscribe, subscribeAll, next, nextOfAll, remove, read, change, publish } = deliverySubscriber(
    () => world,
  );
  before(async () => {
    world = await openDeliveryWorld(['duckdb']);
    // The API refuses a dataset with a relationship to another workspace, so that nothing else of it could be changed.
    const { relationships } = await read<{ relationships: readonly { name: string }[] }>(orders);
    await change(orders, { relationships: relationships.filter(({ name }) => name !== 'far') });
  });
  after(() => world?.close());

  interface Loss {
    readonly viewer: Viewer;
    readonly wanted: readonly Wanted[];
    /** What only those with access get. */
    readonly secret: RegExp;
    lose(): Promise<void>;
    restore(): Promise<void>;
  }
  const assertSecret = (sent: readonly (Sent & Pick<Subscribed, 'wanted'>)[], secret: RegExp) => {
    for (const { wanted, messages, deliveries } of sent)
      assert.ok(secret.test(messages.join()), JSON.stringify([wanted, deliveries]));
  };
  const losing = async ({ viewer, wanted, secret, lose, restore }: Loss) => {
    const sample = sampleOf(wanted, SAMPLE);
    const known = await subscribeAll(viewer, sample);
    // The alerts of these have not fired before.
    const others = await subscribeAll(viewer, sample);
    assertSecret(await nextOfAll(known), secret);
    await lose();
    const found: string[] = [];
    const look = (wanted: Wanted, place: string, what: object) => {
      const [text] = secret.exec(JSON.stringify(what)) ?? [];
      if (text !== undefined) found.push(`${place} of ${JSON.stringify(wanted)} contain ${text}`);
    };
    for (const { wanted, messages, deliveries } of await nextOfAll([...known, ...others])) {
      look(wanted, 'messages', messages);
      look(wanted, 'deliveries', deliveries);
    }
    for (const { id: subscription, wanted } of known) {
      const { body } = await world.admin<object>('demo', 'POST', `subscriptions/${subscription}/preview`);
      look(wanted, 'preview', body);
      // Filters are what the viewer chose.
      const { state: _, ...record } = await read(`subscriptions/${subscription}`);
      look(wanted, 'record', record);
    }
    await restore();
    assert.deepEqual(found, []);
    // It was the loss that kept it from them.
    assertSecret(await nextOfAll(known.filter(({ wanted: [, body] }) => !('alert' in body))), secret);
    await remove([...known, ...others]);
  };

  const ruled = async (rule: object) => {
    const { rowRules } = await read<{ rowRules: readonly object[] }>(orders);
    return {
      lose: () => change(orders, { rowRules: [rule] }),
      restore: () => change(orders, { rowRules }),
    };
  };
  const ofRows: readonly Wanted[] = [
    [board, { tileId: 'open' }],
    [board, { tileId: 'open', format: 'xlsx' }, 'webhook'],
    [board, { tileId: 'open', format: 'pdf' }],
    [board, { tileId: 'pivoted' }, 'slack'],
    [id('tile-open'), { format: 'csv' }],
    [tale, {}, 'teams'],
    [tale, { format: 'pdf' }, 'webhook'],
    [board, alert('open', { by: 'status' })],
    [board, { ...alert('pivoted', { by: 'status' }), format: 'csv' }, 'webhook'],
    [board, alert('open', { by: 'status', kind: 'below', limit: 900_000_000 }), 'slack'],
  ];
  const toMallory = { column: 'account', operator: 'equals', value: 'mallory' };

  it('to rows gets no message with them, if a rule leaves others', async () => {
    await losing({
      viewer: 'officer',
      secret: OF_OTHERS,
      wanted: ofRows,
      ...(await ruled(toMallory)),
    });
  });

  it('to all rows gets none in a message', async () => {
    const own = { column: 'account', operator: 'equals', value: { context: 'attributes.account' } };
    await losing({ viewer: 'officer', secret: OF_OTHERS, wanted: ofRows, ...(await ruled(own)) });
  });

  const restricted = async (access: readonly object[]) => {
    const { columns } = await read<{ columns: readonly { name: string }[] }>(orders);
    const masked = columns.map((column) => (column.name === 'note' ? { ...column, access } : column));
    return { lose: () => change(orders, { columns: masked }), restore: () => change(orders, { columns }) };
  };
  const filtered = (filters: object) => ({ tileId: 'open', state: { filters } });
  const ofNotes: readonly Wanted[] = [
    [board, { tileId: 'noted' }],
    [board, { tileId: 'noted', format: 'csv' }, 'webhook'],
    [board, { tileId: 'sorted', format: 'pdf' }],
    [board, { format: 'xlsx' }, 'webhook'],
    [board, {}],
    [id('tile-noted'), {}, 'slack'],
    [tale, {}, 'teams'],
    [board, alert('noted', { by: 'note' })],
    [board, alert('sorted', { by: 'note' }), 'teams'],
    // Their own filters, by a column that they cannot filter by any more.
    [board, filtered({ note: NOTE })],
    [board, filtered({ tree: ['open', NOTE] }), 'slack'],
    [board, { ...filtered({ note: NOTE }), format: 'pdf' }, 'webhook'],
    [board, { ...alert('open', { by: 'status' }), ...filtered({ note: NOTE }) }],
  ];

  it('to a column gets no message with its values, if it is masked since', async () => {
    await losing({
      viewer: 'auditor',
      secret: NOTES,
      wanted: ofNotes,
      ...(await restricted([{ show: 'hash' }])),
    });
  });

  it('to a column gets no message with its values, if it is denied since', async () => {
    await losing({ viewer: 'auditor', secret: NOTES, wanted: ofNotes, ...(await restricted([])) });
  });

  describe('to content', () => {
    const content = { dashboard: `dashboards/${id('private')}`, tile: `tiles/${id('private-tile')}` };
    const secretTitle = canary('demo', 'insiders', 3);
    const chart = {
      title: secretTitle,
      kind: 'table',
      datasetId: id('orders'),
      query: { dimensions: [{ column: 'status' }], measures: ['revenue'] },
    };
    const place = { x: 0, y: 0, w: 12, h: 4 };
    const open = { ...place, id: 'open', chart: { ...chart, title: 'Orders' } };
    const items = [{ ...place, y: 4, id: 'secret', chart }, open];
    before(async () => {
      for (const [path, body] of [
        ['dashboards', { id: id('private'), title: 'Private', items }],
        ['tiles', { id: id('private-tile'), ...chart }],
      ] as const) {
        await world.shop.clients.demo.create(path, { appId: id('shop'), ...body });
        await publish(`${path}/${body.id}`);
        const target = { kind: path.slice(0, -1), id: body.id };
        await world.shop.clients.demo.create('embeds', { id: body.id, title: 'Embed', target });
      }
    });
    const ofDashboard: readonly Wanted[] = [
      [id('private'), {}],
      [id('private'), { format: 'pdf' }, 'webhook'],
      [id('private'), { tileId: 'secret' }, 'slack'],
      [id('private'), { tileId: 'secret', format: 'csv' }],
      [id('private'), alert('secret', { by: 'status' }), 'teams'],
    ];
    const ofTile: readonly Wanted[] = [
      [id('private-tile'), {}],
      [id('private-tile'), { format: 'xlsx' }, 'webhook'],
      [id('private-tile'), alert(id('private-tile'), {}), 'slack'],
    ];
    const losingContent = (
      wanted: readonly Wanted[],
      lose: () => Promise<void>,
      restore: () => Promise<void>,
    ) => losing({ viewer: 'officer', secret: INSIDERS, wanted, lose, restore });

    it('gets no message with a chart that is hidden since', async () => {
      const hidden = items.map((item) => (item.id === 'secret' ? { ...item, visibility: nobody } : item));
      await losingContent(
        ofDashboard,
        () => publish(content.dashboard, { items: hidden }),
        () => publish(content.dashboard, { items }),
      );
    });

    it('gets no message of a dashboard that is hidden since', async () => {
      await losingContent(
        ofDashboard,
        () => publish(content.dashboard, { visibility: nobody }),
        () => publish(content.dashboard, { visibility: officers }),
      );
    });

    it('gets no message of a tile that is not published any more, nor of what is not published yet', async () => {
      await losingContent(
        ofTile,
        async () => {
          assert.equal((await world.admin('demo', 'POST', `${content.tile}/archive`)).status, 200);
        },
        async () => {
          assert.equal((await world.admin('demo', 'POST', `${content.tile}/unarchive`)).status, 200);
          await publish(content.tile);
        },
      );
      const title = 'Orders';
      await publish(content.tile, { title });
      const sent = await subscribeAll('officer', ofTile);
      await change(content.tile, { title: secretTitle });
      for (const { messages } of await nextOfAll(sent)) {
        assert.equal(messages.length, 1);
        assert.doesNotMatch(messages.join(), INSIDERS);
      }
      await remove(sent);
    });
  });

  it('gets no message with values that an earlier attempt would have sent', async () => {
    const { smtp, hooks, time } = world;
    const { lose, restore } = await ruled(toMallory);
    const ofOthers = { by: 'status', limit: 1_000_000 };
    const delayed = async () => {
      const all = await subscribeAll('officer', [
        [board, { tileId: 'open' }],
        [board, alert('open', ofOthers)],
        [board, { tileId: 'open', format: 'csv' }, 'webhook'],
        [board, alert('open', ofOthers), 'webhook'],
      ]);
      smtp.refuseWith({ responseCode: 451, message: 'Try again later' });
      hooks.replyWith({ status: 503 });
      for (const { deliveries } of await nextOfAll(all)) {
        const states = deliveries.map(({ kind, state }) => `${kind} ${state}`);
        assert.ok(states.includes('report waiting') || states.includes('alert waiting'), states.join());
      }
      return all;
    };
    const retried = async (all: readonly Subscribed[]) => {
      const before = all.map(({ receiver }) => receiver.received().length);
      smtp.refuseWith(undefined);
      hooks.replyWith({ status: 204 });
      time.setClockBy(20 * MINUTE);
      await world.passDue();
      return all.flatMap(({ receiver }, index) => receiver.received().slice(before[index]));
    };
    const kept = await delayed();
    const messages = await retried(kept);
    assert.equal(messages.length, 4);
    for (const message of messages) assert.match(message, OF_OTHERS);
    const lost = await delayed();
    await lose();
    const after = await retried(lost);
    await restore();
    assert.equal(after.length, 2, 'the two reports');
    for (const message of after) assert.doesNotMatch(message, OF_OTHERS);
    for (const each of lost)
      assert.doesNotMatch(JSON.stringify(await world.deliveries('demo', each.id)), OF_OTHERS);
    await remove([...kept, ...lost]);
  });

  it('is not told by an alert that something is missing or changed that they may not see any more', async () => {
    const { columns, rows } = shopTables('demo').orders ?? assert.fail();
    const upload = async (kept: readonly (readonly unknown[])[]) => {
      const csv = [Object.keys(columns), ...kept].map((row) => row.join(',')).join('\n');
      assert.ok((await world.shop.clients.demo.upload('orders.csv', `${csv}\n`)).status < 300);
    };
    const amount = Object.keys(columns).indexOf('amount');
    const without = rows.filter(([order]) => order !== 5);
    const changed = rows.map((row) => (row[0] === 6 ? row.with(amount, 770_077_029) : row));
    const { lose, restore } = await ruled(toMallory);
    const watching = () =>
      subscribeAll('officer', [
        [board, alert('open', { by: 'status' }, { kind: 'missing' })],
        [board, alert('pivoted', { by: 'region' }, { kind: 'missing' }), 'webhook'],
        [board, alert('open', { by: 'status' }, CHANGE)],
      ]);
    const sentFor = async (all: readonly Subscribed[]) =>
      (await nextOfAll(all)).flatMap(({ messages }) => messages).join('\n');
    const kept = await watching();
    const lost = await watching();
    const [queued = assert.fail()] = await watching();
    assert.equal(await sentFor([...kept, ...lost, queued]), '');
    await upload(without);
    assert.match(await sentFor(kept), /No value for Revenue of canary-demo-status-5/);
    await upload(changed);
    assert.match(await sentFor(kept), /canary-demo-status-6/);
    await upload(without);
    world.smtp.refuseWith({ responseCode: 451, message: 'Try again later' });
    assert.equal(await sentFor([queued]), '');
    const waiting = await world.deliveries('demo', queued.id);
    assert.ok(waiting.some(({ kind, state }) => kind === 'alert' && state === 'waiting'));
    await lose();
    world.smtp.refuseWith(undefined);
    world.time.setClockBy(20 * MINUTE);
    await world.passDue();
    assert.deepEqual(queued.receiver.received(), []);
    assert.doesNotMatch(await sentFor([...lost, ...kept, queued]), OF_OTHERS);
    await upload(changed);
    assert.doesNotMatch(await sentFor([...lost, ...kept, queued]), OF_OTHERS);
    await upload(rows);
    await restore();
    await remove([...kept, ...lost, queued]);
  });

  describe('where the host signs who the viewer is', () => {
    let host: ReportHost;
    before(async () => {
      host = await startHost();
      await world.admin('demo', 'POST', 'report-settings/secret');
      await change('report-settings', { rights: 'assertion', assertionUrl: host.url });
    });
    after(async () => {
      await change('report-settings', { rights: 'stored-context', assertionUrl: null });
      await host.close();
    });
    const signs = (viewer: Viewer, context: object = {}) =>
      host.respond((response) =>
        replyJson(response, 200, {
          assertion: signJwt({
            ...goodClaims(world.shop.setups.demo, world.time.now()),
            embed_context: { ...contextOf(viewer, ['duckdb']), ...context },
          }),
        }),
      );
    const wanted: readonly Wanted[] = [
      [board, {}],
      [board, { tileId: 'open', format: 'xlsx' }, 'webhook'],
      [tale, {}, 'slack'],
      [board, alert('open', { by: 'status' }), 'teams'],
    ];

    it('gets nothing of what they lost with a group or an attribute', async () => {
      signs('officer');
      await losing({
        viewer: 'officer',
        secret: /canary-demo-[a-z]+-\d+|770\D?077\D?0\d\d/,
        wanted,
        lose: async () => signs('officer', { groups: ['staff'] }),
        restore: async () => signs('officer'),
      });
    });

    it('gets no message without the privilege, and none any more once the host refuses them', async () => {
      signs('officer');
      const all = await subscribeAll('officer', wanted);
      signs('officer', { privileges: {} });
      for (const { deliveries, messages } of await nextOfAll(all))
        assert.deepEqual([deliveries.map(({ state }) => state), messages], [['skipped'], []]);
      host.respond((response) => replyJson(response, 403, { refused: true }));
      for (const { messages } of await nextOfAll(all)) assert.deepEqual(messages, []);
      for (const each of all) {
        const { status, reason } = await read(`subscriptions/${each.id}`);
        assert.deepEqual([status, reason], ['ended', 'refused-by-host']);
      }
      await remove(all);
    });

    it('gets nothing by an assertion of somebody else', async () => {
      const each = await subscribe('mallory', [board, {}]);
      signs('officer');
      const { deliveries, messages } = await next(each);
      assert.deepEqual([deliveries.map(({ state }) => state), messages], [['failed'], []]);
      assert.doesNotMatch(JSON.stringify(deliveries), /officer/);
      await remove([each]);
    });
  });
});
