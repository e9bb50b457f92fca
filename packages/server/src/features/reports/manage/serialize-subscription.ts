import type { Subscription } from '@inlay/content/subscription';
import { isoTime, isoTimeOrNull } from '../../../platform/time/time.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

/** A subscription as administrators and its owner read it: never the context, nor what an alert remembers. */
export function serializeSubscription(
  row: StoredSubscription,
  { isMine }: { readonly isMine: boolean },
): Subscription {
  const { schedule, format, to, alert, state } = row.settings;
  return {
    id: row.id,
    title: row.title,
    kind: row.kind,
    appId: row.app_id,
    embedId: row.embed_id,
    content: { kind: row.content_kind, id: row.content_id },
    tileId: row.tile_id,
    ...{ schedule, format, to, alert, state },
    username: row.username,
    workspaceId: row.workspace_id,
    isMine,
    status: row.status,
    reason: row.reason,
    nextAt: isoTimeOrNull(row.next_at),
    endsAt: isoTimeOrNull(row.context_ends_at),
    last:
      row.last_at === null || row.last_state === null
        ? null
        : { at: isoTime(row.last_at), state: row.last_state, code: row.last_code, reason: row.last_reason },
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
  };
}

/**
 * A colleague's, for those who see all of an app: without filters and limits, which may contain values, and names of
 * fields, that only the colleague can see.
 */
export const serializeColleagues = (row: StoredSubscription): Subscription => ({
  ...serializeSubscription(row, { isMine: false }),
  alert: null,
  state: {},
});
