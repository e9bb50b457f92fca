import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { keepMade } from '../concurrency/keep-made.ts';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
};

/** Their formats compress already. */
const COMPRESSED = ['png', 'woff2'];

/** From this size on, the highest level would keep the first visitor waiting for half a second and save a few percent. */
const LARGE = 100_000;

export interface Asset {
  readonly type: string;
  readonly etag: string;
  readonly identity: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

/** Built files for browsers by their path in the folder, each compressed once in a process, on its first request. */
export interface StaticAssets {
  readonly names: readonly string[];
  find(name: string): Promise<Asset | undefined>;
}

const packed = keepMade(pack);

/** Empty without a build: pages are then rendered without scripts. */
export function openStaticAssets(folder: URL): StaticAssets {
  const names = listFolder(folder).filter((name) => typeOf(name) !== undefined);
  return {
    names,
    find: async (name) => (names.includes(name) ? packed(new URL(name, folder).href) : undefined),
  };
}

/** The manifest of the frame's build: file names inside its folder of assets. */
export function readManifest(file: URL): Readonly<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  } catch {
    return {}; // not built
  }
}

export function readText(file: URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return ''; // not built
  }
}

function listFolder(folder: URL): readonly string[] {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        relative(fileURLToPath(folder), join(parentPath, name)).replaceAll(sep, '/'),
      );
  } catch {
    return []; // not built
  }
}

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1);
const typeOf = (name: string) => TYPES[extensionOf(name)];

async function pack(href: string): Promise<Asset> {
  const file = new URL(href);
  const type = typeOf(href) ?? '';
  const identity = await readFile(file);
  const etag = `"${hash('sha256', identity, 'hex').slice(0, 16)}"`;
  if (COMPRESSED.includes(extensionOf(href))) return { type, etag, identity, br: identity, gzip: identity };
  const [br, zipped] = await Promise.all([
    promisify(brotliCompress)(identity, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: identity.length > LARGE ? 9 : constants.BROTLI_MAX_QUALITY,
      },
    }),
    promisify(gzip)(identity, { level: 9 }),
  ]);
  return { type, etag, identity, br, gzip: zipped };
}
