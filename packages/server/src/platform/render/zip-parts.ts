import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';
import { bytesOf } from '../concurrency/bytes-of.ts';

const DEFLATE = 8;

/** A ZIP archive of texts in pieces, made as it is read. */
export function zipParts(parts: Iterable<readonly [path: string, pieces: Iterable<string>]>): Readable {
  return Readable.from(archive(parts), { objectMode: false });
}

async function* archive(parts: Parameters<typeof zipParts>[0]): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error) throw error;
    written.push(bytes);
  });
  for (const [filename, pieces] of parts) {
    const file: ZipInputFile = { filename, size: 0, crc: 0, compression: DEFLATE };
    zip.add(file);
    for await (const bytes of pipeline(counted(pieces, file), createDeflateRaw(), () => {})) {
      file.ondata?.(null, bytes, false);
      yield* written.splice(0);
    }
    file.ondata?.(null, new Uint8Array(), true);
  }
  zip.end();
  yield* written;
}

/** The archive lists the size and checksum of each file behind it. */
async function* counted(
  pieces: Iterable<string>,
  file: Pick<ZipInputFile, 'size' | 'crc'>,
): AsyncGenerator<Buffer> {
  for await (const bytes of bytesOf(pieces) as AsyncIterable<Buffer>) {
    file.size += bytes.length;
    file.crc = crc32(bytes, file.crc);
    yield bytes;
  }
}
