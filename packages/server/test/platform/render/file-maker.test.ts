import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { fakeTime } from '../../../../../test/support/time/fake-time.ts';
import { AppError } from '../../../src/platform/errors.ts';
import { FileMaker } from '../../../src/platform/render/file-maker.ts';
import { systemTime } from '../../../src/platform/time/time.ts';

const svg = (words: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"${attributes}><rect width="200" height="80" fill="#ffffff"/><text x="100" y="40" font-size="14" font-weight="600" fill="#16191f">${words}</text></svg>`;
const code = (expected: string) => (error: unknown) => error instanceof AppError && error.code === expected;

describe('file maker', () => {
  const maker = new FileMaker(systemTime);
  after(() => maker.close());
  const pdf = (...pages: string[]) => maker.make({ kind: 'pdf', pages, title: 'A title', language: 'en' });
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1');

  it('renders images of the requested size', async () => {
    const png = Buffer.from(await maker.make({ kind: 'png', svg: svg('Hello'), scale: 2, language: 'en' }));
    assert.equal(png.subarray(1, 4).toString(), 'PNG');
    assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [400, 160]);
  });

  it('creates PDFs with one page per drawing and selectable text', async () => {
    const made = text(await pdf(svg('First'), svg('Second &amp; last')));
    assert.match(made, /^%PDF-/);
    assert.equal(made.match(/\/Type \/Page\b/g)?.length, 2);
    assert.match(made, /\/ToUnicode/);
    assert.match(made, /\/BaseFont \/\w+\+Inter/);
  });

  it('draws right-to-left text and characters without a font as paths', async () => {
    const made = text(await pdf(svg('مليون 80', ' direction="rtl"')));
    assert.doesNotMatch(made, /\/ToUnicode/);
    const streams = [...made.matchAll(/stream\n(.*?)\nendstream/gs)].map(([, stream = '']) =>
      inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'),
    );
    const curves = streams.join('').match(/ c\n/g)?.length ?? 0;
    assert.ok(curves > 20, `${curves} curves`);
  });

  it('uses a separate font for Japanese, with selectable text', async () => {
    const made = text(await pdf(svg('売上高 €1,200'), svg('Revenue')));
    assert.match(made, /\/BaseFont \/\w+\+BIZ/);
    assert.equal(made.match(/\/ToUnicode/g)?.length, 2);
    const drawn = await Promise.all(
      ['売上', '関東', '\u{10fffd}\u{10fffd}'].map((words) =>
        maker.make({ kind: 'png', svg: svg(words), scale: 1, language: 'en' }),
      ),
    );
    const different = new Set(drawn.map((png) => Buffer.from(png).toString('base64')));
    assert.equal(different.size, 3, 'none of them is two boxes');
  });

  it('says in the file that characters are missing where no font has them', async () => {
    const picture = async (text: string, language: string) =>
      Buffer.from(await maker.make({ kind: 'png', svg: svg(text), scale: 1, language })).toString('base64');
    const unknown = '\u{10fffd}';
    const [english, german] = await Promise.all([picture(unknown, 'en'), picture(unknown, 'de')]);
    assert.notEqual(english, german, 'the note is in the viewer’s language');
    assert.equal(
      await picture('Umsatz', 'en'),
      await picture('Umsatz', 'de'),
      'there is no note without need',
    );
    const sizeOf = async (...texts: string[]) => (await pdf(...texts.map((text) => svg(text)))).length;
    assert.ok((await sizeOf('A', unknown)) > (await sizeOf('A', 'B')) + 2000, 'so do documents');
  });

  for (const [script, text] of [
    ['Chinese', '销售额'],
    ['Japanese', '売上高'],
    ['Arabic', 'المبيعات'],
    ['Polish', 'Sprzedaż'],
  ] as const)
    it(`has a font for ${script}, or says that it lacks one`, async () => {
      const draw = async (drawn: string, language: string) =>
        Buffer.from(await maker.make({ kind: 'png', svg: svg(drawn), scale: 1, language })).toString(
          'base64',
        );
      const says = (await draw(text, 'en')) !== (await draw(text, 'de'));
      const boxes = [...text].map(() => '\u{10fffd}').join('');
      const isBoxes = (await draw(text, 'en')) === (await draw(boxes, 'en'));
      assert.ok(says || !isBoxes);
      if (script !== 'Chinese') assert.equal(says, false);
    });

  it('continues after an invalid drawing', async () => {
    await assert.rejects(
      maker.make({ kind: 'png', svg: '<svg', scale: 1, language: 'en' }),
      code('INTERNAL'),
    );
    assert.ok((await maker.make({ kind: 'png', svg: svg('Again'), scale: 1, language: 'en' })).length > 100);
  });
});

describe('limits of the file maker', () => {
  const work = { kind: 'png', svg: svg('x'), scale: 1, language: 'en' } as const;

  it('refuses files that are too large and continues with the queue', async () => {
    const maker = new FileMaker(systemTime, { maxBytes: 1000 });
    await assert.rejects(maker.make({ ...work, svg: svg('x'.repeat(1001)) }), code('REQUEST_INVALID'));
    const [first, second] = [maker.make(work), maker.make(work)];
    assert.ok(await first);
    assert.ok(await second);
    await maker.close();
  });

  it('aborts a file that takes too long, and rejects queued files on close', async () => {
    const time = fakeTime();
    const slow = new FileMaker(time, { timeoutMs: 1000 });
    const late = assert.rejects(slow.make(work), code('INTERNAL'));
    await time.untilWaiting();
    await time.advance(1000);
    await late;
    await slow.close();
    const closing = new FileMaker(systemTime);
    const refused = assert.rejects(closing.make(work), code('UNAVAILABLE'));
    await closing.close();
    await refused;
  });
});
