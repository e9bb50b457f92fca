import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { AdminScreens } from '@inlay/protocol/admin-screens';
import { keepMade } from '../../platform/concurrency/keep-made.ts';

export type AdminEncoding = 'br' | 'gzip' | 'identity';

export interface AdminFile {
  readonly type: string;
  /** Compressed on first request and cached: most files belong to views that few people open. */
  as(encoding: AdminEncoding): Promise<{ readonly body: Buffer; readonly encoding: AdminEncoding }>;
}

export interface AdminFiles {
  readonly page: AdminFile;
  readonly screens: AdminScreens;
  /** By name; each name contains a hash of the content. */
  readonly assets: ReadonlyMap<string, AdminFile>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

const dist = fileURLToPath(new URL('../../../../admin/dist/', import.meta.url));
const known = keepMade(listAll);

/** The built admin app; undefined where it has not been built. */
export async function adminFiles(folder: string = dist): Promise<AdminFiles | undefined> {
  try {
    return await known(folder);
  } catch (error) {
    if (existsSync(`${folder}index.html`)) throw error;
    return undefined;
  }
}

async function listAll(dist: string): Promise<AdminFiles> {
  const names = (await readdir(`${dist}assets`)).filter((name) => extname(name) in types);
  const assets = names.map((name) => [name, fileAt(`${dist}assets/${name}`)] as const);
  return {
    page: fileAt(`${dist}index.html`),
    screens: await import(pathToFileURL(`${dist}screens.js`).href),
    assets: new Map(assets),
  };
}

const compress: Readonly<Record<AdminEncoding, (plain: Buffer) => Promise<Buffer>>> = {
  br: promisify<Buffer, Buffer>(brotliCompress),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: async (plain) => plain,
};

function fileAt(file: string): AdminFile {
  const extension = extname(file);
  const packed = keepMade(async (encoding: AdminEncoding) => compress[encoding](await readFile(file)));
  return {
    type: types[extension] ?? 'application/octet-stream',
    as: async (wanted) => {
      // WOFF2 is compressed already.
      const encoding = extension === '.woff2' ? 'identity' : wanted;
      return { body: await packed(encoding), encoding };
    },
  };
}
