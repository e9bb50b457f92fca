import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AuditEvent } from '@inlay/protocol/audit-event';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sweepAuditEvents } from '@inlay/server/features/audit/sweep-audit-events';
import { systemTime } from '@inlay/server/platform/time/time';
import { describeEmbeds } from '../../../support/embeds/describe-embedding.ts';
import { CONTEXT } from '../../../support/embeds/embed-client.ts';
import { viewerToken } from '../../../support/embeds/embed-world.ts';
import { call } from '../../../support/http/api-client.ts';
import { BOTH_STORES } from '../../../support/server/start-inlay.ts';
import { newApiKey } from '../../../support/tokens/new-api-key.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const query = { dimensions: [{ column: 'customer' }], measures: ['revenue'] };

describeEmbeds('data access in the audit log', BOTH_STORES, (given) => {
  const api = <T>(path: string, body?: object, method?: string) =>
    call<T>(`${given.inlay.url}/api/v0/${path}`, {
      token: given.setup.adminToken,
      ...(body === undefined ? {} : { body }),
      ...(method === undefined ? {} : { method }),
    });
  const events = async (filter: string): Promise<readonly AuditEvent[]> => {
    const { status, body } = await api<{ data: readonly AuditEvent[] }>(`audit-events?limit=200&${filter}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const embed = async (path: string, body?: object) =>
    call(`${given.inlay.url}/embed/api/v0/embeds/${path}`, {
      token: await viewerToken(given.setup, {}, given.now()),
      ...(body ? { body } : {}),
    });
  const nextMinute = () => given.advance(MINUTE - (given.now() % MINUTE));
  const since = () => `from=${new Date(given.now() - (given.now() % MINUTE)).toISOString()}`;

  it('has one event per viewer, dataset, kind and minute, with rules, rows and the first request', async () => {
    nextMinute();
    const first = await embed('e-table/tiles/customers/export.csv');
    assert.equal(first.status, 200);
    await embed('e-table/tiles/customers/export.xlsx');
    await embed('e-table/tiles/customers/export.png');
    assert.equal((await embed('e-table/tiles/customers', {})).status, 200);
    const [event, ...others] = await events(`action=data.export&${since()}`);
    assert.deepEqual(others, []);
    assert.deepEqual(event, {
      id: event?.id,
      at: new Date(given.now() - (given.now() % MINUTE)).toISOString(),
      action: 'data.export',
      outcome: 'success',
      actor: CONTEXT.username,
      target: 'sales',
      reason: null,
      count: 4,
      rows: event?.rows,
      requestId: first.headers['x-request-id'],
      ip: '127.0.0.1',
      details: { workspace: CONTEXT.workspace_id, rules: ['/rowRules/0'] },
    });
    assert.ok(Number(event?.rows) > 0 && Number(event?.rows) % 4 === 0);
    nextMinute();
    await embed('e-table/tiles/customers/export.csv');
    assert.equal((await events('action=data.export&target=sales')).length, 2);
  });

  it('has an export before its file is sent, and other access within a second', async () => {
    nextMinute();
    const { everyTenant } = given.inlay.services.store;
    const stored = async () =>
      (
        await everyTenant
          .selectFrom('audit_events')
          .select('action')
          .where('at', '=', given.now() - (given.now() % MINUTE))
          .where('action', 'like', 'data.%')
          .execute()
      ).map(({ action }) => action);
    await embed('e-table/tiles/customers/export.json');
    assert.deepEqual(await stored(), ['data.export']);
    assert.equal((await api('datasets/sales/query', { query, context: CONTEXT })).status, 200);
    assert.deepEqual(await stored(), ['data.export']);
    await given.inlay.services.accesses.flush();
    assert.deepEqual((await stored()).sort(), ['data.export', 'data.query']);
  });

  it('has queries of administrators, with the viewer they read as', async () => {
    nextMinute();
    await api('datasets/sales/query', { query, context: { ...CONTEXT, username: 'eve' } });
    await api('datasets/sales/query', { query, context: { ...CONTEXT, attributes: {} } });
    await api('datasets/sales/sample');
    await api(
      `datasets/sales/filter-values?column=customer&context=${encodeURIComponent(
        JSON.stringify({ username: 'ann', workspace_id: 'main' }),
      )}`,
    );
    const tile = { title: 'T', kind: 'table', datasetId: 'sales', query };
    assert.equal((await api('tiles/preview', { appId: 'sales', tile })).status, 200);
    const found = await events(`action=data.query&${since()}`);
    assert.ok(found.every(({ actor, target }) => actor === 'admin@demo.test' && target === 'sales'));
    const details = found.map((event) => event.details as Record<string, unknown>);
    const of = (viewer: string) => details.find((each) => each.viewer === viewer);
    assert.deepEqual(of('eve'), { workspace: 'main', viewer: 'eve', rules: ['/rowRules/0'] });
    assert.deepEqual(of(CONTEXT.username), {
      workspace: 'main',
      viewer: CONTEXT.username,
      rules: ['/rowRules/0: denied'],
    });
    assert.ok(of('ann'));
    assert.equal(details.filter(({ unruled }) => unruled === true).length, 2, 'the sample and the preview');
  });

  it('has queries of API keys, by name and id', async () => {
    nextMinute();
    const { url } = given.inlay;
    const { status } = await call(`${url}/api/v0/datasets/sales/sample`, {
      token: await newApiKey(url, ['data:query']),
    });
    assert.equal(status, 200);
    const [event] = await events(`action=data.query&${since()}`);
    assert.match(String(event?.actor), /^key \d+$/);
    const [created] = await events(`action=api-key.create&${since()}`);
    const { apiKey } = (event?.details ?? {}) as { readonly apiKey?: string };
    assert.equal(created?.target, event?.actor);
    assert.match(String(apiKey), /^[\w-]{36}$/);
  });

  it('has an export of a preview, in the name of the viewer', async () => {
    nextMinute();
    const { body } = await api<{ token: string }>('embeds/e-table/preview-token', { context: CONTEXT });
    const path = `${given.inlay.url}/embed/api/v0/embeds/e-table/tiles/customers/export.csv`;
    assert.equal((await call(path, { token: body.token })).status, 200);
    const [event] = await events(`action=data.export&${since()}`);
    assert.deepEqual(
      [event?.actor, event?.details],
      [CONTEXT.username, { workspace: 'main', preview: true, rules: ['/rowRules/0'] }],
    );
  });

  it('contains neither cells nor filters', async () => {
    const filters = [{ column: 'customer', operator: 'equals', value: 'canary-of-a-filter' }];
    await api('datasets/sales/query', { query: { ...query, filters }, context: CONTEXT });
    await embed('e-table/tiles/customers/export.csv');
    const { accesses, store } = given.inlay.services;
    await accesses.flush();
    const dump = JSON.stringify(await store.everyTenant.selectFrom('audit_events').selectAll().execute());
    assert.match(dump, /data\.query/);
    assert.doesNotMatch(dump, /canary-of-a-filter|=cmd|Alder/);
  });

  for (const format of ['csv', 'ndjson'])
    it(`is exported as ${format} with the filters of the list, and the export is recorded`, async () => {
      nextMinute();
      const listed = await events('action=data.export');
      nextMinute();
      const { status, headers, text } = await fetchText(`audit-events/export.${format}?action=data.export`);
      assert.equal(status, 200);
      assert.equal(headers.get('content-disposition'), `attachment; filename="audit-events.${format}"`);
      if (format === 'ndjson')
        assert.deepEqual(
          text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line)),
          listed,
        );
      else {
        const [header, ...lines] = text.trimEnd().split('\r\n');
        assert.equal(header, 'id,at,action,outcome,actor,target,reason,count,rows,requestId,ip,details');
        assert.deepEqual(
          lines.map((line) => line.split(',')[0]),
          listed.map(({ id }) => id),
        );
      }
      const [recorded] = await events('action=audit.export');
      assert.deepEqual([recorded?.actor, recorded?.details], ['admin@demo.test', { format }]);
    });

  it('is exported safely for spreadsheets, in portions, complete', async () => {
    const formula = '=HYPERLINK("http://evil.example")';
    for (let n = 0; n < 3; n += 1)
      await given.inlay.services.accesses.record(
        Array.from({ length: 400 }, (_, row) => ({
          tenantId: given.setup.realm as TenantId,
          action: 'data.export' as const,
          actor: formula,
          caller: { requestId: null, ip: null },
          datasetId: `d-${n}-${row}`,
          rows: 1,
          details: {},
        })),
      );
    nextMinute();
    const { text } = await fetchText(`audit-events/export.csv?actor=${encodeURIComponent(formula)}`);
    const lines = text.trimEnd().split('\r\n').slice(1);
    assert.equal(lines.length, 1200);
    assert.ok(lines.every((line) => line.includes(`"'=HYPERLINK(""http`)));
  });

  it('is kept for as many days as the tenant chooses', async () => {
    const { store } = given.inlay.services;
    const at = given.now();
    await embed('e-table/tiles/customers/export.csv');
    const sweep = (days: number) => sweepAuditEvents({ store, time: systemTime }, at + days * DAY);
    assert.equal(await sweep(89), 0);
    assert.equal((await api('tenant-settings', { auditDays: 0 }, 'PATCH')).status, 400);
    assert.equal((await api('tenant-settings', { auditDays: 400 }, 'PATCH')).status, 200);
    assert.equal(await sweep(399), 0);
    assert.equal((await api('tenant-settings', { auditDays: 7 }, 'PATCH')).status, 200);
    assert.equal(await sweep(6), 0);
    assert.ok((await sweep(8)) > 0);
    assert.deepEqual(await events(''), []);
    assert.equal((await api('tenant-settings', { auditDays: null }, 'PATCH')).status, 200);
  });

  const fetchText = async (path: string) => {
    const response = await fetch(`${given.inlay.url}/api/v0/${path}`, {
      headers: { authorization: `Bearer ${given.setup.adminToken}` },
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
});
