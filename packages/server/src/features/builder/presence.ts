import type { Heartbeat, Presence, Visitor } from '@inlay/protocol/builder';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { findDashboard, readBuilderContext } from './find-dashboard.ts';
import type { Builder } from './open-builder.ts';

/** Two missed heartbeats and a little: who was last seen before that has gone. */
const HERE_MS = 35_000;
/** Beyond this many nobody is told of another: a list of names that long helps no one. */
const MAX_VISITORS = 50;

interface Present {
  readonly dashboardId: string;
  readonly owner: string;
  readonly username: string;
}

/** Notes that somebody has a dashboard open, or has left it. */
async function notePresence(
  transaction: Queries,
  tenantId: TenantId,
  { dashboardId, owner, username }: Present,
  { session, doing }: Heartbeat,
  now: number,
): Promise<void> {
  const own = transaction.tenant(tenantId);
  const isSession = { dashboard_id: dashboardId, owner, session };
  if (doing === 'left') {
    await own
      .deleteFrom('dashboard_presence')
      .where('dashboard_id', '=', dashboardId)
      .where('owner', '=', owner)
      .where('session', '=', session)
      .execute();
    return;
  }
  const renewed = await own
    .update('dashboard_presence', { doing, username, seen_at: now })
    .where('dashboard_id', '=', dashboardId)
    .where('owner', '=', owner)
    .where('session', '=', session)
    .executeTakeFirst();
  if (renewed.numUpdatedRows > 0n) return;
  const { total } = await own
    .selectFrom('dashboard_presence')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('dashboard_id', '=', dashboardId)
    .where('seen_at', '>', now - HERE_MS)
    .executeTakeFirstOrThrow();
  if (Number(total) >= MAX_VISITORS) return;
  await own
    .insertInto('dashboard_presence', { ...isSession, username, doing, since: now, seen_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'dashboard_id', 'owner', 'session'])
        .doUpdateSet({ doing, seen_at: now }),
    )
    .execute();
}

/** Who else has it open, whoever edits first. `session`: the page that asks, which is left out. */
export async function visitorsOf(
  queries: Queries,
  tenantId: TenantId,
  dashboardId: string,
  { owner, session }: { readonly owner: string; readonly session?: string },
  now: number,
): Promise<readonly Visitor[]> {
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('dashboard_presence')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .where('seen_at', '>', now - HERE_MS)
    .orderBy('doing')
    .orderBy('since')
    .limit(MAX_VISITORS)
    .execute();
  return rows
    .filter((row) => row.owner !== owner || (session !== undefined && row.session !== session))
    .map((row) => ({
      username: row.username,
      doing: row.doing,
      me: row.owner === owner,
      since: new Date(row.since).toISOString(),
    }));
}

/** Notes who has a dashboard open and tells them of each other; kept in the store, so that all nodes agree. */
export async function heartbeat(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  builder: Builder,
  id: string,
  beat: Heartbeat,
): Promise<Presence> {
  const { me, viewer } = builder;
  const { tenantId, username } = viewer;
  const { item, rights, view } = await findDashboard(store, await readBuilderContext(store, builder), id);
  const facts =
    view.side === 'working'
      ? { revision: item.revision, updatedBy: item.updated_by }
      : { revision: 0, updatedBy: null };
  // Who reads a dashboard is nobody's business; who may change it should know of the others who may.
  if (!rights.may.edit) return { ...facts, others: [] };
  const here = { dashboardId: id, owner: me, username };
  await store.write((transaction) => notePresence(transaction, tenantId, here, beat, clock()));
  const asking = { owner: me, session: beat.session };
  return { ...facts, others: [...(await visitorsOf(store, tenantId, id, asking, clock()))] };
}
