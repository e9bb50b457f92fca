import type { ContentFile, SentFile } from '@inlay/content/content-plan';

/** A request with files as they are sent. */
export const sentWith = <T extends { readonly files: readonly ContentFile[] }>(request: T) => ({
  ...request,
  files: request.files.map(({ path, content }) => ({ path, text: JSON.stringify(content) })),
});

/** Files of a response, parsed. */
export const parsedFiles = (files: unknown): readonly ContentFile[] =>
  (files as readonly SentFile[]).map(({ path, text }) => ({ path, content: JSON.parse(text) }));
