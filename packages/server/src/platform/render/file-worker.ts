import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Size } from '@inlay/charts/chart-props';
import { pageMessages } from '@inlay/messages/page/all';
import { inLanguage } from '@inlay/protocol/language';
import { serveTasks } from '../concurrency/serve-tasks.ts';
import { decoded, drawSvg } from './draw-svg.ts';
import { fontCoverage } from './font-coverage.ts';

// Runs as a worker: fonts, images and documents would take tens of megabytes and milliseconds of the server's.
const require = createRequire(import.meta.url);
const fontFile = (family: string, file: string) => require.resolve(`@expo-google-fonts/${family}/${file}`);
const FONTS = {
  regular: fontFile('inter', '400Regular/Inter_400Regular.ttf'),
  bold: fontFile('inter', '600SemiBold/Inter_600SemiBold.ttf'),
  italic: fontFile('inter', '400Regular_Italic/Inter_400Regular_Italic.ttf'),
  japanese: fontFile('biz-udpgothic', '400Regular/BIZUDPGothic_400Regular.ttf'),
  'japanese-bold': fontFile('biz-udpgothic', '700Bold/BIZUDPGothic_700Bold.ttf'),
};
const ARABIC = [
  fontFile('noto-sans-arabic', '400Regular/NotoSansArabic_400Regular.ttf'),
  fontFile('noto-sans-arabic', '600SemiBold/NotoSansArabic_600SemiBold.ttf'),
];

/** Inter has Latin, Greek, Cyrillic, punctuation, currencies, arrows and geometric shapes. */
const NOT_IN_INTER = /[^\t\n\r -\u052f\u1e00-\u22ff\u25a0-\u25ff\ufb00-\ufb06\ufeff]/u;
const NOT_IN_OURS = /[^\t\n\r -\u052f\u0600-\u077f\u1e00-\u22ff\u25a0-\u25ff\ufb00-\ufdff\ufe70-\ufeff]/gu;

/** CSS pixels to points. */
const POINTS = 0.75;

/** A file to make from finished text, or from an image that somebody uploaded. */
export type FileWork =
  | ImageWork
  | { readonly kind: 'png'; readonly svg: string; readonly scale: number; readonly language: string }
  | {
      readonly kind: 'pdf';
      readonly pages: readonly string[];
      readonly title: string;
      readonly language: string;
    };

/** A PNG of the size, in pixels; an empty file if the image cannot be decoded or nothing in it is visible. */
export interface ImageWork {
  readonly kind: 'image';
  readonly content: Uint8Array;
  readonly contentType: string;
  readonly natural: Size;
  /** At most the natural one. */
  readonly size: Size;
}

async function make(work: FileWork): Promise<Uint8Array> {
  switch (work.kind) {
    case 'image':
      return redrawn(work);
    case 'png':
      return (await picture((await complete([work.svg], work.language)).join(''), work.scale))
        .render()
        .asPng();
    case 'pdf':
      return document(await complete(work.pages, work.language), work.title, work.language);
  }
}

/** Kana, the characters of East Asia, and the punctuation that goes with them. */
const EAST_ASIAN = /[\u3000-\u30ff\u31f0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff01-\uffef]/;

let coverage: ((text: string) => boolean) | undefined;

/** Read on the first file that needs it. */
function isJapanese(text: string): boolean {
  coverage ??= fontCoverage(readFileSync(FONTS.japanese));
  return coverage(text);
}

async function picture(svg: string, scale: number) {
  const { Resvg } = await import('@resvg/resvg-js');
  return new Resvg(readied(svg), { fitTo: { mode: 'zoom', value: scale }, font: fontsFor(foreignIn(svg)) });
}

/**
 * PDFKit copies JPEGs unread, and inflates PNGs where an error ends the thread. resvg leaves out what it cannot decode,
 * CMYK included, and draws the rest as a plain PNG.
 */
async function redrawn({ content, contentType, natural, size }: ImageWork): Promise<Uint8Array> {
  const { Resvg } = await import('@resvg/resvg-js');
  const draw = (image: Uint8Array, type: string, times: number) => {
    const sides = `width="${size.width * times}" height="${size.height * times}"`;
    const address = `data:${type};base64,${Buffer.from(image).toString('base64')}`;
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${sides}><image ${sides} preserveAspectRatio="none" href="${address}"/></svg>`;
    return new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  };
  // resvg skips pixels where an image becomes much smaller: in halves, thin lines stay.
  let times = 2 ** Math.floor(Math.log2(natural.width / size.width));
  let drawn = draw(content, contentType, times);
  for (; times > 1; times /= 2) drawn = draw(drawn.asPng(), 'image/png', times / 2);
  return drawn.pixels.some((byte) => byte > 0) ? drawn.asPng() : new Uint8Array();
}

/** Scripts without a bundled font use the fonts of the machine, which take a while to load. */
const fontsFor = (foreign: string) => ({
  fontFiles: [...Object.values(FONTS), ...ARABIC],
  loadSystemFonts: foreign !== '',
  defaultFontFamily: 'Inter',
  sansSerifFamily: 'Inter',
});

/** The characters that no bundled font has, each once. Marks and joiners change others and are not drawn alone. */
function foreignIn(text: string): string {
  const found = [...new Set(text.match(NOT_IN_OURS) ?? [])].join('').replaceAll(/[\p{M}\p{Cf}]/gu, '');
  return isJapanese(found) ? '' : found;
}

/** No font has it, so the missing-character box is drawn. */
const NEVER_DRAWN = '\u{10ffff}';

/** Whether some characters are missing in the fonts of the machine too. */
async function lacksFont(foreign: string): Promise<boolean> {
  if (foreign === '') return false;
  const { Resvg } = await import('@resvg/resvg-js');
  const texts = [NEVER_DRAWN, ...foreign].map((character) => `<text y="20">${character}</text>`);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20" font-family="Inter">${texts.join('')}</svg>`;
  const drawn = new Resvg(svg, { font: fontsFor(foreign) }).toString();
  const [box, ...outlines] = Array.from(drawn.matchAll(/ d="([^"]*)"/g), ([, outline]) => outline);
  return outlines.includes(box);
}

/** Pages with characters that cannot be drawn say so, in the viewer's language if that can be drawn. */
async function complete(pages: readonly string[], language: string): Promise<readonly string[]> {
  if (!(await lacksFont(foreignIn(pages.join(''))))) return pages;
  const own = inLanguage(pageMessages, language).missingFont;
  const note = (await lacksFont(foreignIn(own))) ? pageMessages.en.missingFont : own;
  return Promise.all(
    pages.map(async (page) => ((await lacksFont(foreignIn(page))) ? withNote(page, note) : page)),
  );
}

function withNote(svg: string, note: string): string {
  const [, opening = ''] = /<svg([^>]*)>/.exec(svg) ?? [];
  const size = (name: string) => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(opening)?.[1] ?? 0);
  const [width, height] = [size('width'), size('height')];
  const start = opening.includes(' direction="rtl"') ? width - 8 : 8;
  const ground = `<rect y="${height - 20}" width="${width}" height="20" fill="#ffffff"/>`;
  const text = `<text x="${start}" y="${height - 6}" font-size="11" fill="#b42318">${note}</text>`;
  return svg.replace(/<\/svg>\s*$/, () => `${ground}${text}</svg>`);
}

/**
 * resvg falls back to another font for a whole text or not at all. So a text with Arabic letters names the font that has
 * them, with signs in place of the triangles that it lacks; the same goes for Japanese.
 */
function readied(svg: string): string {
  const named = svg.replaceAll(
    /<text([^>]*)>(.*?)<\/text>/gs,
    (whole, attributes: string, content: string) => {
      if (EAST_ASIAN.test(content) && isJapanese(decoded(content)))
        return `<text${attributes} font-family="BIZ UDPGothic">${content}</text>`;
      if (!ARABIC_LETTER.test(content)) return whole;
      const signs = content.replaceAll(/▲ ?/g, '+').replaceAll(/▼ ?/g, '−');
      return `<text${attributes} font-family="Noto Sans Arabic">${signs}</text>`;
    },
  );
  return /<svg[^>]* direction="rtl"/.test(svg) ? fromTheRight(named) : named;
}

const ARABIC_LETTER = /[\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc]/;

/** resvg ignores `direction`: a line that begins at the right is anchored at its `end`. */
function fromTheRight(svg: string): string {
  const anchors: string[] = [];
  return svg.replaceAll(/<(\/?)(\w+)([^>]*?)(\/?)>/g, (whole, closes, tag, attributes: string, empty) => {
    if (closes) {
      anchors.pop();
      return whole;
    }
    const anchor = /text-anchor="(\w+)"/.exec(attributes)?.[1] ?? anchors.at(-1) ?? 'start';
    if (!empty) anchors.push(anchor);
    if (tag !== 'text' || anchor === 'middle') return whole;
    const others = attributes.replace(/ ?text-anchor="\w+"/, '');
    return `<text${others} text-anchor="${anchor === 'end' ? 'start' : 'end'}"${empty}>`;
  });
}

async function document(pages: readonly string[], title: string, language: string): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit');
  const made = new PDFDocument({
    autoFirstPage: false,
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    lang: language,
    // The documents are those of the tenant: they name no product.
    info: { Title: title, Producer: '', Creator: '' },
    displayTitle: true,
  });
  const chunks: Uint8Array[] = [];
  made.on('data', (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise((resolve) => made.on('end', resolve));
  for (const [name, file] of Object.entries(FONTS)) made.registerFont(name, file);
  for (const svg of pages) {
    made.addPage();
    // Left-to-right text that one font covers stays text, which readers can select and search.
    const isPlain = hasFonts(svg) && !/ direction="rtl"/.test(svg);
    const drawn = isPlain ? svg : strokesFirst((await picture(svg, 1)).toString());
    made.scale(POINTS);
    drawSvg(made, drawn, (bold, italic, messages) => {
      if (EAST_ASIAN.test(messages)) return bold ? 'japanese-bold' : 'japanese';
      return bold ? 'bold' : italic ? 'italic' : 'regular';
    });
  }
  made.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Whether each text of a page is covered by one font. */
function hasFonts(svg: string): boolean {
  if (!NOT_IN_INTER.test(svg)) return true;
  return [...svg.matchAll(/>([^<]+)</g)].every(
    ([, messages = '']) =>
      !NOT_IN_INTER.test(messages) || (EAST_ASIAN.test(messages) && isJapanese(decoded(messages))),
  );
}

/** Letters that were converted to paths are drawn twice: first their outline, then their fill. */
const strokesFirst = (svg: string) =>
  svg.replaceAll(/<path\b[^>]*paint-order="stroke"[^>]*\/>/g, (path) => {
    const plain = path.replace(/ paint-order="stroke"/, '');
    return plain + plain.replaceAll(/ stroke(?:-[a-z]+)?="[^"]*"/g, '');
  });

serveTasks(make);
