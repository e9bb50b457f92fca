import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { messages } from '@inlay/messages/embeds/en';
import { pageSnippets } from '../../../packages/admin/src/screens/embeds/page-snippets.ts';
import { EVENT_NAMES, OPTION_NAMES } from '../../../packages/sdk/src/embed-options.ts';
import { prefixedName } from '../../../packages/sdk/src/prefixed-name.ts';
import { bundle } from '../../../packages/sdk/test/bundle-page.ts';
import { compileAngular, compileVue } from '../../../packages/sdk/test/compile-templates.ts';
import { embedFrames, stateOf } from '../../../packages/sdk/test/read-frames.ts';
import { useStandIn } from '../../../packages/sdk/test/use-stand-in.ts';
import { watchPage } from '../../support/browser/watch-page.ts';
import { unpackPackage } from '../../support/server/unpack-package.ts';

const run = promisify(execFile);
const modules = join(import.meta.dirname, '../../../node_modules');

const consumer = `
import { createElement } from 'react';
import { createApp, h } from 'vue';
import { type EmbedHandle, type Filters, initialize, InlayError } from '@inlay/sdk';
import { InlayEmbed, InlayProvider, useInlayEmbed } from '@inlay/sdk/react';
import { InlayEmbed as VueEmbed, InlayPlugin } from '@inlay/sdk/vue';
import { InlayEmbedElement } from '@inlay/sdk/web-component';

const instance = initialize(undefined, { instanceUrl: 'https://analytics.example.com', tokenProvider: async () => 'token' });
const embed: EmbedHandle = await (await instance).insertEmbedById('sales', document.body, { lang: 'fr' });
embed.on('click', ({ detail }) => detail.values.region);
embed.on('error', ({ detail }) => detail.code === 'TOKEN_PROVIDER_FAILED');
embed.on('dashboard-saved', ({ detail, embed: { id } }) => detail.dashboardId + id);
const filters: Filters = await embed.getFilters();
const blob: Blob = (await embed.exportAs('csv')).blob;
const options = { instanceUrl: 'https://analytics.example.com', tokenProvider: () => fetch('/embed-token') };
const onClick = ({ detail }: { detail: { tileId: string } }) => detail.tileId;
createElement(InlayProvider, options, createElement(InlayEmbed, { instance, embedId: 'sales', filters, onClick }));
createElement(InlayEmbed, { embedId: 'sales', onError: ({ detail, embed }) => detail.code + (embed?.id ?? '') });
export const Used = () => {
  const { ref, embed, status, error } = useInlayEmbed({ embedId: 'sales', theme: { mode: 'dark' } });
  return createElement('div', { ref }, status === 'error' ? error.code : embed?.id);
};
createApp(() => h(VueEmbed, { embedId: 'sales', filters, theme: 'dark', onClick, onReady: ({ embed }) => embed.refresh() }))
  .use(InlayPlugin, options);
document.createElement('inlay-embed').filters = { region: 'EU' };
export const element: HTMLElement = new InlayEmbedElement();
export const code: string = new InlayError('DESTROYED').code + blob.size;
// @ts-expect-error no such event
embed.on('clicked', () => {});
// @ts-expect-error no such format
embed.exportAs('docx');
// @ts-expect-error no such detail
embed.on('resize', ({ detail }) => detail.width);
// @ts-expect-error no such property
createElement(InlayEmbed, { embedId: 'sales', filter: {} });
// @ts-expect-error no such height
createElement(InlayEmbed, { embedId: 'sales', height: 'tall' });
// @ts-expect-error no such detail
createElement(InlayEmbed, { embedId: 'sales', onReady: ({ detail }) => detail.values });
// @ts-expect-error no such theme
h(VueEmbed, { embedId: 'sales', theme: 1 });
// @ts-expect-error no such code
new InlayError('SOMETHING');
`;
/** Its template binds everything and is checked against the types in the package: `tall` is the only mistake. */
const angularConsumer = `
import { Component, signal } from '@angular/core';
import type { ComponentEvent, EmbedOptions } from '@inlay/sdk';
import { InlayEmbed, provideInlay } from '@inlay/sdk/angular';

@Component({
  selector: 'app-root',
  imports: [InlayEmbed],
  providers: [provideInlay({ instanceUrl: 'https://analytics.example.com' })],
  template: \`
    <inlay-embed embedId="sales" [filters]="{ region: region() }" height="tall" (embedClick)="select($event.detail.values)" />
    <inlay-embed embedId="sales" ${OPTION_NAMES.map((name) => `[${name}]="options.${name}"`).join(' ')}
      (embedEvent)="hear($event)" ${EVENT_NAMES.map((name) => `(${prefixedName('embed', name)})="hear($event)"`).join(' ')} />
  \`,
})
export class App {
  readonly region = signal('EU');
  readonly options: EmbedOptions = {};
  select(values: Readonly<Record<string, unknown>>) { this.region.set(String(values['region'])); }
  hear(event: ComponentEvent) { console.log(event.name); }
}
`;
const tsconfig = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    jsx: 'react-jsx',
    strict: true,
    types: [],
    noEmit: true,
  },
  files: ['consumer.ts', 'analytics.tsx'],
};
/** What a project adds to a snippet to show it. */
const MOUNTS = {
  react: `import { createElement } from 'react';
    import { createRoot } from 'react-dom/client';
    import { Analytics } from './analytics.tsx';
    createRoot(document.querySelector('#here')).render(createElement(Analytics));`,
  vue: `import { createApp } from 'vue';
    import Analytics from './analytics.vue.js';
    createApp(Analytics).mount('#here');`,
  angular: `import { bootstrapApplication } from '@angular/platform-browser';
    import { Analytics } from './out/analytics.js';
    document.querySelector('#here').append(document.createElement('app-analytics'));
    bootstrapApplication(Analytics);`,
};
/** With a quote of each kind, which no snippet may let out. */
const EMBED_ID = `sal'e"s`;

describe('the packed SDK in projects of customers', () => {
  const started = useStandIn();
  let folder: string;
  let snippetOf: (key: string) => string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inlay-sdk-package-'));
    await unpackPackage('sdk', folder);
    // Frameworks and types that a customer's project brings itself.
    await mkdir(join(folder, 'node_modules', '@types'), { recursive: true });
    const brought = [
      'react',
      'react-dom',
      'scheduler',
      'vue',
      '@vue',
      'csstype',
      '@types/react',
      '@angular',
      'rxjs',
      'tslib',
    ];
    for (const name of brought) await symlink(join(modules, name), join(folder, 'node_modules', name));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    const snippets = pageSnippets(started.inlay.url, EMBED_ID, messages.snippets);
    snippetOf = (key) => snippets.find((snippet) => snippet.key === key)?.code ?? '';
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('has types for the SDK, React, Vue and the web component', async () => {
    await writeFile(join(folder, 'consumer.ts'), consumer);
    await writeFile(join(folder, 'analytics.tsx'), snippetOf('react'));
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
    await run(process.execPath, [join(modules, 'typescript', 'bin', 'tsc'), '-p', folder], {
      timeout: 300_000,
    });
  });

  it('has types for the templates of Angular', async () => {
    await writeFile(join(folder, 'app.ts'), angularConsumer);
    await writeFile(join(folder, 'analytics.ts'), snippetOf('angular'));
    const project = {
      compilerOptions: { ...tsconfig.compilerOptions, noEmit: false, outDir: 'out', rootDir: '.' },
      files: ['app.ts', 'analytics.ts'],
      angularCompilerOptions: { strictTemplates: true },
    };
    await writeFile(join(folder, 'tsconfig.angular.json'), JSON.stringify(project));
    const problems = await compileAngular(join(folder, 'tsconfig.angular.json'));
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', /Type '\\"tall\\"' is not assignable to type/);
  });

  it('shows an embed with every snippet of the admin app', async () => {
    await writeFile(join(folder, 'analytics.vue.js'), compileVue(snippetOf('vue')));
    const pages = new Map<string, string>();
    for (const [key, mount] of Object.entries(MOUNTS)) {
      await writeFile(join(folder, `${key}.js`), mount);
      const script = started.inlay.script(await bundle(join(folder, `${key}.js`), 'production'));
      pages.set(key, `<div id="here"></div><script src="${script}"></script>`);
    }
    for (const key of ['script', 'sdk']) pages.set(key, snippetOf(key));
    await writeFile(join(folder, 'element.js'), `import '@inlay/sdk/web-component';`);
    const element = started.inlay.script(await bundle(join(folder, 'element.js'), 'production'));
    const tag = /<script type="module">\s*import '@inlay\/sdk\/web-component'\s*<\/script>/;
    assert.match(snippetOf('element'), tag);
    pages.set('element', snippetOf('element').replace(tag, `<script src="${element}"></script>`));
    assert.equal(pages.size, pageSnippets('', '', messages.snippets).length);

    const { page, context, complaints } = await watchPage(started.browser);
    await page.route('**/embed-token', (route) => route.fulfill({ json: { token: 'good-provided' } }));
    for (const [key, html] of pages) {
      started.inlay.seen.length = 0;
      const markup = `<!doctype html><meta charset="utf-8">${html.replace('OPAQUE_TOKEN', 'good-written')}`;
      await page.goto(started.inlay.page(markup));
      const [frame] = await embedFrames(page, 1);
      const { token } = await stateOf(frame);
      assert.equal(token, html.includes('OPAQUE_TOKEN') ? 'good-written' : 'good-provided', key);
      const loaded = started.inlay.seen.find(({ method }) => method === 'POST')?.url;
      assert.equal(decodeURIComponent(loaded ?? ''), `/embed/${EMBED_ID}`, key);
    }
    assert.deepEqual(complaints, []);
    await context.close();
  });
});
