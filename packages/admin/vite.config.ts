import { fileURLToPath } from 'node:url';
import { darkTokens, lightTokens, type Tokens } from '@inlay/charts/theme/tokens';
import { rolldown } from 'rolldown';
import { defineConfig, type Plugin } from 'vite';

const MAIN = fileURLToPath(new URL('./src/main.tsx', import.meta.url));
const REGISTRY = fileURLToPath(new URL('./src/screens/index.ts', import.meta.url));

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

/**
 * For the server: the list of screens with their first queries, so that the page can preload both their files and their
 * data. In the place of each component, it has the list of the component's files.
 */
const screenList: Plugin = {
  name: 'inlay-screen-list',
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const withImports = (file: string, seen = new Set<string>()): ReadonlySet<string> => {
      if (seen.has(file)) return seen;
      seen.add(file);
      for (const each of chunks.find(({ fileName }) => fileName === file)?.imports ?? [])
        withImports(each, seen);
      return seen;
    };
    const fileOf = (id: string) => {
      const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
      if (!chunk) throw new Error(`No file is built for ${id}.`);
      return chunk.fileName;
    };
    const first = withImports(fileOf(MAIN));
    const ownFiles = (file: string) => [...withImports(file).difference(first)];
    const messages: Record<string, Record<string, readonly string[]>> = {};
    for (const { fileName, moduleIds } of chunks)
      for (const id of moduleIds) {
        const [, name, locale] = /\/messages\/dist\/(\w+)\/([\w-]+)\.ts$/.exec(id) ?? [];
        if (name && locale) messages[name] = { ...messages[name], [locale]: ownFiles(fileName) };
      }
    const filesInstead = {
      name: 'inlay-files-instead-of-components',
      load: {
        filter: { id: /\.tsx$/ },
        handler: (id: string) => {
          const files = JSON.stringify(ownFiles(fileOf(id)));
          return (this.getModuleInfo(id)?.exports ?? [])
            .map((name) => `export const ${name} = ${files};`)
            .join('\n');
        },
      },
    };
    const build = await rolldown({ input: REGISTRY, plugins: [filesInstead] });
    const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false });
    const source = `export const messages = ${JSON.stringify(messages)};\n${output[0].code}`;
    this.emitFile({ type: 'asset', fileName: 'screens.js', source });
  },
};

interface ModuleGraph {
  readonly getModuleInfo: (
    id: string,
  ) => { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
}

/** Settings of the tile editor that are loaded after it: what needs them is the screen of the editor. */
const LATER = /\/editor\/src\/more\/more-panels\.ts$/;

/** The app itself, and the screens, dialogs and parts that are loaded by themselves, that need a module. */
function usersOf(id: string, graph: ModuleGraph, seen = new Set<string>()): ReadonlySet<string> {
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  const isLater = LATER.test(id);
  const users = new Set((dynamicImporters.length > 0 && !isLater) || id === MAIN ? [id] : []);
  seen.add(id);
  for (const each of isLater ? dynamicImporters : importers)
    if (!seen.has(each)) for (const user of usersOf(each, graph, seen)) users.add(user);
  return users;
}

/** The kit, and what the screens of this app share. */
const SHARED =
  /\/ui\/src\/(?!marks|conditions\/collapse)|\/protocol\/src\/(?:plain-schema|schema-parts|rule|color)|\/content\/src\/sample-data|\/admin\/src\/(?:api|parts|session|screens\/embeds)\//;
/** What a first visit does without; lists have it, and other screens take it from them. */
const OF_LISTS =
  /\/parts\/(?:list\/(?:columns|resource-table)|bulk\/selection|page\/record-dialog)\.tsx$|\/api\/send-file\.ts$|\/ui\/src\/controls\/file-drop\.tsx$/;
/** Second factors have a file of their own, which the sign-in and the account load where they need it. */
const FACTORS = /\/session\/second-factors\/(?!qr-code)|\/@simplewebauthn\//;
/** What every sign-in loads after its form. It shares a file with no screen, or it would load that of the screen. */
const OTHER_WAYS = /\/session\/load-other-ways\.ts$/;
const SIGN_IN = /\/sign-in-page\.tsx$/;
/** The first visit: signing in, and the screen after it. */
const FIRST = /\/(?:sign-in-page|embed-settings-screen)\.tsx$/;

/** Every visit loads what the app needs, and what lists share with each other and with other screens. */
const app = (id: string, graph: ModuleGraph): string | null => {
  const users = usersOf(id, graph);
  if (users.has(MAIN)) return 'app';
  if (users.size < 2) return null;
  if ([...users].some((user) => OTHER_WAYS.test(user))) return 'app';
  if (!SHARED.test(id) || OF_LISTS.test(id)) return null;
  return areasOf(id, graph).has('lists') ? 'app' : null;
};

/**
 * Each file costs a request, and the app fetches all of them while it is idle. So screens share a file where what they
 * import is alike. The screen after the sign-in has its own.
 */
const AREAS: readonly (readonly [area: string, screens: RegExp])[] = [
  ['embed-settings', /\/embed-settings-screen\.tsx$/],
  // Few visits open them, and their dialogs share what their screens show.
  ['settings', /\/screens\/reports\//],
  // They draw charts. A story is edited with the parts of the editor.
  ['stories', /\/story-screen\.tsx$/],
  ['usage', /\/(?:usage|theme)-screen\.tsx$/],
  ['editor', /\/screens\/(?:tiles|dashboards)\//],
  ['data', /\/(?:connection|dataset|new-dataset|model|start)-screen\.tsx$/],
  // Without forms or charts, they are small.
  ['lists', /\/(?:embed-dialog|(?:apps?|audit|connections|datasets|embeds|files|users)-screen)\.tsx$/],
  // They have forms.
  ['people', /\/(?:(?:preview|named|import)-screen|[\w-]+-dialog)\.tsx$/],
  // Few visits open the others.
  ['settings', /\/screens\//],
];

/** What `screen()` loads belongs to an area. Parts that a screen loads on demand are files of their own. */
function areaOf(user: string, graph: ModuleGraph): string | undefined {
  const { dynamicImporters = [] } = graph.getModuleInfo(user) ?? {};
  const isScreen = dynamicImporters.some((id) => /\/screens\/.+\/(?:index|load-[\w-]+)\.ts$/.test(id));
  return isScreen ? AREAS.find(([, screens]) => screens.test(user))?.[0] : undefined;
}

const areasOf = (id: string, graph: ModuleGraph): ReadonlySet<string> =>
  new Set([...usersOf(id, graph)].flatMap((user) => areaOf(user, graph) ?? []));

const EDITORS = new Set(['editor', 'stories']);

const area = (id: string, graph: ModuleGraph): string | null => {
  if (OF_LISTS.test(id)) return 'lists';
  const areas = areasOf(id, graph);
  if (areas.size > 1) return areas.isSubsetOf(EDITORS) ? 'editor' : null;
  return [...areas][0] ?? null;
};

/** Forms as the first visit has them, and what else screens with forms share. */
const formsOrParts = (id: string, graph: ModuleGraph): string | null => {
  const users = [...usersOf(id, graph)];
  if (FACTORS.test(id)) return null;
  if (users.length === 1) return SIGN_IN.test(users[0] ?? '') ? 'forms' : null;
  if (!SHARED.test(id) || OF_LISTS.test(id)) return null;
  return users.some((user) => FIRST.test(user)) ? 'forms' : 'parts';
};

const CHARTS = /\/packages\/charts\/|\/ui\/src\/(?:marks|conditions\/collapse)|\/admin\/src\/charts\//;

/** The tile editor lists the kinds of charts; how to draw them is in another file. */
const chartKinds = (id: string, graph: ModuleGraph): string | null =>
  [...usersOf(id, graph)].some((user) => user.endsWith('/tile-screen.tsx')) ? 'kinds' : null;

/** The messages of an area are a file per language. Those of reports are where no list loads them. */
const MESSAGES: Readonly<Record<string, readonly string[]>> = {
  content: ['content', 'embeds', 'conditions'],
  data: ['data', 'start'],
  editor: ['ui', 'charts', 'editor', 'editorMore', 'chartKinds', 'chartOptions', 'reportAdmin'],
  people: ['people', 'access', 'providers'],
  tenant: ['tenant', 'activity'],
};

const messages = (id: string): string | null => {
  const [, namespace = '', locale] = /\/messages\/dist\/(\w+)\/([\w-]+)\.ts$/.exec(id) ?? [];
  const [found = namespace] = Object.entries(MESSAGES).find(([, all]) => all.includes(namespace)) ?? [];
  return locale === undefined ? null : `messages.${found}.${locale}`;
};

// A group takes along what its modules import, unless a group before it has it.
const groups = [
  { name: app, priority: 5 },
  { name: messages, priority: 4 },
  { name: chartKinds, test: CHARTS, priority: 3 },
  { name: 'format', test: /\/packages\/charts\/src\/(?:format|theme)\//, priority: 3 },
  { name: 'charts', test: CHARTS, minShareCount: 2, priority: 3 },
  { name: formsOrParts, priority: 2 },
  { name: area, priority: 1 },
  { name: 'factors', test: FACTORS, priority: 0 },
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
