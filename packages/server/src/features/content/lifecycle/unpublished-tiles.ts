import type { UnpublishedTile } from '@inlay/content/publish-together';
import { isoTime } from '../../../platform/http/show.ts';
import { tilesUsedBy } from '../checks/check-references.ts';
import type { ContentRequest } from '../store/content-request.ts';
import type { ContentItem } from '../store/items.ts';
import { nameContent } from '../store/name-content.ts';
import { authorize, type ContentAddress, findWithApp, subjectOf } from '../store/open-content.ts';

/** The tiles of a story or dashboard that are drafts or in review, those that were never published first. */
export async function unpublishedTiles(
  { services: { store }, tenantId, as }: ContentRequest,
  { kind, id }: ContentAddress,
): Promise<readonly UnpublishedTile[]> {
  const { item, app, isOwned } = await findWithApp(store, tenantId, kind, id);
  authorize(as, 'read-working-copy', subjectOf(item, app, isOwned));
  const tiles = await tilesUsedBy(store, tenantId, item);
  const drafts = tiles.filter(({ state }) => state === 'draft' || state === 'in-review').map(serializeTile);
  const isNew = ({ publishedVersion }: UnpublishedTile) => publishedVersion === null;
  return [...drafts.filter(isNew), ...drafts.filter((tile) => !isNew(tile))];
}

function serializeTile(tile: ContentItem): UnpublishedTile {
  const { state, revision, published_version, updated_at, updated_by } = tile;
  return {
    ...nameContent(tile),
    state,
    revision,
    publishedVersion: published_version,
    updatedAt: isoTime(updated_at),
    updatedBy: updated_by,
  };
}
