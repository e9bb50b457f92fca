// Builds the documentation site (ADR 285) into `dist`, from which the server sends it at `/docs`.
import { createHash, hash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { darkTokens, lightTokens } from '@inlay/charts/theme/tokens';
import { build, type Plugin, type Rolldown } from 'vite';
import { renderPage, type Site, themeScript } from './generate/page.ts';
import { readSite } from './generate/site.ts';
import { fileOf } from './generate/site-url.ts';

const here = import.meta.dirname;
const docs = join(here, '..', '..', 'docs');

/** The colors of charts and admin app, light and dark; `color-scheme` on the root element decides. */
const tokens: Plugin = {
  name: 'inlay-tokens',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('/src/docs.css')) return undefined;
    const names = Object.keys(lightTokens) as (keyof typeof lightTokens)[];
    const colors = names.map(
      (name) => `--inlay-${name}:light-dark(${lightTokens[name]},${darkTokens[name]})`,
    );
    return `${code}\n:root{${colors.join(';')}}`;
  },
};

async function buildAssets(
  outDir: string,
): Promise<Pick<Site['assets'], 'script' | 'style' | 'font' | 'icon'>> {
  const { output } = (await build({
    configFile: false,
    root: here,
    base: '/docs/',
    logLevel: 'error',
    plugins: [tokens],
    build: {
      outDir,
      target: 'es2023',
      // As for embeds: what older browsers do not know, they skip.
      cssTarget: ['chrome125', 'firefox128', 'safari17.5'],
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        input: { docs: join(here, 'src/main.ts'), style: join(here, 'src/docs.css') },
        output: {
          entryFileNames: 'assets/[name]-[hash].js',
          chunkFileNames: 'assets/[name]-[hash].js',
          assetFileNames: 'assets/[name]-[hash][extname]',
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  const find = (matches: (fileName: string) => boolean) => {
    const file = output.find(({ fileName }) => matches(fileName));
    if (!file) throw new Error('A file of the documentation site was not built.');
    return `/docs/${file.fileName}`;
  };
  return {
    script: find((name) => /^assets\/docs-.*\.js$/.test(name)),
    style: find((name) => name.endsWith('.css')),
    font: find((name) => name.includes('inter-latin-wght')),
    icon: emit(outDir, 'icon.svg', readFileSync(join(here, 'src/icon.svg'))),
  };
}

/** Writes a file whose name holds a hash of what is in it, and returns its address. */
function emit(outDir: string, name: string, content: string | Buffer): string {
  const extension = extname(name);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 8);
  const file = `assets/${basename(name, extension)}-${digest}${extension}`;
  mkdirSync(join(outDir, 'assets'), { recursive: true });
  writeFileSync(join(outDir, file), content);
  return `/docs/${file}`;
}

/** Width and height of a PNG, which are at the start of its first chunk (RFC 2083 §4.1.1), or of an SVG that states them. */
function readImageSize(image: Buffer): { readonly width: number; readonly height: number } {
  if (image.toString('latin1', 12, 16) === 'IHDR')
    return { width: image.readUInt32BE(16), height: image.readUInt32BE(20) };
  const [, width, height] = /^<svg [^>]*\bwidth="(\d+)" height="(\d+)"/.exec(image.toString('utf8')) ?? [];
  if (!width || !height)
    throw new Error('Only PNG images, and SVG images with a width and height, are supported.');
  return { width: Number(width), height: Number(height) };
}

export async function buildDocs(outDir = join(here, 'dist')): Promise<number> {
  rmSync(outDir, { recursive: true, force: true });
  const assets = await buildAssets(outDir);
  const { pages, search, ...site } = readSite(docs, (file) => {
    const content = readFileSync(join(docs, file));
    return { ...readImageSize(content), src: emit(outDir, basename(file), content) };
  });
  const index = emit(outDir, 'search.json', JSON.stringify(search));
  for (const page of pages) {
    const file = join(outDir, fileOf(page.url));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, renderPage({ ...site, assets: { ...assets, search: index } }, page));
  }
  // The server's content security policy allows this one inline script.
  const manifest = { themeScript: `sha256-${hash('sha256', themeScript, 'base64')}` };
  writeFileSync(join(outDir, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return pages.length;
}

if (import.meta.main) console.log(`${await buildDocs()} pages`);
