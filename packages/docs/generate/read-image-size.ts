/** Width and height of a PNG, which are at the start of its first chunk (RFC 2083 §4.1.1). */
export function readImageSize(png: Buffer): { readonly width: number; readonly height: number } {
  if (png.toString('latin1', 12, 16) !== 'IHDR') throw new Error('Only PNG images are supported.');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}
