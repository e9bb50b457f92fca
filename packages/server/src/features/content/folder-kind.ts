import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ContentCaller } from '../../platform/identity/permissions.ts';
import type { Queries } from '../../platform/store/store.ts';
import { dataAccessOf } from './accessible-data.ts';
import { type ContentWrite, EVERYTHING } from './content-request.ts';
import { findItem } from './items.ts';
import { type ContentAddress, openForChange } from './open-content.ts';
import { applyTransition } from './transition-content.ts';

/** One kind of file in the folder of an app. Another kind joins by being listed in `folderKinds`. */
export interface FolderKind {
  readonly kind: string;
  /** Where its files lie; the app itself is one file at the top. */
  readonly folder: string | undefined;
  /** Viewers add to it at any time: a folder without it does not differ from the app. */
  readonly belongsToViewers?: boolean;
  readonly schema: object;
  /** What the app has of this kind, by identifier, as files hold it. */
  list(queries: Queries, tenantId: TenantId, appId: string): Promise<ReadonlyMap<string, unknown>>;
  check(value: unknown): readonly FieldProblem[];
  /** Creates it, or changes it where it differs. */
  write(write: FolderWrite, file: FolderEntry): Promise<void>;
  /** Absent where a change is what viewers see at once. */
  publish?(write: FolderWrite, file: FolderEntry): Promise<void>;
}

export interface FolderWrite extends ContentWrite {
  readonly as: ContentCaller;
}

export interface FolderEntry {
  readonly appId: string;
  readonly id: string;
  readonly value: unknown;
}

/** Publishes what an import wrote, unless it is published already. */
export async function publishEntry(write: FolderWrite, address: ContentAddress): Promise<void> {
  const { transaction, tenantId, as } = write;
  const found = await findItem(transaction, tenantId, address.kind, address.id);
  if (found?.state === 'published') return;
  const { item, app } = await openForChange(write, {
    ...address,
    action: 'publish',
    as: EVERYTHING,
    ifMatch: 'any',
  });
  const access = await dataAccessOf(transaction, tenantId, app, as);
  await applyTransition(write, item, { transition: 'publish', access });
}
