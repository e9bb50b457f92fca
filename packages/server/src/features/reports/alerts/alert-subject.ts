import type { EmbedRequest } from '../../embeds/index.ts';
import type { StoredSubscription, SubscriptionSettings } from '../store/subscriptions.ts';

/** A subscription, or what somebody is about to save as one. */
export interface AlertSubject extends Pick<StoredSubscription, 'tile_id'> {
  readonly settings: Pick<SubscriptionSettings, 'alert' | 'state'>;
}

/** The tile that an alert watches, as the viewer switched and drilled it; undefined if none was chosen. */
export function tileOfAlert({ content }: Pick<EmbedRequest, 'content'>, { tile_id, settings }: AlertSubject) {
  const id = tile_id ?? (content.kind === 'tile' ? content.tile.id : undefined);
  if (id === undefined) return undefined;
  const { tiles = {}, drill = {} } = settings.state;
  const { grain, measure } = (Object.hasOwn(tiles, id) && tiles[id]) || {};
  const drilled = Object.hasOwn(drill, id) ? drill[id] : undefined;
  return {
    id,
    choice: { ...(grain && { grain }), ...(measure !== undefined && { measure }) },
    ...(drilled && { drill: { id: drilled.id, path: drilled.path } }),
  };
}
