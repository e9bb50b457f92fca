import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listDeliveries } from '@inlay/server/features/reports/manage/list-deliveries';
import { listOfApp, listOwn } from '@inlay/server/features/reports/manage/list-subscriptions';
import type { SubscriptionPlace } from '@inlay/server/features/reports/manage/subscription-place';
import { findDueJobs, findFullTenants, readBacklog } from '@inlay/server/features/reports/store/due-jobs';
import { findActive, findDueSubscriptions } from '@inlay/server/features/reports/store/due-subscriptions';
import type { Queries } from '@inlay/server/platform/store/store';
import { sweepExpired } from '@inlay/server/platform/store/sweep-expired';
import { tenantQueries } from '@inlay/server/platform/store/tenant-queries';
import { CompiledQuery, type KyselyPlugin, type RootOperationNode } from 'kysely';
import { DEMO } from '../../../support/reports/report-world.ts';
import {
  sqliteStore,
  startInlay,
  type TestInlay,
  type TestStore,
} from '../../../support/server/start-inlay.ts';

const PAGE = { page: 1, limit: 50 };
const NOW = 1_800_000_000_000;
const LIMITS = { limit: 48, perTenant: 16, perRecipient: 4 };

/** What runs every few seconds, or whenever somebody opens a page, must not get slower with what others have. */
describe('queries of reports', () => {
  let store: TestStore;
  let inlay: TestInlay;
  before(async () => {
    store = await sqliteStore();
    inlay = await startInlay(store);
  });
  after(async () => {
    await inlay?.close();
    await store?.drop();
  });

  /** How SQLite runs the queries of this work. */
  async function plansOf(work: (queries: Queries) => Promise<unknown>): Promise<readonly string[]> {
    const { store } = inlay.services;
    const nodes: RootOperationNode[] = [];
    const record: KyselyPlugin = {
      transformQuery: ({ node }) => {
        nodes.push(node);
        return node;
      },
      transformResult: async ({ result }) => result,
    };
    const everyTenant = store.everyTenant.withPlugin(record);
    await work({ ...store, everyTenant, tenant: (id) => tenantQueries(everyTenant, id) });
    const executor = store.everyTenant.getExecutor();
    const plans: string[] = [];
    for (const node of nodes) {
      const { sql, parameters, queryId } = executor.compileQuery(node, { queryId: 'explained' });
      const explain = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
      const { rows } = await executor.executeQuery<{ readonly detail: string }>({ ...explain, queryId });
      plans.push(...rows.map(({ detail }) => detail));
    }
    return plans;
  }

  const place = {
    viewer: { tenantId: DEMO, workspaceId: 'main', username: 'ann' },
    opened: { embed: { id: 'e' }, app: { id: 'a' } },
  } as SubscriptionPlace;
  const lists: Readonly<Record<string, (queries: Queries) => Promise<unknown>>> = {
    'what is due': (queries) => findDueSubscriptions(queries, NOW, { limit: 100 }),
    'what is due of other tenants': (queries) =>
      findDueSubscriptions(queries, NOW, { limit: 100, without: [DEMO] }),
    'what is active': (queries) => findActive(queries, { after: undefined, notBefore: NOW, limit: 50 }),
    'the backlog': (queries) => readBacklog(queries, NOW),
    'tenants with a backlog': (queries) => findFullTenants(queries, 20_000),
    'the subscriptions of a viewer': (queries) => listOwn(queries, place),
    'the subscriptions of an app': (queries) => listOfApp(queries, place),
    'the deliveries of a tenant': (queries) =>
      listDeliveries({ ...inlay.services.store.lists, ...queries }, DEMO, PAGE, {}),
    'deliveries in a state': (queries) =>
      listDeliveries({ ...inlay.services.store.lists, ...queries }, DEMO, PAGE, { state: 'failed' }),
  };
  for (const [what, list] of Object.entries(lists))
    it(`find ${what} in an index, in its order`, async () => {
      const plans = await plansOf(list);
      assert.ok(plans.length > 0);
      // The rows of one page may be looked up by their ids.
      const isSlow = (plan: string) => /^SCAN (?!.*INDEX report_jobs_unfinished)|TEMP B-TREE/.test(plan);
      assert.deepEqual(plans.filter(isSlow), [], plans.join('\n'));
    });

  it('find the deliveries of a subscription among its own', async () => {
    const plans = await plansOf((queries) =>
      listDeliveries({ ...inlay.services.store.lists, ...queries }, DEMO, PAGE, { subscriptionId: 's' }),
    );
    assert.equal(plans.filter((plan) => /tenant_id=\? AND subscription_id=\?/.test(plan)).length, 2);
  });

  it('sort what waits to be sent, and nothing that was sent', async () => {
    const plans = await plansOf((queries) => findDueJobs(queries, NOW, LIMITS));
    const read = plans.filter((plan) => plan.includes('report_jobs'));
    assert.ok(read.length > 0);
    for (const plan of read) assert.match(plan, /INDEX report_jobs_(?:by_time|unfinished)/);
  });

  it('find checks that found nothing without reading the messages that were sent', async () => {
    const { services } = inlay;
    const plans = await plansOf((queries) =>
      sweepExpired({ ...services, store: { ...services.store, write: (work) => work(queries) } }, NOW),
    );
    assert.match(plans.join('\n'), /SEARCH report_jobs USING (?:COVERING )?INDEX report_jobs_empty_checks/);
  });
});
