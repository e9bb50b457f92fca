import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { systemTime } from '../../../time/time.ts';
import { EngineError } from '../../engine-error.ts';
import type { JobOf } from '../messages.ts';
import { fileKind } from '../tenant-files.ts';
import { IMPORTED_TABLE, MAX_JSON_DEPTH, quoteName, readFunction } from './read-function.ts';

const REPORT_EVERY_MS = 100;

/** Writes the rows of a file into a new database file; returns how many. */
export async function importRows(
  { source, target, resources }: JobOf<'import'>,
  use: (connection: DuckDBConnection | undefined) => void,
  report: (share: number) => void,
): Promise<number> {
  const kind = fileKind(source);
  if (kind === undefined || kind === 'duckdb') throw new EngineError('BAD_FILE');
  if (kind === 'json') await refuseDeepJson(source);
  const instance = await DuckDBInstance.create(target, {
    threads: String(resources.threads),
    memory_limit: `${resources.memoryMb}MB`,
    // Files larger than memory stream through only when their order need not be kept in it.
    preserve_insertion_order: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
  });
  const connection = await instance.connect();
  use(connection);
  const reporting = systemTime.every(REPORT_EVERY_MS, () => {
    const { percentage } = connection.progress;
    // Negative where DuckDB does not know.
    if (percentage >= 0) report(percentage / 100);
  });
  try {
    // Measured, but not printed.
    await connection.run('SET enable_progress_bar = true');
    await connection.run('SET enable_progress_bar_print = false');
    const table = quoteName(IMPORTED_TABLE);
    await connection.run(`CREATE TABLE ${table} AS FROM ${readFunction({ kind, path: source })}`);
    await connection.run('CHECKPOINT');
    const counted = await connection.runAndReadAll(`SELECT count(*) FROM ${table}`);
    return Number(counted.getRows()[0]?.[0]);
  } finally {
    reporting.stop();
    use(undefined);
    connection.closeSync();
    instance.closeSync();
  }
}

async function refuseDeepJson(path: string): Promise<void> {
  const gauge = makeDepthGauge();
  const file = createReadStream(path, { highWaterMark: 1024 * 1024 });
  const decompress = /\.gz$/i.test(path)
    ? [createGunzip()]
    : /\.zst$/i.test(path)
      ? [createZstdDecompress()]
      : [];
  await pipeline([
    file,
    ...decompress,
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks)
        if (gauge.read(chunk) > MAX_JSON_DEPTH)
          throw new EngineError('BAD_FILE', {
            detail: `The JSON is nested more than ${MAX_JSON_DEPTH} levels deep. Flatten it, or upload CSV or Parquet.`,
          });
    },
  ]).catch((error: unknown) => {
    if (error instanceof EngineError) throw error;
    throw new EngineError('BAD_FILE', { detail: 'The compressed file is incomplete.' });
  });
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

interface DepthGauge {
  /** Returns how many levels of objects and arrays were open at once so far. */
  read(chunk: Uint8Array): number;
}

/** Measures the nesting of JSON without parsing it. Brackets inside strings do not count. */
function makeDepthGauge(): DepthGauge {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  let escaped = false;
  return {
    read(chunk) {
      // By index: the iterator of a typed array takes several times as long.
      for (let index = 0; index < chunk.length; index++) {
        const byte = chunk[index] ?? 0;
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) inString = false;
        } else if (byte === QUOTE) inString = true;
        // `[` and `{`, and `]` and `}`, differ in one bit.
        else if ((byte | 0x20) === 0x7b) {
          depth += 1;
          if (depth > deepest) deepest = depth;
        } else if ((byte | 0x20) === 0x7d) depth -= 1;
      }
      return deepest;
    },
  };
}
