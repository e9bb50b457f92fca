import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chartCss } from '@inlay/charts/chart-css';
import { themeCss } from '@inlay/charts/theme/create-theme';
import { locales } from '@inlay/messages/locales';
import { build, type Plugin, type Rolldown } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));

interface ChartStyle {
  readonly chartCss: string;
  readonly themeCss: () => string;
}

/**
 * Adds the rules of charts to the page's style. The first page inlines only the rules that it uses; the interaction
 * stylesheet has all of them, with the default colors in a layer, so that a tenant's colors win.
 */
export const pageStyle = (readStyle: () => Promise<ChartStyle>): Plugin => ({
  name: 'page-style',
  enforce: 'pre',
  transform: async (code, id) => {
    if (!id.includes('/frame/src/page.css')) return undefined;
    const { chartCss, themeCss } = await readStyle();
    return code + chartCss + (id.endsWith('?again') ? `@layer inlay-defaults{${themeCss()}}` : '');
  },
});

/** If Vite renames its helper, Vite's own is used again, and the test of the loader's size fails. */
const ownPreload: Plugin = {
  name: 'own-preload',
  enforce: 'pre',
  resolveId: (id) => (id.endsWith('vite/preload-helper.js') ? join(here, 'src/preload.ts') : undefined),
};

/**
 * Removes the parts of chart definitions that only the server and the admin app use: queries, histories, drawing, figures, styles,
 * exports, refusals, advice, descriptions, and what a chart does with its rows.
 */
const withoutDrawings: Plugin = {
  name: 'without-drawings',
  enforce: 'pre',
  transform: (code, id) =>
    /\/charts\/src\/(?:kinds|options)\//.test(id)
      ? code
          .replace(
            /^ {2}(?:draw|figure|flatten|history|style|query|refuse|advise|isGrid|isInOrder|isWhole): .*,$/gm,
            '',
          )
          .replace(/^ +description:\s+'[^'\n]*',$/gm, '')
      : undefined,
};

/** The namespaces of messages in each file: one for all pages, one for the builder, and those of parts that load later. */
const MESSAGE_FILES: Readonly<Record<string, readonly string[]>> = {
  frame: ['frame', 'ui'],
  builder: ['builder', 'editor', 'chartKinds'],
  more: ['editorMore', 'chartOptions'],
  rows: ['rows'],
  views: ['views'],
  subscriptions: ['subscriptions'],
};

/** A file of messages per language has several namespaces, and one list of the languages. */
const messageFiles: Plugin = {
  name: 'message-files',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('/message-files/') ? id : undefined),
  load: (id) => {
    const [, file = '', locale] = /^\/message-files\/(\w+)(?:\.([\w-]+)\.js)?$/.exec(id) ?? [];
    if (locale !== undefined)
      return (MESSAGE_FILES[file] ?? [])
        .map((each) => `export { messages as ${each} } from '@inlay/messages/${each}/${locale}';`)
        .join('\n');
    if (file !== '')
      return `export const files = {${locales.map((each) => `'${each.locale}': () => import('/message-files/${file}.${each.locale}.js')`)}};`;
    const [, namespace = ''] = /messages\/dist\/(\w+)\.ts$/.exec(id) ?? [];
    const [found] = Object.entries(MESSAGE_FILES).find(([, all]) => all.includes(namespace)) ?? [];
    if (found === undefined) return undefined;
    const name = `load${namespace[0]?.toUpperCase()}${namespace.slice(1)}Messages`;
    return `import { inLanguage } from '@inlay/protocol/language';
      import { files } from '/message-files/${found}';
      export const ${name} = async (tag) => (await inLanguage(files, tag)()).${namespace};`;
  },
};

/** Builds what browsers load into `dist/assets`, and `dist/manifest.json` that says which file is which. */
export async function buildFrame(outDir = join(here, 'dist')): Promise<Readonly<Record<string, string>>> {
  rmSync(outDir, { recursive: true, force: true });
  const built = (await build({
    configFile: false,
    root: here,
    base: './',
    logLevel: 'error',
    plugins: [pageStyle(async () => ({ chartCss, themeCss })), ownPreload, withoutDrawings, messageFiles],
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    // Removes the code for a debugger that embeds never have.
    define: { 'window.__PREACT_SIGNALS_DEVTOOLS__': 'undefined' },
    build: {
      outDir,
      target: 'es2023',
      // Older browsers have no popovers either; they skip unknown rules.
      cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
      // Files of messages import only files that are loaded already.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (file, needed) => (/\.\w+-[^/]+$/.test(file) ? [] : needed),
      },
      cssCodeSplit: true,
      rolldownOptions: {
        input: {
          loader: join(here, 'src/loader.ts'),
          page: join(here, 'src/page.css'),
          article: join(here, 'src/story/article.css'),
        },
        output: {
          // The loader names files: one character less of each hash is a dozen bytes until a chart is interactive.
          entryFileNames: 'assets/[name]-[hash:7].js',
          chunkFileNames: 'assets/[name]-[hash:7].js',
          assetFileNames: 'assets/[name]-[hash:7][extname]',
          // Code that all kinds of pages share is one file.
          codeSplitting: {
            groups: [
              { name: 'loader', priority: 4, test: /src\/(loader|preload)\.ts|src\/host\// },
              {
                name: 'core',
                priority: 2,
                test: /frame\/src\/(page\/(?!apply-theme|change-language)|tile\/)|messages\/dist\/(frame|ui|runtime)\.ts|message-files\/frame$|node_modules\/preact|protocol\/src\/(language|embed-fields)|ui\/src\/(marks\/(?!forced)|(\w+\/)?(announce|button|collapse|icon|line|menu|open))/,
              },
              // Loaded when a host first changes the theme or the language.
              { name: 'changes', priority: 1.95, test: /frame\/src\/page\/(apply-theme|change-language)/ },
              // Loaded at the first click on a mark.
              { name: 'run-click', priority: 1.95, test: /frame\/src\/click\/(run|mark)-/ },
              { name: 'filter-bar', priority: 1.9, test: /frame\/src\/filters\// },
              // Of the builder and of subscriptions.
              {
                name: 'fields',
                priority: 1.85,
                test: /ui\/src\/(ui-texts|matches-search|layout\/badge|form\/(leave|canonical)|controls\/(field|text-field|typed-field|number-field|select|checkbox|segments)\.)/,
              },
              {
                name: 'run-dashboard',
                priority: 1.8,
                test: /frame\/src\/(dashboard\/|views\/with|export\/page)/,
              },
            ],
          },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const manifest: Record<string, string> = {};
  for (const file of built.output) {
    const name = file.fileName.replace('assets/', '');
    if (file.type === 'chunk' && ['loader', 'tile', 'story', 'dashboard', 'builder'].includes(file.name))
      manifest[file.name] = name;
    const style =
      file.type === 'asset' && ['page.css', 'article.css'].find((each) => file.names.includes(each));
    if (style) manifest[style] = name;
  }
  manifest['builder.preload'] = [...closureOf(built, 'builder')].join(' ');
  for (const { locale } of locales)
    manifest[`builder.preload.${locale}`] = built.output
      .flatMap((each) =>
        each.type === 'chunk' && [`frame.${locale}`, `builder.${locale}`].includes(each.name)
          ? [each.fileName.replace('assets/', '')]
          : [],
      )
      .join(' ');
  writeFileSync(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** A chunk with its styles and static imports, which the page of the builder preloads to save round trips. */
function closureOf({ output }: Rolldown.RolldownOutput, entry: string): Set<string> {
  const chunks = new Map(output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file]] : [])));
  const known = new Set<string>();
  const follow = (fileName: string) => {
    const name = fileName.replace('assets/', '');
    if (known.has(name) || name.startsWith('loader-')) return;
    known.add(name);
    for (const style of chunks.get(fileName)?.viteMetadata?.importedCss ?? [])
      known.add(style.replace('assets/', ''));
    for (const imported of chunks.get(fileName)?.imports ?? []) follow(imported);
  };
  for (const { name, fileName, isDynamicEntry } of chunks.values())
    if (name === entry && isDynamicEntry) follow(fileName);
  return known;
}

if (import.meta.main) console.log(await buildFrame());
