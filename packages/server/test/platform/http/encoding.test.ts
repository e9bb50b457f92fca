import assert from 'node:assert/strict';
import { pipeline } from 'node:stream';
import { describe, it } from 'node:test';
import {
  brotliDecompressSync,
  createBrotliDecompress,
  createGunzip,
  createZstdDecompress,
  gunzipSync,
  zstdDecompressSync,
} from 'node:zlib';
import { encodePage, encodeParts } from '@inlay/server/platform/http/encoding';
import { eventually } from '../../../../../test/support/time/eventually.ts';

const DECODERS = {
  zstd: { whole: zstdDecompressSync, stream: createZstdDecompress },
  br: { whole: brotliDecompressSync, stream: createBrotliDecompress },
  gzip: { whole: gunzipSync, stream: createGunzip },
  identity: { whole: (body: Buffer) => body, stream: undefined },
} as const;
const ENCODINGS = ['zstd', 'br', 'gzip', 'identity'] as const;
const PARTS = ['<p>first', ' – ünïcode', ' and last</p>'];

describe('compressed responses', () => {
  for (const encoding of ENCODINGS) {
    it(`${encoding}: a page is decoded to the same text`, async () => {
      const page = PARTS.join('').repeat(10_000);
      const body = await encodePage(page, encoding);
      assert.equal(DECODERS[encoding].whole(body).toString(), page);
    });

    it(`${encoding}: each part can be read before the next one exists`, async () => {
      const read: string[] = [];
      const parts = async function* () {
        for (const [index, part] of PARTS.entries()) {
          yield part;
          await eventually(() => assert.deepEqual(read, PARTS.slice(0, index + 1)));
        }
      };
      const sent = encodeParts(parts(), encoding);
      const decoder = DECODERS[encoding].stream?.();
      for await (const text of decoder ? pipeline(sent, decoder, () => {}) : sent) read.push(String(text));
      assert.deepEqual(read, PARTS);
    });

    it(`${encoding}: stops the parts when the reader leaves`, async () => {
      const stopped = Promise.withResolvers<void>();
      const endless = async function* () {
        try {
          for (;;) yield 'more and more';
        } finally {
          stopped.resolve();
        }
      };
      const sent = encodeParts(endless(), encoding);
      for await (const _ of sent) break;
      await stopped.promise;
    });
  }

  it('zstd: needs no larger window than browsers allow (RFC 9659), however long the response', async () => {
    const long = 'x'.repeat(9_000_000);
    const streamed: Buffer[] = [];
    const parts = async function* () {
      for (let index = 0; index < 9; index++) yield long.slice(0, 1_000_000);
    };
    for await (const chunk of encodeParts(parts(), 'zstd')) streamed.push(chunk);
    for (const body of [await encodePage(long, 'zstd'), Buffer.concat(streamed)]) {
      assert.ok(windowOf(body) <= 8 * 1024 * 1024, `${windowOf(body)} bytes`);
      assert.equal(zstdDecompressSync(body).length, long.length);
    }
  });
});

/** The window size of a frame (RFC 8878 §3.1.1.1.2); that of a single segment is its content. */
function windowOf(frame: Buffer): number {
  assert.equal(frame.readUInt32LE(0), 0xfd2fb528);
  const isSingleSegment = ((frame[4] ?? 0) & 0b10_0000) !== 0;
  if (isSingleSegment) return zstdDecompressSync(frame).length;
  const descriptor = frame[5] ?? 0;
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}
