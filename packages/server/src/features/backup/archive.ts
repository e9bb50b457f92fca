import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, type Pack, pack } from 'tar-stream';
import { countBytes } from '../../platform/count-bytes.ts';
import { syncFolder } from '../../platform/sync-folder.ts';

export interface ArchiveWriter {
  add(name: string, content: string): Promise<void>;
  /** Adds the first `size` bytes of a file, which may be growing. */
  addFile(name: string, path: string, size: number, onBytes: (count: number) => void): Promise<void>;
}

/** Writes a gzipped tar readable only by its owner. It gets its final name once it is complete and synced. */
export async function writeArchive(
  file: string,
  signal: AbortSignal,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const partial = `${file}.partial-${process.pid}`;
  const tar = pack();
  const out = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true });
  const written = pipeline(Readable.from(tar), createGzip({ level: 4 }), out, { signal });
  const filled = fill(writerTo(tar)).then(
    () => tar.finalize(),
    (error) => {
      tar.destroy(error);
      throw error;
    },
  );
  try {
    // If one fails, so does the other; `written` rejects with the reason.
    for (const outcome of await Promise.allSettled([written, filled])) {
      if (outcome.status === 'rejected') throw outcome.reason;
    }
    await rename(partial, file);
    await syncFolder(dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

function writerTo(tar: Pack): ArchiveWriter {
  const entry = (name: string, size: number, content: Readable) =>
    pipeline(content, tar.entry({ name, size, mode: 0o600 }));
  return {
    add: (name, content) => {
      const bytes = Buffer.from(content);
      return entry(name, bytes.length, Readable.from([bytes]));
    },
    addFile: (name, path, size, onBytes) =>
      entry(
        name,
        size,
        size === 0
          ? Readable.from([])
          : Readable.from(countBytes(createReadStream(path, { end: size - 1 }), onBytes)),
      ),
  };
}

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** Iterates over the entries of a gzipped tar; read each before the next. Throws if the file is damaged. */
export async function* readArchive(
  file: string,
  onBytes: (count: number) => void,
): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const read = pipeline(countBytes(createReadStream(file), onBytes), createGunzip(), tar);
  // The loop below throws too, but `read` has the better error.
  const reason = read.then(
    () => undefined,
    (error: Error) => error,
  );
  let odd: Error | undefined;
  try {
    for await (const source of tar) {
      if (source.header.type !== 'file') {
        odd = new Error(`it contains an entry of type ${source.header.type}`);
        throw odd;
      }
      yield { name: source.header.name, bytes: source as AsyncIterable<Buffer> };
      source.resume();
    }
  } catch (error) {
    tar.destroy();
    throw odd ?? (await reason) ?? error;
  }
  await read;
}

/** The text of an entry, as it arrives. */
export async function* textOf(entry: ArchiveEntry): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const part of entry.bytes) yield decoder.decode(part, { stream: true });
  yield decoder.decode();
}

/** The text of an entry that has a few KB. */
export async function readText(entry: ArchiveEntry): Promise<string> {
  let whole = '';
  for await (const text of textOf(entry)) {
    whole += text;
    if (whole.length > maxTextLength) throw new Error('it is too long');
  }
  return whole;
}

const maxTextLength = 1024 * 1024;
