import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

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
/** Its template is checked against the types in the package: `tall` is the only mistake. */
const angularConsumer = `
import { Component, signal } from '@angular/core';
import { InlayEmbed, provideInlay } from '@inlay/sdk/angular';

@Component({
  selector: 'app-root',
  imports: [InlayEmbed],
  providers: [provideInlay({ instanceUrl: 'https://analytics.example.com' })],
  template: '<inlay-embed embedId="sales" [filters]="{ region: region() }" height="tall" (embedClick)="select($event.detail.values)" />',
})
export class App {
  readonly region = signal('EU');
  select(values: Readonly<Record<string, unknown>>) { this.region.set(String(values['region'])); }
}
`;
const tsconfig = {
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'dom', 'dom.iterable'],
    module: 'nodenext',
    strict: true,
    types: [],
    noEmit: true,
  },
  files: ['consumer.ts'],
};

test('the packed package contains its exports, and its types need no private package', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-sdk-package-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await run('npm', ['pack', packageFolder, '--pack-destination', folder], { cwd: folder, timeout: 300_000 });
  const [tarball = ''] = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  await run('tar', ['-xzf', tarball], { cwd: folder });
  const installed = join(folder, 'node_modules', '@inlay', 'sdk');
  await cp(join(folder, 'package'), installed, { recursive: true });

  const manifest = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  assert.equal(manifest.dependencies, undefined);
  const { initialize } = await import(join(installed, manifest.exports['.'].default));
  await assert.rejects(initialize(), { name: 'InlayError', code: 'INSTANCE_UNKNOWN' });

  // Frameworks and types that a customer's project brings itself.
  await mkdir(join(folder, 'node_modules', '@types'), { recursive: true });
  for (const name of ['react', 'vue', '@vue', 'csstype', '@types/react', '@angular', 'rxjs']) {
    await symlink(join(modules, name), join(folder, 'node_modules', name));
  }
  await writeFile(join(folder, 'package.json'), '{"type":"module"}');
  await writeFile(join(folder, 'consumer.ts'), consumer);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  await run(process.execPath, [join(modules, 'typescript', 'bin', 'tsc'), '-p', folder], {
    timeout: 300_000,
  });

  const ngc = fileURLToPath(new URL('./src/bin/ngc.js', import.meta.resolve('@angular/compiler-cli')));
  const angular = { ...tsconfig, files: ['app.ts'], angularCompilerOptions: { strictTemplates: true } };
  await writeFile(join(folder, 'app.ts'), angularConsumer);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(angular));
  await assert.rejects(run(process.execPath, [ngc, '-p', folder], { timeout: 300_000 }), ({ stderr }) => {
    assert.deepEqual(String(stderr).match(/TS-?\d+.*/g)?.length, 1, stderr);
    assert.match(stderr, /Type '"tall"' is not assignable to type/);
    return true;
  });
});
