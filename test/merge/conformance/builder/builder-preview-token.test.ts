import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { BuilderResponse } from '@inlay/content/builder';
import type { PreviewToken } from '@inlay/protocol/explanation';
import {
  type BuilderClient,
  builderClient,
  CHART,
  canvasOf,
  made,
  person,
} from '../../../support/builder/builder-world.ts';
import { CONTEXT, type EmbedSetup } from '../../../support/embeds/embed-client.ts';
import { call } from '../../../support/http/api-client.ts';
import { sqliteStore, type TestInlay, type TestStore } from '../../../support/server/start-inlay.ts';
import { startWorld } from '../../../support/server/worlds.ts';

describe('an administrator who views a builder as someone else', () => {
  let store: TestStore;
  let inlay: TestInlay;
  let setup: EmbedSetup;
  let cora: BuilderClient;
  let preview: BuilderClient;
  let id: string;

  before(async () => {
    ({ store, inlay, setup } = await startWorld('builders', sqliteStore));
    cora = await person(inlay, setup, 'cora', ['contribute', 'validate']);
    id = (await made(cora, canvasOf('Own', { chart: CHART }))).dashboard.id;
    const context = {
      ...CONTEXT,
      username: 'cora@customer.example',
      privileges: { sales: ['view', 'contribute', 'validate'] },
    };
    const { status, body } = await call<PreviewToken>(`${inlay.url}/api/v0/embeds/b-sales/preview-token`, {
      token: setup.adminToken,
      body: { context },
    });
    assert.equal(status, 201);
    preview = builderClient(inlay, body.token);
  });
  after(async () => {
    await inlay.close();
    await store.drop();
  });

  it('gets no rights to change anything', async () => {
    const { status, body } = await preview<BuilderResponse>('GET', `?dashboard=${id}`);
    assert.equal(status, 200);
    assert.deepEqual(body.viewer.may, { create: false, copy: false, publish: false });
    for (const dashboard of [...body.dashboards, body.opened?.dashboard])
      assert.deepEqual(
        Object.entries(dashboard?.may ?? {}).filter(([, may]) => may),
        [],
      );
  });

  it('cannot change anything in their name', async () => {
    const before = (await cora('GET', `dashboards/${id}`)).body.dashboard;
    const ways = [
      ['POST', 'dashboards', {}],
      ['POST', 'dashboards', { from: 'overview' }],
      ['PUT', `dashboards/${id}`, canvasOf('Taken', { chart: CHART })],
      ['PATCH', `dashboards/${id}`, { title: 'Taken' }],
      ['DELETE', `dashboards/${id}`],
      ['POST', `dashboards/${id}/submit`, {}],
      ['POST', `dashboards/${id}/publish`, {}],
      ['POST', `dashboards/${id}/return`, { comment: 'x' }],
      ['POST', 'dashboards/overview/copy'],
      ['POST', `dashboards/${id}/reset`],
      ['PUT', `dashboards/${id}/sharing`, { with: 'workspace', right: 'edit' }],
      ['POST', `dashboards/${id}/versions/1/restore`],
      ['POST', 'preview', { chart: CHART }],
    ] as const;
    for (const [method, path, body] of ways) {
      const response = await preview(method, path, { ...(body ? { body } : {}), ifMatch: '*' });
      assert.equal(response.status, 403, `${method} ${path}: ${JSON.stringify(response.body).slice(0, 200)}`);
    }
    assert.deepEqual((await cora('GET', `dashboards/${id}`)).body.dashboard, before);
  });

  it('sees what they see, without appearing as present', async () => {
    assert.equal((await preview('POST', `dashboards/${id}/tiles/i0`, { body: {} })).status, 200);
    assert.equal((await preview('POST', `dashboards/${id}/view`, { body: { width: 800 } })).status, 200);
    const beat = { session: 'previewing-1', doing: 'editing' };
    assert.equal((await preview('POST', `dashboards/${id}/presence`, { body: beat })).status, 200);
    const { body } = await cora('GET', `dashboards/${id}`);
    assert.deepEqual(body.others, []);
  });
});
