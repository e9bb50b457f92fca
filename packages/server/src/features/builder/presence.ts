import type { Heartbeat, Presence, Visitor } from '@inlay/content/builder';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { readBuilderContext } from './builder-context.ts';
import { findDashboard } from './find-dashboard.ts';
import type { Builder } from './open-builder.ts';
import { editorOf, isNamedToViewers, readableName } from './readable-names.ts';

/** Two missed heartbeats and a margin. */
const PRESENT_MS = 35_000;
/** Longer lists are not useful. */
const MAX_VISITORS = 50;

interface Present {
  readonly dashboardId: string;
  readonly owner: string;
  readonly username: string;
  readonly byViewer: boolean;
}

/** Records that a viewer has a dashboard open, or has left it. */
async function notePresence(
  transaction: Queries,
  tenantId: TenantId,
  { dashboardId, owner, username, byViewer, session, doing }: Present & Heartbeat,
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
  const by = { username, by_viewer: byViewer ? 1 : 0 } as const;
  const renewed = await own
    .update('dashboard_presence', { ...by, doing, seen_at: now })
    .where('dashboard_id', '=', dashboardId)
    .where('owner', '=', owner)
    .where('session', '=', session)
    .executeTakeFirst();
  if (renewed.numUpdatedRows > 0n) return;
  const { total } = await own
    .selectFrom('dashboard_presence')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('dashboard_id', '=', dashboardId)
    .where('seen_at', '>', now - PRESENT_MS)
    .executeTakeFirstOrThrow();
  if (Number(total) >= MAX_VISITORS) return;
  await own
    .insertInto('dashboard_presence', { ...isSession, ...by, doing, since: now, seen_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'dashboard_id', 'owner', 'session'])
        .doUpdateSet({ ...by, doing, seen_at: now }),
    )
    .execute();
}

/** Other viewers who have the dashboard open, editors first; without the page `session` itself. */
export async function visitorsOf(
  queries: Queries,
  builder: Builder,
  { dashboardId, session }: { readonly dashboardId: string; readonly session?: string },
  now: number,
): Promise<readonly Visitor[]> {
  const owner = builder.me;
  const rows = await queries
    .tenant(builder.viewer.tenantId)
    .selectFrom('dashboard_presence')
    .selectAll()
    .where('dashboard_id', '=', dashboardId)
    .where('seen_at', '>', now - PRESENT_MS)
    .orderBy('doing')
    .orderBy('since')
    .limit(MAX_VISITORS)
    .execute();
  return rows
    .filter((row) => row.owner !== owner || (session !== undefined && row.session !== session))
    .map((row) => ({
      username: readableName(builder, row.username, row.by_viewer === 1),
      doing: row.doing,
      me: row.owner === owner,
      since: new Date(row.since).toISOString(),
    }));
}

/** Records a heartbeat and returns who else has the dashboard open; kept in the store, so that all nodes agree. */
export async function heartbeat(
  { store, time }: Pick<Services, 'store' | 'time'>,
  builder: Builder,
  id: string,
  beat: Heartbeat,
): Promise<Presence> {
  const { me, viewer } = builder;
  const { tenantId, username } = viewer;
  const { item, rights, view } = await findDashboard(store, await readBuilderContext(store, builder), id);
  const facts =
    view.side === 'working'
      ? { revision: item.revision, updatedBy: editorOf(builder, item) }
      : { revision: 0, updatedBy: null };
  // Readers stay anonymous; editors see each other.
  if (!rights.may.edit) return { ...facts, others: [] };
  const present = { dashboardId: id, owner: me, username, ...beat };
  await store.write(async (transaction) => {
    const byViewer = await isNamedToViewers(transaction, builder);
    await notePresence(transaction, tenantId, { ...present, byViewer }, time.now());
  });
  return { ...facts, others: [...(await visitorsOf(store, builder, present, time.now()))] };
}
