import { crc32, deflateSync } from 'node:zlib';

/** A PNG of one color with a size that its header states. */
export function pngOf(width: number, height: number, { rows = height } = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per channel, red, green and blue.
  header.set([8, 2], 8);
  const row = Buffer.alloc(1 + 3 * width, 0x40);
  row[0] = 0;
  const pixels = deflateSync(Buffer.concat(Array(rows).fill(row)));
  return pngWith(chunk('IHDR', header), chunk('IDAT', pixels));
}

export const pngWith = (...chunks: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks, chunk('IEND', Buffer.alloc(0))]);

export function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const edges = Buffer.alloc(8);
  edges.writeUInt32BE(data.length, 0);
  edges.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([edges.subarray(0, 4), body, edges.subarray(4)]);
}

/** The markers of a JPEG, without pixels. */
export function jpegOf(width: number, height: number): Buffer {
  const frame = Buffer.from('ffc2000b080000000001011100', 'hex');
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const [start, scan] = [Buffer.from('ffd8ffe000044a46ffff', 'hex'), Buffer.from('ffda0000ffd9', 'hex')];
  return Buffer.concat([start.subarray(0, 8), Buffer.from('ff', 'hex'), frame, scan]);
}

/** A blue JPEG of 24 × 8 pixels. */
export const blueJpeg = (): Buffer =>
  Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABQODxIPDRQSEBIXFRQYHjIhHhwcHj0sLiQySUBMS0dARkVQWnNiUFVtVkVGZIhlbXd7gYKBTmCNl4x9lnN+gXz/2wBDARUXFx4aHjshITt8U0ZTfHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHx8fHz/wAARCAAIABgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAX/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCWAqJoAD//2Q==',
    'base64',
  );

export const logoUrl = (content: Buffer, type = 'png'): string =>
  `data:image/${type};base64,${content.toString('base64')}`;
