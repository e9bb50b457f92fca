import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { chunk, jpegOf, logoUrl, pngOf } from '../../../../../test/support/mail/sample-logo.ts';
import { readMailLogo } from '../../../src/features/mail/mail-logo.ts';

const sizeOf = (url: string) => {
  const logo = readMailLogo(url);
  return typeof logo === 'string' ? logo : [logo.width, logo.height, logo.image.contentType];
};

describe('the logo of emails', () => {
  it('has the size that its bytes state', () => {
    assert.deepEqual(sizeOf(logoUrl(pngOf(300, 48))), [300, 48, 'image/png']);
    assert.deepEqual(sizeOf(logoUrl(jpegOf(640, 200), 'jpeg')), [640, 200, 'image/jpeg']);
    assert.deepEqual(sizeOf(logoUrl(pngOf(2000, 1))), [2000, 1, 'image/png']);
  });

  it('has an id of its content', () => {
    const idOf = (url: string) => {
      const logo = readMailLogo(url);
      return typeof logo === 'string' ? logo : logo.image.cid;
    };
    assert.match(idOf(logoUrl(pngOf(2, 2))), /^[0-9a-f]{32}@logo$/);
    assert.notEqual(idOf(logoUrl(pngOf(2, 2))), idOf(logoUrl(pngOf(2, 3))));
  });

  const good = pngOf(30, 10);
  const changed = (change: (file: Buffer) => void) => {
    const file = Buffer.from(good);
    change(file);
    return file;
  };
  for (const [what, content, problem] of [
    ['more than 2000 pixels', pngOf(2001, 1), /at most 2000 pixels/],
    ['a few bytes that decode to gigabytes', pngOf(65_500, 65_500, { rows: 1 }), /at most 2000 pixels/],
    ['no width', pngOf(0, 10), /at most 2000 pixels/],
    ['only the signature of a PNG', Buffer.from('\x89PNG\r\n\x1a\n<script>', 'latin1'), /complete PNG/],
    ['no signature', good.subarray(1), /complete PNG/],
    ['a wrong checksum', changed((file) => file.writeUInt8(99, 19)), /complete PNG/],
    ['a chunk that is longer than the file', changed((file) => file.writeUInt32BE(2 ** 31, 33)), /complete/],
    ['no end', good.subarray(0, -12), /complete PNG/],
    ['something after its end', Buffer.concat([good, Buffer.from('<html>')]), /complete PNG/],
    ['no pixels', Buffer.concat([good.subarray(0, 33), chunk('IEND', Buffer.alloc(0))]), /complete PNG/],
    ['a JPEG in it', jpegOf(30, 10), /complete PNG/],
  ] as const)
    it(`is no PNG with ${what}`, () => {
      const found = sizeOf(logoUrl(content));
      assert.ok(typeof found === 'string' && problem.test(found), String(found));
    });

  const jpeg = jpegOf(30, 10);
  for (const [what, content] of [
    ['no end', jpeg.subarray(0, -2)],
    ['no frame', Buffer.from('ffd8ffe000044a46ffda0000ffd9', 'hex')],
    ['a length that leads behind it', Buffer.from('ffd8ffe0ffff4a46ffda0000ffd9', 'hex')],
    ['a PNG in it', good],
    ['nothing', Buffer.from('ffd8ffd9', 'hex')],
  ] as const)
    it(`is no JPEG with ${what}`, () => {
      assert.equal(sizeOf(logoUrl(content, 'jpeg')), 'must be a complete JPEG image');
    });

  it('is at most 64 KB', () => {
    const filler = (size: number) => chunk('teXt', Buffer.alloc(size - good.length - 12));
    const fill = (size: number) => Buffer.concat([good.subarray(0, 33), filler(size), good.subarray(33)]);
    assert.deepEqual(sizeOf(logoUrl(fill(64 * 1024))), [30, 10, 'image/png']);
    assert.equal(sizeOf(logoUrl(fill(64 * 1024 + 1))), 'must be at most 64 KB');
  });

  for (const url of [
    logoUrl(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'svg+xml'),
    logoUrl(Buffer.from('GIF89a'), 'gif'),
    'https://evil.example/logo.png',
    'data:image/png;base64,"><script>',
    'data:image/png,x',
    '',
  ])
    it(`is not ${url.slice(0, 30)}`, () => {
      assert.equal(sizeOf(url), 'must be a PNG or JPEG image, as a data URL');
    });
});
