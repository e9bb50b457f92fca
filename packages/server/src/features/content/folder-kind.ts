import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../platform/store/store.ts';
import type { ContentActing } from './content-caller.ts';

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
  write(transaction: Queries, tenantId: TenantId, file: FolderEntry, how: FolderWrite): Promise<void>;
  /** Absent where a change is what viewers see at once. */
  publish?(transaction: Queries, tenantId: TenantId, file: FolderEntry, how: FolderWrite): Promise<void>;
}

export interface FolderWrite {
  readonly acting: ContentActing;
  readonly at: number;
}

export interface FolderEntry {
  readonly appId: string;
  readonly id: string;
  readonly value: unknown;
}
