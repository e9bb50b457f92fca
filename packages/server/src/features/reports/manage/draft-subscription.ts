import type { NewSubscription, SubscriptionChange } from '@inlay/content/subscription';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/new-id.ts';
import { usernameKey } from '../../users/index.ts';
import type { StoredSubscription, SubscriptionSettings } from '../store/subscriptions.ts';
import { normalizedTo } from './check-subscription.ts';
import { dueAfter } from './due-after.ts';
import { contentOf, type SubscriptionPlace, viewerColumns } from './subscription-place.ts';

const MAX_SETTINGS_BYTES = 64 * 1024;

/** The language and time zone that the embed has for this viewer. */
export interface Spoken {
  readonly language: string;
  readonly timeZone: string;
}

export interface Drafting extends SubscriptionPlace {
  readonly spoken: Spoken;
  readonly now: number;
}

/** A subscription as it would be stored, without rights: for previews, and to be stored with them. */
export function draftSubscription(
  { viewer, opened, spoken, now }: Drafting,
  { title, schedule, format, to, alert = null, tileId, state = {}, variables = {} }: NewSubscription,
): StoredSubscription {
  const only = alert && opened.content.kind === 'tile' ? opened.content.tile.id : null;
  return {
    tenant_id: viewer.tenantId,
    id: newId(now),
    kind: alert === null ? 'report' : 'alert',
    ...viewerColumns(viewer),
    username_key: usernameKey(viewer.username),
    app_id: opened.app.id,
    embed_id: opened.embed.id,
    ...contentOf({ viewer, opened }),
    tile_id: tileId ?? only,
    title: title.trim(),
    settings: { schedule, format, to: normalizedTo(to), alert, state, variables, ...spoken },
    status: 'active',
    reason: null,
    sealed_context: null,
    context_ends_at: null,
    revocation_epoch: 0,
    sealed_alert_state: null,
    version: 1,
    next_at: dueAfter(schedule, now),
    last_at: null,
    last_state: null,
    last_reason: null,
    last_code: null,
    created_at: now,
    updated_at: now,
  };
}

/** The same with a viewer's changes. Saving one that ended starts it again. */
export function changedSubscription(
  { spoken, now }: Pick<Drafting, 'spoken' | 'now'>,
  before: StoredSubscription,
  { title, isPaused, lang: _, to, ...change }: SubscriptionChange,
): StoredSubscription {
  const settings = {
    ...before.settings,
    ...change,
    ...(to && { to: normalizedTo(to) }),
    ...spoken,
  };
  const isActive = isPaused === undefined ? before.status !== 'paused' : !isPaused;
  const isSameTime =
    before.next_at !== null && JSON.stringify(before.settings.schedule) === JSON.stringify(settings.schedule);
  // What it has reported was about other values.
  const isOtherAlert = 'alert' in change || 'state' in change || 'variables' in change;
  return {
    ...before,
    kind: settings.alert === null ? 'report' : 'alert',
    title: title?.trim() ?? before.title,
    settings,
    status: isActive ? 'active' : 'paused',
    reason: null,
    sealed_alert_state: isOtherAlert ? null : before.sealed_alert_state,
    version: before.version + 1,
    next_at: !isActive ? null : isSameTime ? before.next_at : dueAfter(settings.schedule, now),
    updated_at: now,
  };
}

export function settingsText(settings: SubscriptionSettings): string {
  const json = JSON.stringify(settings);
  if (Buffer.byteLength(json) > MAX_SETTINGS_BYTES)
    throw new AppError('BODY_TOO_LARGE', {
      message: `A subscription is limited to ${MAX_SETTINGS_BYTES / 1024} KiB. Select fewer filter values.`,
    });
  return json;
}
