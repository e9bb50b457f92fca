import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { IMPORT_RECORD } from './file-imports.ts';
import { INCOMING, isFileName } from './uploads.ts';

const HOUR_MS = 60 * 60_000;
/** How long a partial upload can be continued, or an import resumed or queried. */
const RESUMABLE_MS = 7 * 24 * HOUR_MS;
/** Single-request uploads cannot be continued. Long enough for any file to arrive and be imported. */
const WHOLE_MS = 24 * HOUR_MS;

/**
 * Removes uploads that a crash or a client abandoned; returns how many. Other nodes may write to the same folder, so
 * only uploads without recent writes are removed.
 */
export async function removeAbandonedUploads(
  filesDir: string,
  now: number,
  signal?: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (const tenant of await namesIn(filesDir)) {
    const folder = join(filesDir, tenant, INCOMING);
    for (const transfer of await namesIn(folder)) {
      if (signal?.aborted) return removed;
      const path = join(folder, transfer);
      const canGoOn = isFileName(transfer) || (await namesIn(path)).includes(IMPORT_RECORD);
      const maxAgeMs = canGoOn ? RESUMABLE_MS : WHOLE_MS;
      if (now - (await lastWritten(path)) <= maxAgeMs) continue;
      await rm(path, { recursive: true, force: true });
      removed += 1;
    }
  }
  return removed;
}

/** Infinity if it has disappeared: its own request has finished it. */
async function lastWritten(folder: string): Promise<number> {
  const paths = [folder, ...(await namesIn(folder)).map((name) => join(folder, name))];
  const times = paths.map(async (path) => (await stat(path).catch(() => undefined))?.mtimeMs ?? Infinity);
  return Math.max(...(await Promise.all(times)));
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);
