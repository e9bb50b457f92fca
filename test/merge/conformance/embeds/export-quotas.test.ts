import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { Quotas } from '@inlay/protocol/quota';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { builderClient, CHART, canvasOf, made } from '../../../support/builder/builder-world.ts';
import { describeBuilders } from '../../../support/embeds/describe-embedding.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import {
  type ApiDescription,
  type NamedOperation,
  operationsOf,
} from '../../../support/http/api-description.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { SQLITE } from '../../../support/server/start-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';

/** Formats with rows; the others are pictures. */
const DATA = /^(text\/csv|application\/json|application\/.*spreadsheetml.*)$/;
const chart = { ...CHART, drillThrough: { columns: ['product'] } };
const itemId = 'i0';

describeBuilders('the quota of exported rows', SQLITE, (given) => {
  let token: string;
  let exports: readonly NamedOperation[];
  let built: string;

  const setQuota = async (rows: number) => {
    const command = ['tenant', 'quota', 'demo', '--exported-rows', String(rows)];
    const { code, stderr } = await runCommand(command, given.inlay.env);
    assert.equal(code, 0, stderr);
    await eventually(async () =>
      assert.deepEqual(await given.inlay.services.quotas.limits('demo' as TenantId), { exportedRows: rows }),
    );
  };
  const used = async () => {
    const url = `${given.inlay.url}/api/v0/quotas`;
    return (await call<Quotas>(url, { token: given.setup.adminToken })).body.quotas[0]?.used ?? 0;
  };
  /** Of two products that the viewer sees, or of the one whose mark was clicked. */
  const send = ({ method, path }: NamedOperation) => {
    const isWhole = !path.includes('{tileId}');
    const address = path
      .replace('{id}', path.includes('/builder/') ? 'b-sales' : 'e-detailed')
      .replace('{dashboardId}', path.includes('/builder/') ? built : 'details')
      .replace('{tileId}', path.includes('{dashboardId}') ? itemId : 'detailed');
    const body = isWhole ? { format: 'xlsx' } : { format: 'csv', mark: { product: 'Tea' } };
    return call<{ code?: string }>(`${given.inlay.url}${address}`, {
      method,
      token,
      ...(method === 'POST' ? { body } : {}),
    });
  };

  before(async () => {
    token = await viewerToken(given.setup, { privileges: { sales: ['contribute'] } }, given.now());
    const make = async (path: string, body: object) => {
      const [kind = '', id] = path.split('/');
      const { status, body: answer } = await given.admin('POST', kind, { body: { id, ...body } });
      assert.equal(status, 201, JSON.stringify(answer));
      const published = kind === 'embeds' ? undefined : await given.admin('POST', `${path}/publish`);
      assert.equal(published?.status ?? 200, 200, JSON.stringify(published?.body));
    };
    await make('dashboards/details', { appId: 'sales', ...canvasOf('Details', { chart }) });
    const click = { kind: 'dashboard', dashboard: 'details' };
    await make('tiles/detailed', { appId: 'sales', ...chart, click });
    await make('embeds/e-detailed', { title: 'Detailed', target: { kind: 'tile', id: 'detailed' } });
    built = (await made(builderClient(given.inlay, token), canvasOf('Built', { chart }))).dashboard.id;
    const { body } = await call<ApiDescription>(`${given.inlay.url}/api/openapi.json`);
    exports = operationsOf(body).filter(
      ({ path, operationId, responses }) =>
        path.startsWith('/embed/') &&
        operationId?.startsWith('export') &&
        Object.keys(responses[200]?.content ?? {}).some((type) => DATA.test(type)),
    );
  });

  it('counts the rows of every export', async () => {
    await setQuota(1000);
    assert.deepEqual(
      exports.filter(({ path }) => path.endsWith('/rows/exports')).map(({ operationId }) => operationId),
      ['exportEmbedTileRows', 'exportLinkedDashboardTileRows', 'exportBuilderDashboardTileRows'],
    );
    for (const operation of exports) {
      const before = await used();
      const { status, body } = await send(operation);
      assert.equal(status, 200, `${operation.name}: ${JSON.stringify(body)}`);
      const rows = operation.path.endsWith('/rows/exports') ? 1 : 2;
      assert.equal(await used(), before + rows, operation.name);
    }
  });

  it('refuses every export once it is used up', async () => {
    await setQuota(0);
    const before = await used();
    for (const operation of exports) {
      const { status, body } = await send(operation);
      assert.deepEqual([status, body.code], [429, 'TENANT_QUOTA_REACHED'], operation.name);
    }
    assert.equal(await used(), before);
  });
});
