/**
 * Replaces Vite's helper of the same name at a fifth of its size: preloads the files that an entry needs in parallel
 * and waits for its styles.
 */
export async function __vitePreload<Entry>(
  load: () => Promise<Entry>,
  files: readonly string[] = [],
  base = '',
): Promise<Entry> {
  await Promise.all(
    // In reverse: an entry's own styles are listed before shared ones but must come after them.
    files.toReversed().map((file) => {
      const { href } = new URL(file, base);
      const isStyle = href.endsWith('.css');
      const rel = isStyle ? 'stylesheet' : 'modulepreload';
      if (document.querySelector(`link[rel=${rel}][href$="${file.slice(1)}"]`)) return undefined;
      const link = Object.assign(document.createElement('link'), { rel, crossOrigin: '', href });
      document.head.append(link);
      return isStyle && new Promise((...settle) => ([link.onload, link.onerror] = settle));
    }),
  );
  return load();
}
