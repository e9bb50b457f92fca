import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BuilderResponse } from '@inlay/content/builder';
import { describeAttacks, tryAll } from '../../support/builder/builder-attack.ts';
import { builderClient, CHART, canvasOf, made, person } from '../../support/builder/builder-world.ts';
import { userClient } from '../../support/content/content-client.ts';
import { viewerToken } from '../../support/embeds/embed-world.ts';
import { call } from '../../support/http/api-client.ts';
import { rawRequest } from '../../support/http/raw-request.ts';

describeAttacks('an attacker who contributes to one app has no other rights', (given) => {
  it('cannot forge an owner, an origin, a state or a rule', async () => {
    const canvas = canvasOf('Forged', { chart: CHART });
    for (const field of [
      'owner',
      'sharing',
      'origin',
      'state',
      'id',
      'appId',
      'visibility',
      'template',
      'revision',
    ]) {
      const sent = {
        ...canvas,
        [field]: field === 'visibility' ? { context: 'groups', operator: 'is-set' } : 'x',
      };
      for (const body of [{ content: sent }, { content: canvas, [field]: 'x' }])
        assert.equal((await given.mallory('POST', 'dashboards', { body })).status, 400, field);
      const mine = await made(given.mallory, canvasOf('Mine', { chart: CHART }));
      const path = `dashboards/${mine.dashboard.id}`;
      assert.equal((await given.mallory('PUT', path, { body: sent, ifMatch: '*' })).status, 400, field);
      assert.equal(
        (await given.mallory('PATCH', path, { body: { title: 'x', [field]: 'x' }, ifMatch: '*' })).status,
        400,
      );
      await given.mallory('DELETE', path);
    }
    const ruled = canvasOf('x', { chart: CHART, visibility: { context: 'groups', operator: 'is-set' } });
    assert.equal((await given.mallory('POST', 'dashboards', { body: { content: ruled } })).status, 400);
  });

  it('cannot publish or return without validate, nor write with view alone', async () => {
    const { dashboard } = await made(given.mallory, canvasOf('Unreviewed', { chart: CHART }));
    const path = `dashboards/${dashboard.id}`;
    assert.equal((await given.mallory('POST', `${path}/publish`, { body: {} })).status, 403);
    await given.mallory('POST', `${path}/submit`, { body: {} });
    assert.equal((await given.mallory('POST', `${path}/publish`, { body: {} })).status, 403);
    assert.equal((await given.mallory('POST', `${path}/return`, { body: { comment: 'x' } })).status, 403);
    const viewer = await person(given.inlay, given.setup, 'vic', ['view']);
    for (const [method, to, body] of [
      ['POST', 'dashboards', {}],
      ['POST', 'dashboards', { from: 'overview' }],
      ['PUT', 'dashboards/overview', canvasOf('x', { chart: CHART })],
      ['PATCH', 'dashboards/overview', { title: 'x' }],
      ['DELETE', 'dashboards/overview', undefined],
      ['POST', 'dashboards/overview/submit', {}],
      ['PUT', 'dashboards/overview/sharing', { with: 'workspace', right: 'edit' }],
    ] as const)
      assert.equal((await viewer(method, to, { body, ifMatch: '*' })).status, 403, `${method} ${to}`);
    for (const to of ['preview', 'preview/values', 'preview/texts']) {
      const body =
        to === 'preview'
          ? { chart: CHART }
          : to === 'preview/values'
            ? { datasetId: 'sales', column: 'product' }
            : { content: canvasOf('x') };
      assert.equal((await viewer('POST', to, { body, embed: 'b-plain' })).status, 403, to);
    }
  });

  it('can only view with ADMIN, and no drafts', async () => {
    const context = { username: 'sdk', roles: ['ADMIN'], privileges: {}, workspace_id: 'other' };
    const sdk = builderClient(given.inlay, await viewerToken(given.setup, context));
    const { body } = await sdk<BuilderResponse>('GET', '');
    assert.deepEqual(body.viewer.may, { create: false, copy: false, publish: false });
    assert.deepEqual(
      body.dashboards.map(({ id }) => id),
      ['overview'],
    );
    assert.equal((await sdk('GET', `dashboards/${given.secret.dashboard.id}`)).status, 404);
    assert.equal((await sdk('POST', 'dashboards', { body: {} })).status, 403);
    assert.equal((await sdk('POST', 'dashboards/overview/copy')).status, 403);
  });

  it('has no rights in another workspace or tenant, as another user, or without a token', async () => {
    const elsewhere = await person(given.inlay, given.setup, 'victim', ['contribute'], {
      workspace_id: 'other',
    });
    await tryAll(elsewhere, given.secret.dashboard.id, 403);
    const twin = await person(given.inlay, given.setup, 'victim2', ['contribute']);
    await tryAll(twin, given.secret.dashboard.id, 404);
    const lookalike = await person(given.inlay, given.setup, ' VICTIM', ['contribute']);
    await tryAll(lookalike, given.secret.dashboard.id, 404);
    const foreign = await viewerToken(given.acme, {
      username: 'victim@customer.example',
      privileges: { sales: ['contribute'] },
    });
    await tryAll(builderClient(given.inlay, foreign), given.secret.dashboard.id, 401);
    const path = `/embed/api/v0/embeds/b-sales/builder/dashboards/${given.secret.dashboard.id}`;
    const headers = { host: given.acme.host, authorization: `Bearer ${foreign}` };
    assert.equal((await rawRequest(given.inlay.url, { method: 'GET', path, headers })).status, 404);
    assert.equal((await call(`${given.inlay.url}${path}`)).status, 401);
    assert.equal(
      (await call(`${given.inlay.url}${path}`, { token: given.setup.adminToken })).status,
      401,
      'a login',
    );
    const ended = await viewerToken(given.setup, { privileges: { sales: ['contribute'] } });
    await call(`${given.inlay.url}/api/auth/realms/demo/protocol/openid-connect/revoke`, { method: 'POST' });
    const form = await fetch(`${given.inlay.url}/api/auth/realms/demo/protocol/openid-connect/revoke`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${given.setup.clientId}:${given.setup.secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ token: ended }),
    });
    assert.equal(form.status, 200);
    assert.equal((await builderClient(given.inlay, ended)('GET', '')).status, 401);
  });

  it('cannot find a draft through the public API with contribute or validate', async () => {
    const eve = await userClient(given.inlay, given.admin, `eve-${given.engine}@demo.test`, {
      sales: ['contribute', 'validate'],
    });
    const { id } = given.secret.dashboard;
    assert.equal((await eve('GET', `dashboards/${id}`)).status, 404);
    assert.equal((await eve('GET', `dashboards/${id}/versions`)).status, 404);
    assert.equal((await eve('GET', `dashboards/${id}/diff`)).status, 404);
    assert.equal(
      (await eve('PATCH', `dashboards/${id}`, { body: { title: 'x' }, ifMatch: '*' })).status,
      404,
    );
    assert.equal((await eve('DELETE', `dashboards/${id}`)).status, 404);
    for (const query of ['', '&owned=true', '&q=secret', '&state=draft'])
      assert.doesNotMatch(
        JSON.stringify((await eve('GET', `dashboards?limit=200${query}`)).body),
        /Secret plans/,
      );
  });
});
