import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { EmbedRequest } from '../../embeds/index.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

/** Why an alert cannot be created, by field. Reads no data. */
export async function alertProblems(
  { tiles }: EmbedRequest,
  { tile_id, settings: { alert } }: Pick<StoredSubscription, 'tile_id' | 'settings'>,
): Promise<readonly FieldProblem[]> {
  if (alert === null) return [];
  const tile = tile_id === null ? undefined : tiles.get(tile_id);
  if (!tile)
    return [{ path: '/tileId', problem: 'is required for an alert: choose the chart that it watches' }];
  const isKnown = tile.query.measures.includes(alert.measure);
  return isKnown ? [] : [{ path: '/alert/measure', problem: 'is not a measure of this chart' }];
}
