import type { QueryResult } from '@inlay/protocol/result';
import { AppError } from '../../../platform/errors.ts';
import type { TileOutcome } from '../../../platform/render/tile-section.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import { queryTile, type TileQuery } from '../tiles/query-tile.ts';

export type TileData = Exclude<TileOutcome, { readonly state: 'pending' }>;

/** A failed tile is reported in its place: a document with a gap is better than none. */
export async function dataOf(request: EmbedRequest, query: TileQuery): Promise<TileData> {
  try {
    return { state: 'ready', ...(await queryTile(request, query)) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'REQUEST_INVALID') throw error;
    return { state: 'failed', code: error.code === 'DATA_DENIED' ? 'ACCESS_DENIED' : 'ENGINE_UNAVAILABLE' };
  }
}

/** The values that texts state: of tiles as their author made them. */
export async function statedResults(
  request: EmbedRequest,
  results: ReadonlyMap<string, TileData>,
  { cross }: Pick<TileQuery, 'cross'>,
): Promise<ReadonlyMap<string, QueryResult>> {
  const stated = new Map<string, QueryResult>();
  for (const [id, data] of results) {
    if (data.state !== 'ready') continue;
    const authored = data.isAuthored === false ? await dataOf(request, { id, cross }) : data;
    if (authored.state === 'ready') stated.set(id, authored.result);
  }
  return stated;
}
