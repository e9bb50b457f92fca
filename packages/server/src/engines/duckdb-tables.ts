import { stat } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { toDuckdbError } from './duckdb-error.ts';
import { hideFile, listTenantFiles, releaseFile, showFile, type TenantFile } from './duckdb-files.ts';
import { EngineError } from './engine-error.ts';

export interface DuckdbTables {
  /** Makes the tables like the folder, if it changed since the last look. */
  sync(): Promise<void>;
  /** Says why a table is missing when its file could not be read. */
  explain(error: EngineError): EngineError;
}

/** Keeps one view for each file of a folder; a change shows in the folder's time of change. */
export function syncDuckdbTables(folder: string, connection: DuckDBConnection): DuckdbTables {
  let shown: ReadonlyMap<string, TenantFile> = new Map();
  let broken: ReadonlyMap<string, EngineError> = new Map();
  let seen = Number.NaN;
  let running: Promise<void> = Promise.resolve();

  async function look(): Promise<void> {
    const { mtimeMs } = await stat(folder);
    if (mtimeMs === seen) return;
    const files = await listTenantFiles(folder);
    const failures = new Map<string, EngineError>();
    for (const file of shown.values()) if (!files.has(file.table)) await hideFile(connection, file);
    for (const file of files.values()) {
      const before = shown.get(file.table);
      const failure = broken.get(file.table);
      if (before?.version === file.version && failure === undefined) continue;
      await showFile(connection, file).catch(async (error) => {
        failures.set(file.table, toDuckdbError(error));
        await hideFile(connection, file);
      });
      if (before !== undefined && before.path !== file.path) await releaseFile(connection, before);
    }
    shown = files;
    broken = failures;
    seen = mtimeMs;
  }

  return {
    sync() {
      running = running.then(look, look);
      return running;
    },
    explain(error) {
      const table = /Table with name (.+) does not exist/.exec(error.detail ?? '')?.[1];
      const failure = table === undefined ? undefined : broken.get(table);
      return failure === undefined ? error : new EngineError('BAD_FILE', { detail: failure.detail ?? '' });
    },
  };
}
