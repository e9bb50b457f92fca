import assert from 'node:assert/strict';
import type { DeliveryWorld } from './delivery-world.ts';
import { idOn } from './isolation-shop.ts';

/** A dashboard `vaults` of the tenant demo: one chart is from a database that opens with a secret of the viewer. */
export async function publishVaults({ shop, admin }: DeliveryWorld, port: number): Promise<void> {
  const { demo } = shop.clients;
  const id = idOn('duckdb');
  await demo.create('connections', {
    ...{ id: 'vault', name: 'Vault', kind: 'postgres', host: '127.0.0.1', port, tls: 'off' },
    ...{ database: 'vault', user: 'reader', password: '{{ secrets.vault }}' },
  });
  await demo.create('datasets', {
    ...{ id: 'vaulted', name: 'Vaulted', connectionId: 'vault', segmented: false },
    source: { kind: 'table', table: 'rows' },
    columns: [{ name: 'word', type: 'string' }],
    measures: [{ name: 'rows', kind: 'count' }],
  });
  const item = (index: number, name: string, datasetId: string, query: object) => ({
    ...{ id: name, x: 0, y: 4 * index, w: 12, h: 4 },
    chart: { title: name, kind: 'table', datasetId, query },
  });
  const items = [
    item(0, 'vaulted', 'vaulted', { dimensions: [{ column: 'word' }], measures: ['rows'] }),
    item(1, 'open', id('orders'), { dimensions: [{ column: 'status' }], measures: ['revenue'] }),
  ];
  await demo.create('dashboards', { id: 'vaults', appId: id('shop'), title: 'Vaults', items });
  const { status, body } = await admin('demo', 'POST', 'dashboards/vaults/publish');
  assert.equal(status, 200, JSON.stringify(body));
  await demo.create('embeds', { id: 'vaults', title: 'Vaults', target: { kind: 'dashboard', id: 'vaults' } });
}
