import { inflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { CannotVerify } from './instance.ts';
import { CANNOT_VERIFY } from './messages.ts';

/** Of one file, unpacked. */
const MAX_BYTES = 128 * 1024 * 1024;

/** The text in an exported file, whatever its format; empty for images. */
export function readableFile(format: string, bytes: Buffer): string {
  const allow = limitBytes();
  if (format === 'xlsx')
    return Object.values(unzipSync(bytes, { filter: ({ originalSize }) => allow(originalSize) }))
      .map((part) => Buffer.from(part).toString('utf8'))
      .join('\n');
  if (format === 'pdf') return pdfText(bytes.toString('latin1'), allow);
  return format === 'png' ? '' : bytes.toString('utf8');
}

const tooLarge = () => new CannotVerify(CANNOT_VERIFY.fileTooLarge(String(MAX_BYTES)));

/** Counts bytes, and throws once there are too many. */
function limitBytes(): (bytes: number) => true {
  let left = MAX_BYTES;
  return (bytes) => {
    left -= bytes;
    if (left < 0) throw tooLarge();
    return true;
  };
}

/**
 * The text of a PDF: strings are numbers of glyphs, which the `ToUnicode` table of their font maps to characters
 * (ISO 32000-1 §9.10.3). Shapes are not read.
 */
function pdfText(file: string, allow: (bytes: number) => true): string {
  const objects = new Map(
    [...file.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)].map(([, id = '', body = '']) => [id, body]),
  );
  const fonts = new Map<string, ReadonlyMap<string, string>>();
  for (const body of objects.values())
    for (const [, name = '', id = ''] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1];
      if (table !== undefined) fonts.set(name, readCharacters(streamOf(objects.get(table) ?? '', allow)));
    }
  return [...objects.values()]
    .filter((body) => body.includes('stream'))
    .map((body) => textOf(streamOf(body, allow), fonts))
    .join('\n');
}

function streamOf(body: string, allow: (bytes: number) => true): string {
  const [, dictionary = '', data = ''] = /^(.*?)stream\r?\n(.*)\r?\nendstream/s.exec(body) ?? [];
  if (!dictionary.includes('/FlateDecode')) return data;
  const text = inflated(Buffer.from(data, 'latin1'));
  allow(text.length);
  return text;
}

function inflated(data: Buffer): string {
  try {
    return inflateSync(data, { maxOutputLength: MAX_BYTES }).toString('latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge();
    // Not text: an image or a font in another encoding.
    return '';
  }
}

/** `<0001> <0041>` and `<0001> <0003> [<0041> <0042> <0043>]` */
function readCharacters(table: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  const decode = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, block = ''] of table.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, code = '', text = ''] of block.matchAll(/<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>/g))
      characters.set(code.toLowerCase(), decode(text));
  for (const [, block = ''] of table.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, from = '', list = ''] of block.matchAll(/<([0-9a-fA-F]+)>\s*<[0-9a-fA-F]+>\s*\[(.*?)\]/gs))
      [...list.matchAll(/<([0-9a-fA-F]+)>/g)].forEach(([, text = ''], index) => {
        const code = (Number.parseInt(from, 16) + index).toString(16).padStart(from.length, '0');
        characters.set(code, decode(text));
      });
  return characters;
}

function textOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  let font: ReadonlyMap<string, string> | undefined;
  let text = '';
  for (const [, name, array] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name !== undefined) font = fonts.get(name);
    for (const [, hex = ''] of (array ?? '').matchAll(/<([0-9a-fA-F]+)>/g))
      for (const code of hex.match(/.{4}/g) ?? []) text += font?.get(code.toLowerCase()) ?? '';
    if (array !== undefined) text += '\n';
  }
  return text;
}
