import type { ContentChange } from '@inlay/protocol/content-change';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ContentCaller } from '../../../platform/identity/permissions.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { applyTransition } from '../lifecycle/transition-content.ts';
import { type ContentWrite, FULL_ACCESS } from '../store/content-request.ts';
import type { Ownership } from '../store/dashboard-owners.ts';
import { type ContentItem, findItem } from '../store/items.ts';
import { type ContentAddress, openLocked } from '../store/open-content.ts';
import { dataAccessOf } from '../visibility/accessible-data.ts';

/** A kind of file in an app's folder, listed in `folderKinds`. */
export interface FolderKind {
  readonly kind: string;
  /** Its subfolder; the app itself is one file at the top. */
  readonly folder: string | undefined;
  readonly schema: object;
  /** What the tenant has, by id. */
  list(reading: FolderReading): Promise<ReadonlyMap<string, StoredFile>>;
  /** Upgrades a file, or replaces `${NAME}` in it by values of the environment. */
  prepare?(value: unknown, variables: Variables): PreparedFile;
  check(value: unknown): readonly FieldProblem[];
  /** Absent for kinds that are compared field by field. */
  compare?(write: FolderWrite, stored: StoredFile, file: FolderEntry): readonly ContentChange[];
  /** Creates it, or changes it if it differs. */
  write(write: FolderWrite, file: FolderEntry): Promise<void>;
  /** Whether an import that publishes includes this file. Absent for kinds that always do. */
  publishes?(file: FolderEntry): boolean;
  /** Absent for kinds whose changes are published at once. */
  publish?(write: FolderWrite, file: FolderEntry): Promise<void>;
  /** Returns false if it has to stay because something else uses it. Absent for kinds that a folder never deletes. */
  remove?(write: FolderWrite, id: string): Promise<boolean>;
}

export interface PreparedFile {
  readonly value: unknown;
  readonly problems: readonly FieldProblem[];
}

export type Variables = Readonly<Record<string, string>>;

/** The state that a folder is compared with. */
export interface FolderReading {
  readonly queries: Queries;
  readonly tenantId: TenantId;
  readonly appId: string;
  /** The app and all of its items. */
  readonly items: readonly ContentItem[];
  /** Of dashboards that viewers made. */
  readonly owners: ReadonlyMap<string, Ownership>;
  /** The ids that the folder has files for, of this kind. */
  readonly named: ReadonlySet<string>;
}

/** Something that the tenant has, as its file would be. */
export interface StoredFile {
  readonly value: unknown;
  readonly title: string;
  /** Changes with everything that is not part of the file, such as its state. */
  readonly stamp: string;
  /** Viewers do not see the working copy. */
  readonly isUnpublished: boolean;
  /** Encrypted, for kinds that have one. */
  readonly sealedPassword?: string | null;
}

/** The transaction that applies a folder. It holds the lock of the app. */
export interface FolderWrite extends ContentWrite {
  readonly as: ContentCaller;
  readonly services: Services;
}

export interface FolderEntry {
  readonly appId: string;
  readonly id: string;
  readonly value: unknown;
  /** As the file has it. */
  readonly written: unknown;
}

/** Publishes an imported item unless it is already published. */
export async function publishEntry(write: FolderWrite, address: ContentAddress): Promise<void> {
  const { transaction, tenantId, as } = write;
  const found = await findItem(transaction, tenantId, address.kind, address.id);
  if (found?.state === 'published') return;
  const { item, app } = await openLocked(write, {
    ...address,
    action: 'publish',
    as: FULL_ACCESS,
    ifMatch: 'any',
  });
  const access = await dataAccessOf(transaction, tenantId, app, as);
  await applyTransition(write, item, { transition: 'publish', access });
}
