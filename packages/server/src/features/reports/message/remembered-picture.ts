import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { FileMaker } from '../../../platform/render/file-maker.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** Longer than it takes to send what many people get at eight in the morning. */
const TTL_MS = 60 * 60_000;

const pictures = new LRUCache<string, Buffer>({
  maxSize: MAX_BYTES,
  ttl: TTL_MS,
  sizeCalculation: (png, key) => key.length + png.length,
});

interface Drawing {
  readonly svg: string;
  readonly scale: number;
  readonly language: string;
}

/**
 * Returns the image of a drawing. Subscribers who may see the same rows get equal drawings, and to make an image takes
 * longer than all else about a message. It depends on nothing but the drawing, so no rows reach another viewer.
 */
export async function rememberedPicture(
  files: Pick<FileMaker, 'make'>,
  tenantId: string,
  drawing: Drawing,
): Promise<Buffer> {
  const key = createHash('sha256')
    .update(JSON.stringify({ tenantId, ...drawing }))
    .digest('base64');
  const known = pictures.get(key);
  if (known) return known;
  const made = Buffer.from(await files.make({ kind: 'png', ...drawing }));
  pictures.set(key, made);
  return made;
}
