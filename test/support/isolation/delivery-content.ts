import assert from 'node:assert/strict';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import type { DataClient } from '../data/data-client.ts';
import { boardCharts, idOn } from './isolation-shop.ts';
import { canary } from './isolation-shop-data.ts';
import type { Tenant } from './isolation-tables.ts';

const TILES = ['open', 'days', 'noted'] as const;
const officers = { context: 'groups', operator: 'contains', value: 'officers' };

/** What the shop has in dashboards only, as tiles of their own, and a story of them. */
export async function publishDeliveryContent(
  client: DataClient,
  engine: EngineName,
  tenant: Tenant,
): Promise<void> {
  const id = idOn(engine);
  const charts = boardCharts(id);
  const publish = async (path: string, name: string, content: object) => {
    await client.create(path, { id: id(name), appId: id('shop'), ...content });
    const options = { method: 'POST', headers: { 'if-match': '*' } };
    const { status, body } = await client.ask(`${path}/${id(name)}/publish`, options);
    assert.equal(status, 200, JSON.stringify(body));
  };
  const embed = (kind: string, name: string) =>
    client.create('embeds', { id: id(name), title: name, target: { kind, id: id(name) } });
  for (const name of TILES) {
    await publish('tiles', `tile-${name}`, charts[name] ?? {});
    await embed('tile', `tile-${name}`);
  }
  const values = {
    sold: { tile: id('tile-open'), column: 'revenue', row: 'total' },
    last: { tile: id('tile-open'), column: 'status', row: 'last' },
    noted: { tile: id('tile-noted'), column: 'note' },
  };
  await publish('stories', 'tale', {
    title: 'How it went',
    steps: [
      {
        id: 'sold',
        title: 'Sold {{ sold }}',
        narrative: 'Of {{ sold }}, the last was {{ last }}.\n\n- First note: {{ noted }}',
        values,
        tiles: [id('tile-open'), id('tile-days')],
        recommendation: 'Sell more than {{ sold }}.',
        source: 'The till',
      },
      { id: 'noted', title: 'First {{ noted }}', values, tiles: [id('tile-noted')] },
      {
        id: 'insiders',
        title: canary(tenant, 'insiders', 2),
        narrative: 'About {{ last }}',
        values,
        tiles: [id('tile-open')],
        visibility: officers,
      },
    ],
  });
  await embed('story', 'tale');
}
