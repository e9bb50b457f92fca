import { posix } from 'node:path';

/** The page of a Markdown file, whose path is relative to `docs/`: `guide/scale.md` is `/docs/guide/scale`. */
export function urlOf(file: string): string {
  const path = file
    .replace(/^\.\.\//, '')
    .replace(/\.md$/, '')
    .replace(/(^|\/)README$/, '')
    .toLowerCase();
  return posix.join('/docs', path === 'guide' ? '' : path);
}

/** The file that the server sends for a page: `/docs/guide/scale` is `guide/scale.html`. */
export function fileOf(url: string): string {
  return url === '/docs' ? 'index.html' : `${url.slice('/docs/'.length)}.html`;
}
