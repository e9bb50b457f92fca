import type {
  PublishedTogether,
  PublishTogether,
  RefusedItem,
  UnpublishedTile,
} from '@inlay/content/publish-together';
import { AppError, fieldsInvalid } from '../../../platform/errors.ts';
import { takeLock } from '../../../platform/store/take-lock.ts';
import { isoTime } from '../../../platform/time/time.ts';
import { tilesUsedBy } from '../checks/check-references.ts';
import { type ContentRequest, type ContentWrite, writeContent } from '../store/content-request.ts';
import { type ContentItem, findItem } from '../store/items.ts';
import { nameContent } from '../store/name-content.ts';
import {
  authorize,
  type ContentAddress,
  findWithApp,
  noSuchContent,
  openLocked,
  subjectOf,
} from '../store/open-content.ts';
import { dataAccessOf } from '../visibility/accessible-data.ts';
import { refuseUnpublishable, writeTransition } from './transition-content.ts';

/**
 * Publishes items of one app in one transaction: all of them, or none if one is refused. Each is checked as if it were
 * published alone, except that the tiles among them count as published (ADR 325).
 */
export async function publishTogether(
  request: ContentRequest,
  appId: string,
  { items, comment }: PublishTogether,
): Promise<PublishedTogether> {
  refuseRepeated(items);
  return writeContent(request, async (write) => {
    await takeLock(write.transaction, 'app', write.tenantId, appId);
    const refused: RefusedItem[] = [];
    const opened = await collect(write, items, refused, async ({ kind, id, revision }) => {
      const ifMatch = revision === undefined ? 'any' : [revision];
      const found = await openLocked(write, { kind, id, ifMatch, action: 'publish', as: request.as });
      if (found.app.id !== appId) throw noSuchContent();
      return found;
    });
    const together = opened.map(({ item }) => item);
    const app = opened[0]?.app;
    if (app) {
      const access = await dataAccessOf(write.transaction, write.tenantId, app, request.as);
      await collect(write, together, refused, (item) =>
        refuseUnpublishable(write, item, { access, together }),
      );
    }
    if (refused.length > 0) throw nothingPublished(refused, items.length);
    const published = [];
    for (const item of together)
      published.push(await writeTransition(write, item, { transition: 'publish', comment }));
    return { items: published.map(serializePublished) };
  });
}

type Target = PublishTogether['items'][number];

function refuseRepeated(items: readonly Target[]): void {
  const isRepeated = ({ kind, id }: Target, index: number) =>
    items.findIndex((other) => other.kind === kind && other.id === id) < index;
  const repeated = items.findIndex(isRepeated);
  if (repeated >= 0) throw fieldsInvalid([{ path: `/items/${repeated}`, problem: 'repeats an item' }]);
}

/** Goes on after a refusal, so that the caller learns of all of them. Missing rights end it. */
async function collect<T extends Pick<ContentItem, 'kind' | 'id'>, R>(
  { transaction, tenantId }: ContentWrite,
  items: readonly T[],
  refused: RefusedItem[],
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const done: R[] = [];
  for (const item of items) {
    try {
      done.push(await work(item));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'CONFLICT' && error.code !== 'STALE_VERSION') throw error;
      const found = await findItem(transaction, tenantId, item.kind, item.id);
      if (!found) throw error;
      const { code, message, details = null } = error;
      refused.push({ ...nameContent(found), code, message, details });
    }
  }
  return done;
}

function nothingPublished(refused: readonly RefusedItem[], count: number): AppError {
  const reasons = refused.map(({ title, message }) => `“${title}”: ${message}`).join(' ');
  return new AppError('CONFLICT', {
    message: `${count === 1 ? 'It was not published.' : 'Nothing was published.'} ${reasons}`,
    details: { refused },
  });
}

function serializePublished(item: ContentItem): PublishedTogether['items'][number] {
  return {
    ...nameContent(item),
    revision: item.revision,
    publishedVersion: item.published_version ?? item.last_version,
  };
}

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
