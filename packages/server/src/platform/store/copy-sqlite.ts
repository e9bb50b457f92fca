import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { StartError } from '../errors.ts';

/** Copies a database while another connection holds its write lock. The copy appears only when it is complete. */
export function copySqlite(file: string, copy: string): string {
  const partial = `${copy}.partial`;
  try {
    rmSync(partial, { force: true });
    // SQLite would create it readable by others.
    const descriptor = openSync(partial, 'w', 0o600);
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      database.prepare('vacuum into ?').run(partial);
      fsyncSync(descriptor);
    } finally {
      database.close();
      closeSync(descriptor);
    }
    renameSync(partial, copy);
    return copy;
  } catch (error) {
    rmSync(partial, { force: true });
    throw new StartError(
      `The store could not be copied to ${copy} before its upgrade: ${(error as Error).message}. Nothing was changed. Free some space and start again.`,
    );
  }
}
