import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

export interface AdminFile {
  readonly type: string;
  readonly plain: Buffer;
  readonly gzip: Buffer;
  readonly br: Buffer;
}

export interface AdminFiles {
  readonly page: AdminFile;
  /** By name; each name holds a hash of what is in it. */
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
let read: Promise<AdminFiles> | undefined;

/** The built admin app, read and compressed once; nothing where it was not built yet. */
export async function adminFiles(): Promise<AdminFiles | undefined> {
  if (!read && !existsSync(`${dist}index.html`)) return undefined;
  read ??= readAll();
  return read;
}

async function readAll(): Promise<AdminFiles> {
  const names = (await readdir(`${dist}assets`)).filter((name) => extname(name) in types);
  const assets = await Promise.all(
    names.map(async (name) => [name, await load(`${dist}assets/${name}`)] as const),
  );
  return { page: await load(`${dist}index.html`), assets: new Map(assets) };
}

async function load(file: string): Promise<AdminFile> {
  const plain = await readFile(file);
  const [zipped, br] = await Promise.all([promisify(gzip)(plain), promisify(brotliCompress)(plain)]);
  return { type: types[extname(file)] ?? 'application/octet-stream', plain, gzip: zipped, br };
}
