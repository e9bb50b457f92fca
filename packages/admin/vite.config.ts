import { fileURLToPath } from 'node:url';
import { darkTokens, lightTokens, type Tokens } from '@inlay/charts/theme/tokens';
import { rolldown } from 'rolldown';
import { defineConfig, type Plugin } from 'vite';

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

/** For the server: the files of each screen, and a module that knows its first queries, so that the page can preload both. */
const screenList: Plugin = {
  name: 'inlay-screen-list',
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const withImports = (file: string): readonly string[] => {
      const { imports = [] } = chunks.find(({ fileName }) => fileName === file) ?? {};
      return [file, ...imports.flatMap(withImports)];
    };
    const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('index.html'));
    const first = entry ? withImports(entry.fileName) : [];
    const registry = new URL('./src/screens/index.ts', import.meta.url);
    const { screens }: typeof import('./src/screens/index.ts') = await import(registry.href);
    const ownFiles = (file: string) =>
      [...new Set(withImports(file))].filter((each) => !first.includes(each));
    const messages: Record<string, Record<string, readonly string[]>> = {};
    for (const { fileName, moduleIds } of chunks)
      for (const id of moduleIds) {
        const [, name, locale] = /\/messages\/dist\/(\w+)\/([\w-]+)\.ts$/.exec(id) ?? [];
        if (name && locale) messages[name] = { ...messages[name], [locale]: ownFiles(fileName) };
      }
    const files = screens.map(({ path, component }) => {
      const name = /([\w-]+)\.tsx/.exec(String(component))?.[1];
      const chunk = chunks.find((each) => each.name === name);
      if (!chunk) throw new Error(`No file is built for the screen ${path}: there is no ${name}.`);
      return [path, ownFiles(chunk.fileName)];
    });
    const build = await rolldown({ input: fileURLToPath(registry), external: /\.tsx$/ });
    const { output } = await build.generate({ format: 'esm', minify: true });
    const lists = { files: Object.fromEntries(files), messages };
    const source = `export const { files, messages } = ${JSON.stringify(lists)};\n${output[0].code}`;
    this.emitFile({ type: 'asset', fileName: 'screens.js', source });
  },
};

/** The messages of a namespace in one language are a file; those of the editor are in one with what it shows. */
const messagesOf = (id: string): string => {
  const [, namespace = '', locale] = /\/messages\/dist\/(\w+)\/([\w-]+)\.ts$/.exec(id) ?? [];
  return `messages.${['ui', 'charts'].includes(namespace) ? 'editor' : namespace}.${locale}`;
};

/** The first visit: signing in, and the screen after it. */
const FIRST = /\/admin\/src\/(?:main|screens\/embed-settings\/embed-settings-screen)\.tsx$/;

interface ModuleGraph {
  readonly getModuleInfo: (id: string) => { readonly importers: readonly string[] } | null;
}

/** Whether the first visit imports a module, directly or through others. */
function isFirst(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (FIRST.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((each) => isFirst(each, graph, seen)) ?? false;
}

/** The first visit loads what it needs; what other screens share is one more file, and so are editors and charts. */
const groups = [
  {
    name: (id: string, graph: ModuleGraph) => (isFirst(id, graph) ? 'app' : 'parts'),
    test: /\/admin\/src\/(?:[^/]+$|(?:api|parts|session|shell)\/(?!chart|sparkline|sql-)|screens\/(?:(?:.+\/)?(?:index|queries)\.ts|embeds\/(?:viewer-form|hidden-parts|show-in-frame|preview-context)))|\/messages\/dist\/(?:[^/]+$|admin\/en\.ts)|\/ui\/src\/(?:form\/)?[^/]+$/,
    priority: 3,
  },
  // After the runtime of messages and English of the app have found their place: a group takes along what it imports.
  { name: messagesOf, test: /\/messages\/dist\/(?!\w+\/all)\w+\/[\w-]+\.ts$/, priority: 2 },
  { name: 'editor', test: /\/packages\/editor\/|\/screens\/(?:content|tiles\/editor-backend)/, priority: 1 },
  { name: 'charts', test: /\/packages\/charts\/|\/admin\/src\/charts\//, minShareCount: 2 },
];

export default defineConfig({
  base: '/admin/',
  plugins: [{ ...tokensCss, enforce: 'pre' }, screenList],
  // Schemas are built at run time, and TypeBox is 15 KB (ADR 273).
  resolve: { alias: [{ find: /^typebox$/, replacement: '@inlay/protocol/plain-schema' }] },
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
