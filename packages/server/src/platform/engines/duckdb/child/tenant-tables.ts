import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { EngineError } from '../../engine-error.ts';
import { listTenantFiles, type TenantFile } from '../tenant-files.ts';
import { IMPORTED_TABLE, quoteName, quoteText, readFunction } from './read-function.ts';
import { toEngineError } from './to-engine-error.ts';

/** An import may replace a file while the folder is read; an upload changes the folder all the time. */
const MAX_LOOKS = 3;

export interface TenantTables {
  /** Updates the tables if the folder changed. Returns the names of the readable ones. */
  sync(): Promise<readonly string[]>;
  /** Returns why a table is missing if its file could not be read. */
  explain(error: EngineError): EngineError;
}

/** Maintains one view per file of a folder. The folder's modification time reveals changes. */
export function syncTenantTables(folder: string, connection: DuckDBConnection): TenantTables {
  let current: ReadonlyMap<string, TenantFile> = new Map();
  let broken: ReadonlyMap<string, EngineError> = new Map();
  let readable: readonly string[] = [];
  let lastModified = Number.NaN;
  let running: Promise<readonly string[]> = Promise.resolve(readable);

  async function refresh(): Promise<readonly string[]> {
    for (let tries = 0; tries < MAX_LOOKS; tries += 1) {
      const { mtimeMs } = await stat(folder);
      if (mtimeMs === lastModified) break;
      await readFolder();
      lastModified = mtimeMs;
    }
    return readable;
  }

  async function readFolder(): Promise<void> {
    const files = await listTenantFiles(folder);
    const failures = new Map<string, EngineError>();
    for (const file of current.values()) if (!files.has(file.table)) await hideFile(connection, file);
    for (const file of files.values()) {
      const before = current.get(file.table);
      const failure = broken.get(file.table);
      if (before?.version === file.version && failure === undefined) continue;
      await showFile(connection, file).catch(async (error) => {
        failures.set(file.table, toEngineError(error));
        await hideFile(connection, file);
      });
      if (before !== undefined && before.path !== file.path) await releaseFile(connection, before);
    }
    current = files;
    broken = failures;
    readable = [...files.keys()].filter((table) => !failures.has(table));
  }

  return {
    sync() {
      running = running.then(refresh, refresh);
      return running;
    },
    explain(error) {
      const table = /Table with name (.+) does not exist/.exec(error.detail ?? '')?.[1];
      const failure = table === undefined ? undefined : broken.get(table);
      return failure === undefined ? error : new EngineError('BAD_FILE', { detail: failure.detail ?? '' });
    },
  };
}

/** Shows a file as a table. Its rows stay where they are until a query reads them. */
async function showFile(connection: DuckDBConnection, file: TenantFile): Promise<void> {
  const view = quoteName(file.table);
  if (file.kind === 'duckdb') {
    const database = quoteName(attachedName(file));
    await connection.run(`ATTACH IF NOT EXISTS ${quoteText(file.path)} AS ${database} (READ_ONLY)`);
    await connection.run(`CREATE OR REPLACE VIEW ${view} AS FROM ${database}.${quoteName(IMPORTED_TABLE)}`);
  } else {
    await connection.run(`CREATE OR REPLACE VIEW ${view} AS FROM ${readFunction(file)}`);
  }
}

async function hideFile(connection: DuckDBConnection, file: TenantFile): Promise<void> {
  await connection.run(`DROP VIEW IF EXISTS ${quoteName(file.table)}`);
  await releaseFile(connection, file);
}

/** Detaches an import that no view uses anymore. Running queries continue. */
async function releaseFile(connection: DuckDBConnection, file: TenantFile): Promise<void> {
  if (file.kind === 'duckdb')
    await connection.run(`DETACH DATABASE IF EXISTS ${quoteName(attachedName(file))}`);
}

function attachedName(file: TenantFile): string {
  return `file ${basename(file.path)}`;
}
