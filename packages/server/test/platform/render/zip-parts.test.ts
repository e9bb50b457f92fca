import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { zipParts } from '../../../src/platform/render/zip-parts.ts';

const LINE = 'a row of an uncompressed megabyte\n';

describe('zipParts', () => {
  it('writes an archive with each text at its path', async () => {
    const long = LINE.repeat(30_000);
    const files = unzipSync(
      await buffer(
        zipParts([
          ['first.xml', ['<a>', 'ä', '</a>']],
          [
            'folder/long.xml',
            (function* () {
              for (let row = 0; row < 30_000; row += 1) yield LINE;
            })(),
          ],
          ['empty.xml', []],
        ]),
      ),
    );
    const texts = Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString()]);
    assert.deepEqual(Object.fromEntries(texts), {
      'first.xml': '<a>ä</a>',
      'folder/long.xml': long,
      'empty.xml': '',
    });
  });

  it('lists sizes and checksums', async () => {
    const text = LINE.repeat(100);
    const archive = await buffer(zipParts([['a.xml', [text.slice(0, 50), text.slice(50)]]]));
    const entry = archive.indexOf(Buffer.from('PK\x01\x02'));
    assert.equal(archive.readUInt32LE(entry + 16), crc32(text));
    assert.equal(archive.readUInt32LE(entry + 20), deflateRawSync(text).length);
    assert.equal(archive.readUInt32LE(entry + 24), text.length);
  });

  it('makes no more than what is read', async () => {
    let made = 0;
    const archive = zipParts([
      [
        'long.txt',
        (function* () {
          for (; made < 1_000_000; made += 1) yield `${Math.random()}`;
        })(),
      ],
    ]);
    for await (const bytes of archive) if (bytes.length > 0) break;
    assert.ok(made < 100_000, `${made} pieces were made`);
  });
});
