import type { Size } from '@inlay/charts/chart-props';
import type { FileMaker } from '../file-maker.ts';

/** The logo of a cover: a PNG of our own, and the size in which it is drawn. */
export interface CoverLogo extends Size {
  readonly png: Uint8Array;
}

/** An image file that somebody uploaded, with the size in pixels that it states. */
export interface UploadedImage extends Size {
  readonly image: { readonly content: Uint8Array; readonly contentType: string };
}

const MAX: Size = { width: 240, height: 40 };
/** Pixels per CSS pixel: printers have 300 or more per inch, and an inch has 96. */
const DENSITY = 4;

/** Undefined if the image cannot be decoded: its header was checked when it was uploaded, but not its pixels. */
export async function coverLogo(
  { image, ...natural }: UploadedImage,
  files: Pick<FileMaker, 'make'>,
): Promise<CoverLogo | undefined> {
  const scale = Math.min(1, MAX.width / natural.width, MAX.height / natural.height);
  const pixels = Math.min(1, scale * DENSITY);
  const side = (length: number) => Math.max(1, Math.round(length * pixels));
  const size = { width: side(natural.width), height: side(natural.height) };
  const { content, contentType } = image;
  const png = await files.make({ kind: 'image', content, contentType, natural, size });
  if (png.length === 0) return undefined;
  return { png, width: natural.width * scale, height: natural.height * scale };
}
