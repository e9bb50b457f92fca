import type { Heartbeat, Presence } from '@inlay/protocol/builder';
import type { Services } from '../../services.ts';
import { notePresence, visitorsOf } from '../content/index.ts';
import { findDashboard, readBuilderContext } from './find-dashboard.ts';
import type { Builder } from './open-builder.ts';

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
