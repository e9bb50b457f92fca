import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { deflateSync, inflateSync } from 'node:zlib';
import { blueJpeg, chunk, jpegOf, pngOf, pngWith } from '../../../../../test/support/mail/sample-logo.ts';
import { pngSize } from '../../../src/features/mail/image-size.ts';
import { coverLogo } from '../../../src/platform/render/document/cover-logo.ts';
import { FileMaker } from '../../../src/platform/render/file-maker.ts';
import { pngAddress } from '../../../src/platform/render/html.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

/** Bit depth, color type (PNG §11.2.1) and interlacing of an image, its rows, and chunks before them. */
function pngFrom(
  [width, height, depth, colors, interlaced = 0]: readonly number[],
  pixels: Buffer,
  ...chunks: readonly Buffer[]
): Buffer {
  const header = Buffer.from([
    0,
    0,
    0,
    width ?? 0,
    0,
    0,
    0,
    height ?? 0,
    depth ?? 0,
    colors ?? 0,
    0,
    0,
    interlaced,
  ]);
  return pngWith(chunk('IHDR', header), ...chunks, chunk('IDAT', pixels));
}

describe('the logo on a cover', () => {
  const files = new FileMaker(systemTime);
  after(() => files.close());
  const logoOf = (content: Buffer, width: number, height: number, contentType = 'image/png') =>
    coverLogo({ image: { content, contentType }, width, height }, files);

  it('keeps its proportions, has no more pixels than print needs, and is never enlarged', async () => {
    for (const [natural, shown, pixels] of [
      [
        [600, 120],
        [200, 40],
        [600, 120],
      ],
      [
        [2000, 100],
        [240, 12],
        [960, 48],
      ],
      [
        [1200, 1200],
        [40, 40],
        [160, 160],
      ],
      [
        [20, 10],
        [20, 10],
        [20, 10],
      ],
      [
        [2000, 1],
        [240, 0.12],
        [960, 1],
      ],
    ] as const) {
      const [width, height] = natural;
      const logo = await logoOf(pngOf(width, height), width, height);
      assert.deepEqual([logo?.width, logo?.height], shown);
      const size = pngSize(Buffer.from(logo?.png ?? []));
      assert.deepEqual([size?.width, size?.height], pixels);
    }
  });

  const row = (...bytes: number[]) => deflateSync(Buffer.from([0, ...bytes]));
  const palette = [
    chunk('PLTE', Buffer.from([0x0b, 0x5c, 0xab, 0, 0, 0])),
    chunk('tRNS', Buffer.from([0xff, 0])),
  ];
  for (const [what, content, width, height, type] of [
    ['16 bits per channel', pngFrom([1, 1, 16, 6], row(9, 9, 9, 9, 9, 9, 255, 255)), 1, 1],
    ['a transparent palette', pngFrom([2, 1, 8, 3], row(0, 1), ...palette), 2, 1],
    ['one bit per pixel', pngFrom([8, 1, 1, 0], row(0b01010101)), 8, 1],
    ['interlaced rows', pngFrom([1, 1, 8, 2, 1], row(9, 9, 9)), 1, 1],
    ['the format JPEG', blueJpeg(), 24, 8, 'image/jpeg'],
  ] as const)
    it(`can have ${what}`, async () => {
      const { png } = (await logoOf(content, width, height, type)) ?? {};
      assert.deepEqual(pngSize(Buffer.from(png ?? [])), { width, height });
    });

  for (const [what, content, type] of [
    ['a PNG that ends in its first row', pngOf(24, 8, { rows: 0 })],
    ['a PNG whose rows do not inflate', pngFrom([24, 8, 8, 2], Buffer.from('no zlib'))],
    ['a PNG of which nothing is visible', pngFrom([1, 1, 8, 6], row(9, 9, 9, 0))],
    ['a JPEG without pixels', jpegOf(24, 8), 'image/jpeg'],
  ] as const)
    it(`is absent for ${what}, and the next one is there`, async () => {
      assert.equal(await logoOf(content, 24, 8, type), undefined);
      assert.ok(await logoOf(pngOf(24, 8), 24, 8));
    });

  const page = (href: string, attributes = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="1123" height="794"${attributes}><g transform="translate(48 48)"><image href="${href}" x="12" y="8" width="200" height="40"/></g><text y="40">Sales</text></svg>`;
  const pdf = async (svg: string) =>
    Buffer.from(await files.make({ kind: 'pdf', pages: [svg], title: 'Sales', language: 'en' })).toString(
      'latin1',
    );

  for (const direction of ['ltr', 'rtl'])
    it(`is in a PDF that reads ${direction} once, in its place`, async () => {
      const { png } = (await logoOf(pngOf(600, 120), 600, 120)) ?? {};
      const made = await pdf(page(pngAddress(png ?? Buffer.alloc(0)), ` direction="${direction}"`));
      assert.equal(
        made.match(/\/Width 600\n\/Height 120\n\/Filter \/FlateDecode\n\/ColorSpace \/DeviceRGB/g)?.length,
        1,
      );
      // A4 in landscape has 595.28 points, and a CSS pixel 0.75.
      assert.deepEqual(imagesIn(made), [{ width: 150, height: 30, left: 45, top: 42 }]);
    });

  it('comes from the page alone, never from a file or an address', async () => {
    for (const href of [import.meta.filename, 'https://evil.example/a.png', 'data:text/html;base64,PGI+', ''])
      assert.deepEqual(imagesIn(await pdf(page(href))), []);
  });
});

type Matrix = readonly [number, number, number, number, number, number];

/** Where a PDF draws images, in points from the upper left corner: its operators `q`, `Q`, `cm` and `Do`. */
function imagesIn(made: string) {
  const [content = ''] = Array.from(made.matchAll(/stream\n(.*?)\nendstream/gs), ([, stream = '']) => {
    const bytes = Buffer.from(stream, 'latin1');
    return bytes[0] === 0x78 ? inflateSync(bytes).toString('latin1') : '';
  }).filter((text) => / cm\n/.test(text));
  const stack: Matrix[] = [[1, 0, 0, 1, 0, 0]];
  const found: object[] = [];
  const rounded = (points: number) => Math.round(points * 100) / 100;
  for (const line of content.split('\n')) {
    const [a, b, c, d, e, f] = stack.at(-1) as Matrix;
    if (line === 'q') stack.push([a, b, c, d, e, f]);
    else if (line === 'Q') stack.pop();
    else if (line.endsWith(' cm')) {
      const [A, B, C, D, E, F] = line.split(' ').map(Number) as unknown as Matrix;
      const moved = [a * E + c * F + e, b * E + d * F + f] as const;
      stack[stack.length - 1] = [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D, ...moved];
    } else if (line.endsWith(' Do'))
      found.push({ width: rounded(a), height: rounded(d), left: rounded(e), top: rounded(595.28 - f - d) });
  }
  return found;
}
