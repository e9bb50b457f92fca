import { VERSION } from '../../version.ts';
import { getMeta, setMeta } from './meta.ts';
import type { Queries } from './store.ts';

/** The oldest schema version whose software can use the store. */
export const COMPATIBLE_FROM = 'compatible_from';
const UPGRADE = 'upgrade';
const BACKUP = 'last_backup';
/** The version that last checked what earlier ones stored. Part of the contents: those of a backup are checked again. */
export const CHECKED_BY = 'content_checked_by';

/** Entries of `meta` that describe the store itself rather than its contents, and so are never restored. */
export const STORE_ENTRIES: readonly string[] = ['schema_version', COMPATIBLE_FROM, UPGRADE, BACKUP];

interface Upgrade {
  readonly by: string;
  readonly at: string;
  readonly backup: string | undefined;
}

/** Remembers who upgraded the store, and the backup that leads back. */
export async function recordUpgrade(transaction: Queries, copy: string | undefined): Promise<void> {
  const backup = copy ?? (await getMeta(transaction, BACKUP));
  const upgrade: Upgrade = { by: VERSION, at: new Date().toISOString(), backup };
  await setMeta(transaction, UPGRADE, JSON.stringify(upgrade));
}

/** Remembers the latest backup, so that a refused downgrade can name it. */
export async function recordBackup(transaction: Queries, file: string): Promise<void> {
  await setMeta(transaction, BACKUP, file);
}

/** Why software of an older schema version cannot use the store; undefined if it can. */
export async function exclusionFrom(queries: Queries, version: number): Promise<string | undefined> {
  const compatibleFrom = await getMeta(queries, COMPATIBLE_FROM);
  if (compatibleFrom !== undefined && version >= Number(compatibleFrom)) return undefined;
  const recorded = await getMeta(queries, UPGRADE);
  if (recorded === undefined)
    return `The store was created by a newer version of Inlay than ${VERSION}. Start that version.`;
  const { by, at, backup }: Upgrade = JSON.parse(recorded);
  const wayBack =
    backup === undefined ? 'restore a backup from before then' : `go back to the backup ${backup}`;
  return `The store was upgraded by Inlay ${by} on ${at.slice(0, 16).replace('T', ' ')} UTC, and Inlay ${VERSION} can no longer use it. Start Inlay ${by} or newer, or ${wayBack} (see Upgrade in the documentation).`;
}
