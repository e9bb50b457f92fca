import { createHash } from 'node:crypto';
import { darkTokens, lightTokens, type Tokens } from '@inlay/charts/theme/tokens';
import type { AdminView } from '@inlay/protocol/admin-view';
import { defineConfig, type Plugin } from 'vite';
import { signInPage } from './sign-in-page.ts';
import { openingViews } from './src/opening-views.ts';

const declarations = (tokens: Tokens) =>
  Object.entries({ ...tokens, 'accent-text': tokens.accent })
    .map(([name, value]) => `--inlay-${name}:${value}`)
    .join(';');

/** The colours of charts and frame as CSS: the system's choice, unless the page says which. */
const tokensCss: Plugin = {
  name: 'inlay-tokens',
  transform(code, id) {
    if (!/\/admin\.css(?:\?direct)?$/.test(id)) return undefined;
    const dark = declarations(darkTokens);
    return `${code}
:root{${declarations(lightTokens)}}@media (prefers-color-scheme:dark){:root:not([data-inlay-theme=light]){${dark}}}:root[data-inlay-theme=dark]{${dark}}`;
  },
};

/** The worker that keeps the app's files, with the list of them; fonts stay with the browser's own cache. */
const shellWorker: Plugin = {
  name: 'inlay-shell-worker',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: '/src/worker/shell-worker.ts', fileName: 'worker.js' });
  },
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const { 'worker.js': worker, 'index.html': page } = bundle;
      if (worker?.type !== 'chunk' || page?.type !== 'asset') return;
      const files = Object.keys(bundle).filter((name) => /^assets\/.*\.(?:js|css|svg)$/.test(name));
      const entry = /<script [^>]*src="([^"]+)"/.exec(String(page.source))?.[1];
      if (!entry) throw new Error('The page has no script.');
      const hash = createHash('sha256').update(files.join()).update(page.source).update(worker.code);
      const name = `inlay-admin-${hash.digest('hex').slice(0, 16)}`;
      const shell = { name, entry, files: files.map((file) => `/admin/${file}`) };
      worker.code = `const SHELL=${JSON.stringify(shell)};${worker.code}`;
    },
  },
};

/** For the server: the files and first requests of each view, so that the page can preload them. */
const viewList: Plugin = {
  name: 'inlay-view-list',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const withImports = (file: string): readonly string[] => {
      const { imports = [] } = chunks.find(({ fileName }) => fileName === file) ?? {};
      return [file, ...imports.flatMap(withImports)];
    };
    const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('index.html'));
    const first = entry ? withImports(entry.fileName) : [];
    const views = openingViews.map(({ path, screen, requests }): AdminView => {
      const chunk = chunks.find(({ name }) => name === screen);
      if (!chunk) throw new Error(`No file is built for the view ${path}: there is no ${screen}.`);
      const files = [...new Set(withImports(chunk.fileName))].filter((file) => !first.includes(file));
      return { path, files, requests };
    });
    this.emitFile({ type: 'asset', fileName: 'views.json', source: JSON.stringify(views) });
  },
};

/** Code that nearly every view uses is part of the app; code shared by several editors or charts is one file. */
const groups = [
  {
    name: 'app',
    test: /\/admin\/src\/(?:[^/]+$|(?:api|parts|session|shell|worker)\/(?!chart|sparkline|sql-|shell-worker)|screens\/(?:content\/address-of|embeds\/(?:viewer-form|hidden-parts|show-in-frame|preview-context)))|\/ui\/src\/[^/]+$/,
    priority: 2,
  },
  { name: 'editor', test: /\/packages\/editor\/|\/screens\/(?:content|tiles\/editor-backend)/, priority: 1 },
  { name: 'charts', test: /\/packages\/charts\/|\/admin\/src\/charts\//, minShareCount: 2 },
];

export default defineConfig({
  base: '/admin/',
  plugins: [{ ...tokensCss, enforce: 'pre' }, viewList, shellWorker, signInPage],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Browsers fetch six files at a time, and each round costs on a slow connection: few files, not small ones.
    cssCodeSplit: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
