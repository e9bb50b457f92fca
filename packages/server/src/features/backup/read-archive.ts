import { createReadStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';

export interface ArchiveEntry {
  readonly name: string;
  readonly bytes: AsyncIterable<Buffer>;
}

/** The entries of a gzip'ed tar in order, each to be read before the next. Throws where the file is damaged. */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const tar = extract();
  const read = pipeline(createReadStream(file), createGunzip(), tar as unknown as Writable);
  // The loop below throws too, and then says less about the reason than `read` does.
  const reason = read.then(
    () => undefined,
    (error: Error) => error,
  );
  let odd: Error | undefined;
  try {
    for await (const source of tar) {
      if (source.header.type !== 'file') {
        odd = new Error(`there is a ${source.header.type} in it`);
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

export async function readText(entry: ArchiveEntry): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of entry.bytes) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
