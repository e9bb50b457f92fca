import { isDeepStrictEqual } from 'node:util';
import { AppContentSchema } from '@inlay/content/app';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import { Identifier } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { giveWay } from '../../../platform/concurrency/in-slices.ts';
import { AppError } from '../../../platform/errors.ts';
import { isManaged } from '../../../platform/identity/permissions.ts';
import { checkContent, contentSchemas } from '../checks/check-content.ts';
import { editIn } from '../lifecycle/change-content.ts';
import { createIn } from '../lifecycle/create-content.ts';
import { removeIn } from '../lifecycle/remove-content.ts';
import { FULL_ACCESS } from '../store/content-request.ts';
import { type ContentItem, findItem } from '../store/items.ts';
import { type ContentAddress, openLocked } from '../store/open-content.ts';
import { dataAccessOf } from '../visibility/accessible-data.ts';
import { builderDashboardKind } from './folder-builder-dashboards.ts';
import { connectionKind } from './folder-connections.ts';
import { datasetKind } from './folder-datasets.ts';
import {
  type FolderKind,
  type FolderWrite,
  type PreparedFile,
  publishEntry,
  type StoredFile,
} from './folder-kind.ts';
import { toStored } from './to-stored.ts';

/** The folder format that this version writes. Format 1 had no number and no builder dashboards. */
const FOLDER_FORMAT = 2;

/**
 * Upgrades the app's file to the current format. A folder of a newer format is refused: unknown parts would be lost.
 */
function upgradeAppFile(value: unknown): PreparedFile {
  if (typeof value !== 'object' || value === null) return { value, problems: [] };
  const { format = 1, ...app } = value as { readonly format?: unknown };
  if (!Number.isSafeInteger(format) || (format as number) < 1)
    return { value, problems: [wrongFormat(`must be a whole number from 1 to ${FOLDER_FORMAT}`)] };
  if ((format as number) > FOLDER_FORMAT) {
    const supported = `but this version of Inlay supports formats up to ${FOLDER_FORMAT}. Upgrade Inlay, then try again`;
    return { value, problems: [wrongFormat(`is ${format}, ${supported}`)] };
  }
  // Files of format 1 are unchanged in format 2.
  return { value: { format: FOLDER_FORMAT, ...app }, problems: [] };
}

const wrongFormat = (problem: string) => ({ path: '/format', problem });

/** The app's file contains the app's id and the folder format; other files are named by their ids. */
const AppFileSchema = Type.Object(
  { format: Type.Literal(FOLDER_FORMAT), id: Identifier, ...AppContentSchema.properties },
  { additionalProperties: false, title: 'App' },
);

function contentKind(kind: ContentKind, folder: string | undefined): FolderKind {
  const publish: FolderKind['publish'] = (write, { id }) => publishEntry(write, { kind, id });
  return {
    kind,
    folder,
    schema: kind === 'app' ? AppFileSchema : contentSchemas[kind],
    list: async ({ items, owners, named }) => {
      const isWithdrawn = withdrawnFrom(items);
      const own = items.filter(
        (item) =>
          item.kind === kind && !owners.has(ownerKey(item)) && (named.has(item.id) || !isWithdrawn(item)),
      );
      const stored = new Map<string, StoredFile>();
      for (const item of own) {
        await giveWay();
        stored.set(item.id, toStored(item, fromDraft(item)));
      }
      return stored;
    },
    check: (value) => checkContent(kind, kind === 'app' ? withoutFileFields(value) : value).problems ?? [],
    write: async (write, { appId, id, value }) => {
      const { transaction, tenantId, as } = write;
      const content = (kind === 'app' ? withoutFileFields(value) : value) as ContentByKind[ContentKind];
      const existing = await findItem(transaction, tenantId, kind, id);
      if (!existing) {
        await createIn(write, { kind, id, appId, content }, as);
        return;
      }
      if (existing.app_id !== appId) {
        throw new AppError('CONFLICT', {
          message: `A ${kind} '${id}' already exists in the app '${existing.app_id}'.`,
        });
      }
      if (isDeepStrictEqual(JSON.parse(existing.draft), content)) return;
      const { item, app } = await openLocked(write, {
        kind,
        id,
        action: 'edit',
        as: FULL_ACCESS,
        ifMatch: 'any',
      });
      const access = await dataAccessOf(transaction, tenantId, app, as);
      await editIn(write, item, { action: 'import', content, access });
    },
    ...(isManaged(kind) ? {} : { publish }),
    ...(kind === 'app'
      ? { prepare: upgradeAppFile }
      : { remove: (write, id) => removeEntry(write, { kind, id }) }),
  };
}

/** Viewers own dashboards only; other kinds may have the same ids. */
const ownerKey = ({ kind, id }: ContentItem) => (kind === 'dashboard' ? id : '');

/** Archived content, and embeds of it: no viewer sees them, and other tenants could not publish them. */
function withdrawnFrom(items: readonly ContentItem[]): (item: ContentItem) => boolean {
  const archived = new Set(
    items.filter(({ state }) => state === 'archived').map(({ kind, id }) => `${kind} ${id}`),
  );
  return (item) => {
    if (item.kind === 'app') return false;
    if (archived.has(`${item.kind} ${item.id}`)) return true;
    if (item.kind !== 'embed' || archived.size === 0) return false;
    const { target } = JSON.parse(item.draft) as ContentByKind['embed'];
    return archived.has(`${target.kind} ${target.id}`);
  };
}

async function removeEntry(write: FolderWrite, address: ContentAddress): Promise<boolean> {
  const { item } = await openLocked(write, {
    ...address,
    action: 'delete',
    as: FULL_ACCESS,
    ifMatch: 'any',
  });
  await removeIn(write, item);
  return true;
}

function fromDraft({ kind, id, draft }: ContentItem): object {
  const content = JSON.parse(draft) as object;
  return kind === 'app' ? { format: FOLDER_FORMAT, id, ...content } : content;
}

function withoutFileFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { format: _, id: __, ...content } = value as { readonly format?: unknown; readonly id?: unknown };
  return content;
}

/** In writing order: referenced kinds come first. */
export const folderKinds: readonly FolderKind[] = [
  contentKind('app', undefined),
  connectionKind,
  datasetKind,
  contentKind('tile', 'tiles'),
  contentKind('story', 'stories'),
  contentKind('dashboard', 'dashboards'),
  builderDashboardKind,
  contentKind('embed', 'embeds'),
];
