import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ENGINE_NAMES } from '../../support/engines/test-engines.ts';
import { type DeliveryAttack, runDeliveries } from '../../support/isolation/delivery-attack.ts';
import {
  type Channel,
  type DeliveryWorld,
  openDeliveryWorld,
} from '../../support/isolation/delivery-world.ts';
import { audited } from '../../support/isolation/isolation-attack.ts';
import { boardCharts, idOn } from '../../support/isolation/isolation-shop.ts';
import { canary } from '../../support/isolation/isolation-shop-data.ts';
import { RUNNING, skipAttacks } from '../../support/isolation/isolation-world.ts';
import { readablePlaces } from '../../support/isolation/readable-places.ts';
import { SUBSCRIBED_VIEWS } from '../../support/isolation/subscribed-views.ts';

const OPEN = ['open', 'total', 'days', 'pivoted', 'related'];
const RESTRICTED = Object.keys(boardCharts((name) => name)).filter(
  (chart) => ![...OPEN, 'plan', 'kept'].includes(chart),
);
const CHANNELS: readonly Channel[] = ['email', 'webhook', 'slack', 'teams'];
/** Chats name files, and do not get them. */
const WAYS = ['message', 'pdf', 'xlsx', 'csv'].flatMap((format) =>
  CHANNELS.slice(0, format === 'message' ? 4 : 2).map((channel) => ({ format, channel })),
);
type Way = (typeof WAYS)[number];
const ofAll = ({ format }: Way) => format !== 'csv';
/** One of them after the other, where each would take too long. */
const wayAt = (index: number): Way => WAYS[index % WAYS.length] as Way;

const ABOVE = { kind: 'above', limit: 0, margin: 0, measure: 'revenue', quietMinutes: 0 };

describe('messages that are sent to an attacker', () => {
  let world: DeliveryWorld;
  before(async () => {
    world = await openDeliveryWorld(RUNNING);
    await world.setReports({ keepSecrets: true });
  });
  after(() => world?.close());

  for (const engine of ENGINE_NAMES) {
    const id = idOn(engine);
    const board = id('board');
    const attackOn = (name: string, attacks: readonly DeliveryAttack[]) =>
      it(`${engine}: ${name}`, { skip: skipAttacks(engine) }, async () =>
        assert.deepEqual(await runDeliveries(world, attacks), []),
      );
    const inWays = (content: string, body: object, ways = WAYS) =>
      ways.map(({ format, channel }) => ({ content, body: { ...body, format }, channel }));
    const arriving = (attacks: readonly DeliveryAttack[]) =>
      attacks.map((attack) => ({ ...attack, arrives: true as const }));
    const alert = (tileId: string, condition: object = {}, more: object = {}) => ({
      tileId,
      alert: { ...ABOVE, ...condition },
      ...more,
    });
    const alerts = (bodies: readonly object[], from = 0): readonly DeliveryAttack[] =>
      bodies.map((body, index) => {
        const { format, channel } = wayAt(from + index);
        return { content: board, body: { ...body, format }, channel };
      });

    attackOn('contain their own rows, in each format and channel', [
      ...arriving([
        ...inWays(board, {}, WAYS.filter(ofAll)),
        ...OPEN.flatMap((tileId) => inWays(board, { tileId })),
        ...inWays(id('tale'), {}, WAYS.filter(ofAll)),
        ...inWays(id('tile-days'), {}),
        ...inWays(`${board}/dashboards/${id('detail')}`, {}),
        ...inWays(`${id('build-boards')}/builder/dashboards/${board}`, {}, WAYS.filter(ofAll)),
      ]),
    ]);
    attackOn(
      'contain no restricted columns',
      audited([
        ...RESTRICTED.flatMap((tileId) => inWays(board, { tileId })),
        ...inWays(id('tile-noted'), {}),
        ...inWays(id('tale'), { tileId: id('tile-noted') }),
      ]),
    );
    attackOn(
      'contain no rows of others, whatever view was subscribed to',
      SUBSCRIBED_VIEWS.map((body, index) => {
        const { format, channel } = wayAt(index);
        return { content: board, body: { ...body, format }, channel };
      }),
    );
    attackOn('do not name members of others in alerts', [
      ...arriving(
        alerts([
          alert('open'),
          alert('open', { by: 'status' }),
          alert('open', { by: 'status', measure: 'orders' }),
          alert('open', { by: 'status', kind: 'below', limit: 900_000_000 }),
          alert('total'),
          alert('pivoted', { by: 'region' }),
          alert('pivoted', { by: 'status' }),
          alert('related', { by: 'customer.segment' }),
        ]),
      ),
      ...alerts([
        alert('open', {}, { state: { filters: { status: canary('demo', 'status', 5) } } }),
        alert('open', {}, { state: { filters: { note: canary('demo', 'note', 1) } } }),
        alert('open', { by: 'status' }, { state: { filters: { email: canary('demo', 'email', 1) } } }),
        alert('open', { measure: 'payroll' }, { state: { tiles: { open: { measure: 'payroll' } } } }),
      ]),
      ...audited(
        alerts(
          [
            alert('paid', { measure: 'payroll' }),
            alert('paid', { measure: 'payroll', by: 'status' }),
            alert('noted', { by: 'note' }),
            alert('account', { by: 'iban' }),
            alert('computed', { by: 'rich' }),
            alert('computed', { by: 'pay_twice' }),
            alert('mailed', { by: 'customer.email' }),
            alert('mailed', { by: 'customer.vat' }),
            alert('held', { by: 'holder.person' }),
            alert('badged', { by: 'keeper.badge' }),
            alert('badged', { by: 'keeper.level' }),
            alert('narrowed', { by: 'status' }),
            alert('ranked', { by: 'status' }),
            alert('sorted', { by: 'note' }),
            alert('areas', { by: 'area', measure: 'goals' }),
          ],
          3,
        ),
      ),
    ]);
  }

  it('nothing that was sent or signed is stored or logged in plain', async () => {
    const { mails, requests, log, tables, deliveries, 'audit events': audit } = await readablePlaces(world);
    // No author wrote these, and no attacker asked for them.
    const data = /canary-acme-(?:status|segment|region|person|badge|email|vat)-\d+/;
    const context = /canary-(?:demo|acme)-context/;
    assert.match(`${mails}${requests}`, data);
    assert.doesNotMatch(`${mails}${requests}`, context);
    for (const [place, text] of Object.entries({ log, tables, deliveries, audit })) {
      assert.doesNotMatch(text ?? '', data, place);
      assert.doesNotMatch(text ?? '', context, place);
    }
  });
});
