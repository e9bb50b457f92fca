import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { ReportError } from '@inlay/server/features/reports/store/report-error';
import {
  type BuilderClient,
  builderClient,
  CHART,
  canvasOf,
  made,
} from '../../../support/builder/builder-world.ts';
import { describeBuilders } from '../../../support/embeds/describe-embedding.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { reportFor, TENANT } from '../../../support/reports/new-subscription.ts';
import { runCommand } from '../../../support/server/run-command.ts';
import { SQLITE } from '../../../support/server/start-inlay.ts';
import { eventually } from '../../../support/time/eventually.ts';

describeBuilders('reports of dashboards in a builder', SQLITE, (given) => {
  const author = { username: 'author@customer.example', privileges: { sales: ['contribute', 'validate'] } };
  let client: BuilderClient;
  let draft: string;
  let shown: string;
  before(async () => {
    client = builderClient(given.inlay, await viewerToken(given.setup, author, given.now()));
    draft = (await made(client, canvasOf('Draft', { chart: CHART }))).dashboard.id;
    const document = await made(client, canvasOf('Shown', { chart: CHART }));
    shown = document.dashboard.id;
    const { status, body } = await client('POST', `dashboards/${shown}/publish`, { ifMatch: '*' });
    assert.equal(status, 200, JSON.stringify(body));
  });

  const report = (content_id: string, context: object = {}, format: 'message' | 'csv' = 'message') =>
    reportFor(given.inlay.services, { embed_id: 'b-sales', content_id, settings: { format } }, context);
  const refusal = (reason: ReportError['reason'], effect: ReportError['effect']) => (error: unknown) =>
    error instanceof ReportError && error.reason === reason && error.effect === effect;

  it('have published dashboards only, also for those who see their own drafts in the builder', async () => {
    const { title, sections } = await report(shown);
    assert.deepEqual([title, sections.map((each) => each.title)], ['Shown', ['Revenue by product']]);
    await assert.rejects(report(draft, author), refusal('content-gone', 'skip'));
    await assert.rejects(report(draft), refusal('content-gone', 'skip'));
    await assert.rejects(report('nothing'), refusal('content-gone', 'end'));
  });

  it('have nothing for those who have lost access to the builder', async () => {
    await assert.rejects(report(shown, { workspace_id: 'other' }), refusal('access-lost', 'skip'));
  });

  it('count their rows as exported, and stop at the quota of the tenant', async () => {
    const command = ['tenant', 'quota', 'demo', '--exported-rows', '3'];
    const { code, stderr } = await runCommand(command, given.inlay.env);
    assert.equal(code, 0, stderr);
    await eventually(async () =>
      assert.deepEqual(await given.inlay.services.quotas.limits(TENANT), { exportedRows: 3 }),
    );
    assert.equal((await report(shown, {}, 'csv')).files.length, 1);
    await assert.rejects(report(shown, {}, 'csv'), refusal('delivery-failed', 'fail'));
  });
});
