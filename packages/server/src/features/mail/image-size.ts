import { crc32 } from 'node:zlib';

/** In pixels, as the file states them. */
export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Length and type before the data of a chunk, and its checksum after it. */
const CHUNK = 12;

/** Undefined if it is not a PNG from its signature to the end of its last chunk (PNG §5). */
export function pngSize(file: Buffer): ImageSize | undefined {
  if (!file.subarray(0, PNG.length).equals(PNG)) return undefined;
  let size: ImageSize | undefined;
  let hasPixels = false;
  for (let start = PNG.length; start + CHUNK <= file.length; ) {
    const end = start + CHUNK + file.readUInt32BE(start);
    if (end > file.length || crc32(file.subarray(start + 4, end - 4)) !== file.readUInt32BE(end - 4))
      return undefined;
    const type = file.toString('latin1', start + 4, start + 8);
    const isFirst = start === PNG.length;
    if (isFirst !== (type === 'IHDR') || (isFirst && end - start !== CHUNK + 13)) return undefined;
    size ??= { width: file.readUInt32BE(start + 8), height: file.readUInt32BE(start + 12) };
    hasPixels ||= type === 'IDAT';
    if (type === 'IEND') return hasPixels && end === file.length ? size : undefined;
    start = end;
  }
  return undefined;
}

const START = 0xffd8;
const END = 0xffd9;
/** Baseline, extended and progressive. Mail clients show no others. */
const FRAMES: readonly number[] = [0xffc0, 0xffc1, 0xffc2];
const SCAN = 0xffda;

/** Undefined if it has no frame before its first scan, or no end (ITU T.81 §B.1). */
export function jpegSize(file: Buffer): ImageSize | undefined {
  if (file.length < 4 || file.readUInt16BE(0) !== START || file.readUInt16BE(file.length - 2) !== END)
    return undefined;
  for (let start = 2; start + 9 <= file.length; ) {
    // Any number of fill bytes may precede a marker.
    if (file.readUInt16BE(start) === 0xffff) start += 1;
    else {
      const marker = file.readUInt16BE(start);
      if (marker < 0xffc0 || marker === SCAN) return undefined;
      if (FRAMES.includes(marker))
        return { width: file.readUInt16BE(start + 7), height: file.readUInt16BE(start + 5) };
      start += 2 + file.readUInt16BE(start + 2);
    }
  }
  return undefined;
}
