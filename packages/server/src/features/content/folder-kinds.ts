import { isDeepStrictEqual } from 'node:util';
import { AppContentSchema } from '@inlay/content/app';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import { Identifier } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { isManaged } from '../../platform/identity/permissions.ts';
import { dataAccessOf } from './accessible-data.ts';
import { editIn } from './change-content.ts';
import { checkContent, contentSchemas } from './check-content.ts';
import { FULL_ACCESS } from './content-request.ts';
import { createIn } from './create-content.ts';
import { builderDashboardKind } from './folder-builder-dashboards.ts';
import { datasetKind } from './folder-datasets.ts';
import { type FolderKind, publishEntry } from './folder-kind.ts';
import { findItem, itemsOfApp } from './items.ts';
import { openForChange } from './open-content.ts';

/** The folder format that this version writes. Format 1 had no number and no builder dashboards. */
const FOLDER_FORMAT = 2;

/**
 * Upgrades the app's file to the current format. A folder of a newer format is refused: unknown parts would be lost.
 */
export function upgradeAppFile(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { format = 1, ...app } = value as { readonly format?: unknown };
  if (!Number.isSafeInteger(format) || (format as number) < 1) {
    throw new AppError('REQUEST_INVALID', {
      message: `app.yaml  /format must be a whole number from 1 to ${FOLDER_FORMAT}`,
    });
  }
  if ((format as number) > FOLDER_FORMAT) {
    throw new AppError('REQUEST_INVALID', {
      message: `The folder has format ${format}, but this version of Inlay supports formats up to ${FOLDER_FORMAT}. Upgrade Inlay, then import again.`,
    });
  }
  // Files of format 1 are unchanged in format 2.
  return { format: FOLDER_FORMAT, ...app };
}

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
    list: async (queries, tenantId, appId) => {
      const items = (await itemsOfApp(queries, tenantId, appId, 'authored')).filter(
        (item) => item.kind === kind,
      );
      return new Map(items.map(({ id, draft }) => [id, fromDraft(kind, id, JSON.parse(draft))]));
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
      const { item, app } = await openForChange(write, {
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
  };
}

function fromDraft(kind: ContentKind, id: string, draft: object): object {
  return kind === 'app' ? { format: FOLDER_FORMAT, id, ...draft } : draft;
}

function withoutFileFields(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { format: _, id: __, ...content } = value as { readonly format?: unknown; readonly id?: unknown };
  return content;
}

/** In writing order: referenced kinds come first. */
export const folderKinds: readonly FolderKind[] = [
  contentKind('app', undefined),
  datasetKind,
  contentKind('tile', 'tiles'),
  contentKind('story', 'stories'),
  contentKind('dashboard', 'dashboards'),
  builderDashboardKind,
  contentKind('embed', 'embeds'),
];
