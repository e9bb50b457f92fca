import type { ContentFile, FolderProblem } from '@inlay/content/content-plan';
import { Identifier } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { giveWay } from '../../../platform/concurrency/in-slices.ts';
import { folderError } from './folder-error.ts';
import type { FolderEntry, FolderKind, Variables } from './folder-kind.ts';
import { folderKinds } from './folder-kinds.ts';

/** A file that was checked by itself. */
export interface ReadEntry extends FolderEntry {
  readonly kind: FolderKind;
  readonly path: string;
}

export interface ReadFolder {
  readonly appId: string;
  /** In writing order. */
  readonly entries: readonly ReadEntry[];
}

export const filePath = ({ folder }: Pick<FolderKind, 'folder'>, id: string): string =>
  folder === undefined ? APP_FILE : `${folder}/${id}.yaml`;

const APP_FILE = 'app.yaml';

/** The kind and id of a file; undefined for paths that no folder of an app has. */
export function addressOf(path: string): { readonly kind: FolderKind; readonly id: string } | undefined {
  const [parent, name = '', ...deeper] = path.split('/');
  const kind = folderKinds.find(({ folder }) =>
    folder === undefined ? path === APP_FILE : folder === parent,
  );
  if (!kind) return undefined;
  if (kind.folder === undefined) return { kind, id: '' };
  return deeper.length === 0 && name.endsWith('.yaml')
    ? { kind, id: name.slice(0, -'.yaml'.length) }
    : undefined;
}

/** Checks each file by itself; throws with the problems of all of them. */
export async function readFolder(
  files: readonly ContentFile[],
  { variables, skip }: { readonly variables: Variables; readonly skip: (path: string) => boolean },
): Promise<ReadFolder> {
  const problems: FolderProblem[] = [];
  const read: Omit<ReadEntry, 'appId'>[] = [];
  const seen = new Set<string>();
  for (const { path, content } of files) {
    await giveWay();
    const address = addressOf(path);
    const refuse = (problem: string) => problems.push({ file: path, path: '', problem });
    if (!address) refuse(`is not a file of an app's folder. Use ${KNOWN}`);
    else if (seen.has(path)) refuse('is there twice');
    else if (!skip(path)) {
      const { entry, found } = readEntry(address, path, content, variables);
      read.push(entry);
      problems.push(...found.map((each) => ({ ...each, file: path })));
    }
    seen.add(path);
  }
  if (!seen.has(APP_FILE)) problems.push({ file: APP_FILE, path: '', problem: 'is missing' });
  if (problems.length > 0) throw folderError(problems);
  const appId = read.find(({ path }) => path === APP_FILE)?.id ?? '';
  const rank = (kind: FolderKind) => folderKinds.indexOf(kind);
  const entries = read.toSorted((one, other) => rank(one.kind) - rank(other.kind));
  return { appId, entries: entries.map((entry) => ({ ...entry, appId })) };
}

const KNOWN = folderKinds.map((kind) => filePath(kind, '<id>')).join(', ');

function readEntry(
  { kind, id }: { readonly kind: FolderKind; readonly id: string },
  path: string,
  written: unknown,
  variables: Variables,
) {
  const { value, problems } = kind.prepare?.(written, variables) ?? { value: written, problems: [] };
  const own = kind.folder === undefined ? (value as { readonly id?: unknown } | null)?.id : id;
  const found = problems.length > 0 ? problems : [...checkId(kind, own), ...kind.check(value)];
  return { entry: { kind, path, id: String(own), value, written }, found };
}

function checkId({ folder }: FolderKind, id: unknown) {
  return shapeErrors(Identifier, id).map(({ problem }) =>
    folder === undefined
      ? { path: '/id', problem }
      : { path: '', problem: `The file name, which is the identifier, ${problem}` },
  );
}
