/** Width and height of a PNG, which are at the start of its first chunk (RFC 2083 §4.1.1), or of an SVG that states them. */
export function readImageSize(image: Buffer): { readonly width: number; readonly height: number } {
  if (image.toString('latin1', 12, 16) === 'IHDR')
    return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
  const [, width, height] = /^<svg [^>]*\bwidth="(\d+)" height="(\d+)"/.exec(image.toString('utf8')) ?? [];
  if (!width || !height)
    throw new Error('Only PNG images, and SVG images with a width and height, are supported.');
  return { width: Number(width), height: Number(height) };
}
