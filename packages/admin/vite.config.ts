import { createHash } from 'node:crypto';
import { darkTokens, lightTokens, type Tokens } from '@inlay/charts/theme/tokens';
import { defineConfig, type Plugin } from 'vite';

const declarations = (tokens: Tokens) =>
  Object.entries({ ...tokens, 'accent-text': tokens.accent })
    .map(([name, value]) => `--inlay-${name}:${value}`)
    .join(';');

/** The colours of charts and frame as CSS: the system's choice, unless the page says which. */
const tokensCss: Plugin = {
  name: 'inlay-tokens',
  transform(code, id) {
    if (!id.endsWith('/admin.css')) return undefined;
    const dark = declarations(darkTokens);
    return `${code}
:root{${declarations(lightTokens)}}@media (prefers-color-scheme:dark){:root:not([data-inlay-theme=light]){${dark}}}:root[data-inlay-theme=dark]{${dark}}`;
  },
};

/** The worker that keeps the app's files, with the list of them; fonts stay with the browser's own cache. */
const shellWorker: Plugin = {
  name: 'inlay-shell-worker',
  buildStart() {
    this.emitFile({ type: 'chunk', id: '/src/worker/shell-worker.ts', fileName: 'worker.js' });
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const { 'worker.js': worker, 'index.html': page } = bundle;
      if (worker?.type !== 'chunk' || page?.type !== 'asset') return;
      const files = Object.keys(bundle).filter((name) => /^assets\/.*\.(?:js|css|svg)$/.test(name));
      const entry = files.find((name) => /\/index-[^/]*\.js$/.test(name));
      const hash = createHash('sha256').update(files.join()).update(page.source).update(worker.code);
      const name = `inlay-admin-${hash.digest('hex').slice(0, 16)}`;
      const shell = { name, entry, files: files.map((file) => `/admin/${file}`) };
      worker.code = `const SHELL=${JSON.stringify(shell)};${worker.code}`;
    },
  },
};

/** What nearly every view uses comes with the app; what the editors share is one file. */
const groups = [
  { name: 'app', test: /\/admin\/src\/(?:api|parts|session|shell)\/(?!chart|sparkline|sql-)/, priority: 2 },
  { name: 'editor', test: /\/packages\/editor\/|\/admin\/src\/screens\/content\//, priority: 1 },
];

export default defineConfig({
  base: '/admin/',
  plugins: [{ ...tokensCss, enforce: 'pre' }, shellWorker],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // A browser asks for six files at a time, and on a slow line each turn costs: few files, not small ones.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
