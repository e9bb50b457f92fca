import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  lstatSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ContentFile } from '@inlay/content/content-plan';
import type { DataFile } from '@inlay/protocol/data-file';
import { isFileName } from '../../features/files/uploads.ts';
import { tableName } from '../../platform/engines/duckdb/tenant-files.ts';
import { StartError } from '../../platform/errors.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import type { InstanceClient } from './instance-client.ts';

/** Uploaded files are in this folder of an app's folder. */
const FILES = 'files';

/** An upload that a folder's data needs. */
export interface PlannedUpload {
  readonly name: string;
  readonly action: 'create' | 'replace';
  readonly bytes: number;
}

/** Downloads the files that datasets of the app read; returns their names. */
export async function downloadFiles(
  instance: InstanceClient,
  folder: string,
  files: readonly ContentFile[],
): Promise<readonly string[]> {
  const tables = new Set(files.flatMap(({ path, content }) => tableOf(path, content)));
  const wanted = (await listFiles(instance)).filter(({ table, complete }) => complete && tables.has(table));
  const place = join(folder, FILES);
  for (const { name } of wanted) {
    if (!isFileName(name)) throw new StartError('The instance sent a file name that is not written.');
    refuseLink(place);
    makeFolder(place);
    const target = join(place, name);
    refuseLink(target);
    const part = `${target}.part`;
    rmSync(part, { force: true });
    const body = await instance.download(`files/${encodeURIComponent(name)}`);
    await pipeline(Readable.from(body), createWriteStream(part, { flags: 'wx' }));
    renameSync(part, target);
  }
  return wanted.map(({ name }) => name);
}

function tableOf(path: string, content: unknown): readonly string[] {
  if (!path.startsWith('datasets/')) return [];
  const { source } = content as { readonly source?: { readonly kind?: string; readonly file?: string } };
  return source?.kind === 'file' && source.file !== undefined ? [source.file] : [];
}

/** The files of the folder that the instance lacks, or has with other contents. */
export async function planUploads(
  instance: InstanceClient,
  folder: string,
): Promise<readonly PlannedUpload[]> {
  const existing = await listFiles(instance);
  const planned: PlannedUpload[] = [];
  for (const name of namesIn(join(folder, FILES))) {
    if (!isFileName(name))
      throw new StartError(
        `${join(folder, FILES, name)} is not a CSV, Parquet or JSON file with a plain name.`,
      );
    refuseLink(join(folder, FILES));
    refuseLink(join(folder, FILES, name));
    const { size: bytes } = statSync(join(folder, FILES, name));
    const former = existing.find(({ table, complete }) => complete && table === tableName(name));
    if (!former) planned.push({ name, action: 'create', bytes });
    else if (former.name !== name || former.bytes !== bytes || !(await isSame(instance, folder, name)))
      planned.push({ name, action: 'replace', bytes });
  }
  return planned;
}

export async function uploadFiles(
  instance: InstanceClient,
  folder: string,
  uploads: readonly PlannedUpload[],
): Promise<void> {
  for (const { name } of uploads) {
    const file = await open(join(folder, FILES, name));
    await instance.upload(
      `files/${encodeURIComponent(name)}`,
      Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array>,
    );
  }
}

export const uploadText = (uploads: readonly PlannedUpload[]): string =>
  uploads
    .map(({ name, action, bytes }) => `${action === 'create' ? '+' : '~'} files/${name}  (${bytes} bytes)\n`)
    .join('');

async function isSame(instance: InstanceClient, folder: string, name: string): Promise<boolean> {
  const theirs = await instance.download(`files/${encodeURIComponent(name)}`);
  return (await digest(theirs)) === (await digest(createReadStream(join(folder, FILES, name))));
}

async function digest(body: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of body) hash.update(part);
  return hash.digest('hex');
}

const PAGE = 100;

async function listFiles(instance: InstanceClient): Promise<readonly DataFile[]> {
  const found: DataFile[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = (await instance.get(`files?page=${page}&limit=${PAGE}`)) as {
      readonly data: readonly DataFile[];
    };
    found.push(...data);
    if (data.length < PAGE) return found;
  }
}

function namesIn(folder: string): readonly string[] {
  return lstatSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder).sort() : [];
}

function refuseLink(place: string): void {
  if (lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink())
    throw new StartError(`${place} is a symbolic link. Replace it with the file or folder itself.`);
}
