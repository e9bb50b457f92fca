import { lstatSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { folderKinds } from '../features/content/as-code/folder-kinds.ts';
import type { FolderFile } from '../features/content/as-code/parse-folder.ts';
import { StartError } from '../platform/errors.ts';
import { makeFolder } from '../platform/make-folder.ts';

const folders = folderKinds.flatMap(({ folder }) => (folder === undefined ? [] : [folder]));

/** The YAML files of an app's folder, with paths relative to it. */
export function readFolderFiles(folder: string): readonly FolderFile[] {
  try {
    const top = readdirSync(folder).filter((name) => name === 'app.yaml');
    const paths = [...top, ...yamlFiles(folder)];
    for (const path of paths) refuseOutside(folder, path);
    return paths.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }));
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The folder ${folder} cannot be read: ${(error as Error).message}.`);
  }
}

/** Writes changed files and removes YAML files of an earlier export that are no longer part of the app, except in `kept`. */
export function writeFolderFiles(
  folder: string,
  files: readonly FolderFile[],
  { kept = [] }: { readonly kept?: readonly string[] } = {},
): { readonly written: number; readonly removed: readonly string[] } {
  refuseLink(folder);
  makeFolder(folder);
  for (const name of folders) refuseLinks(folder, name);
  for (const { path } of files) refuseLinks(folder, path);
  const wanted = new Set(files.map(({ path }) => path));
  const isKept = (path: string) => kept.includes(path.split('/')[0] ?? '');
  const removed = yamlFiles(folder).filter((path) => !wanted.has(path) && !isKept(path));
  for (const path of removed) rmSync(join(folder, path));
  const changed = files.filter(({ path, text }) => readIfThere(join(folder, path)) !== text);
  for (const { path, text } of changed) {
    makeFolder(dirname(join(folder, path)));
    writeFileSync(join(folder, path), text);
  }
  return { written: changed.length, removed };
}

/** Lines of a file appear in errors. Links that stay in the folder are harmless: Kubernetes mounts files as such. */
function refuseOutside(folder: string, path: string): void {
  const place = join(folder, path);
  const real = realpathSync(place);
  if (!real.startsWith(join(realpathSync(folder), sep)))
    throw new StartError(`${place} is a link that leads out of the folder. Replace it with the file itself.`);
  if (!statSync(real).isFile()) throw new StartError(`${place} is not a file.`);
}

/** Every part of a path below a folder. */
function refuseLinks(folder: string, path: string): void {
  const parts = path.split('/');
  for (const [index] of parts.entries()) refuseLink(join(folder, ...parts.slice(0, index + 1)));
}

/** A link in a folder of others would overwrite or delete files elsewhere. */
function refuseLink(place: string): void {
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (!found || found.isDirectory() || found.isFile()) return;
  const what = found.isSymbolicLink() ? 'a symbolic link' : 'neither a file nor a folder';
  throw new StartError(`${place} is ${what}. Replace it with the file or folder itself.`);
}

function yamlFiles(folder: string): readonly string[] {
  return folders
    .flatMap((name) => namesIn(join(folder, name)).map((file) => join(name, file)))
    .filter((path) => path.endsWith('.yaml'))
    .map((path) => path.split(sep).join('/'));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
