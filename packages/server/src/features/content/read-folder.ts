import { Identifier } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import { AppError } from '../../platform/errors.ts';
import { parseYaml } from './content-yaml.ts';
import type { FolderFile } from './export-content.ts';
import { upgradeAppFile } from './folder-format.ts';
import type { FolderEntry, FolderKind } from './folder-kind.ts';
import { folderKinds } from './folder-kinds.ts';

/** A file that was read: what it is and what it says. */
export interface ReadEntry extends FolderEntry {
  readonly kind: FolderKind;
  readonly path: string;
}

/** Reads an app's folder, or says of every file what is wrong with it and in which line. */
export function readFolder(files: readonly FolderFile[]): {
  readonly appId: string;
  readonly entries: readonly ReadEntry[];
} {
  const problems: string[] = [];
  const read = folderKinds.flatMap((kind) =>
    files.flatMap(({ path, text }) => {
      const id = idOf(kind, path);
      if (id === undefined) return [];
      const { value: written, problems: unreadable, lineOf } = parseYaml(text);
      const value = kind.folder === undefined ? upgradeAppFile(written) : written;
      const found =
        unreadable.length > 0
          ? unreadable
          : [...checkId(kind, id, value), ...kind.check(value)].map((problem) => ({
              ...problem,
              line: lineOf(problem.path),
            }));
      problems.push(...found.map(({ line, path: at, problem }) => `${path}:${line}  ${at} ${problem}`));
      return [{ kind, path, id, value }];
    }),
  );
  const app = read.find(({ kind }) => kind.folder === undefined);
  if (!app) throw new AppError('REQUEST_INVALID', { message: 'The folder has no app.yaml.' });
  if (problems.length > 0) {
    throw new AppError('REQUEST_INVALID', { message: problems.join('\n'), details: problems });
  }
  const appId = (app.value as { readonly id: string }).id;
  return { appId, entries: read.map((entry) => ({ ...entry, appId, id: entry === app ? appId : entry.id })) };
}

function idOf({ folder }: FolderKind, path: string): string | undefined {
  if (folder === undefined) return path === 'app.yaml' ? 'app' : undefined;
  const [parent, name, ...deeper] = path.split('/');
  return parent === folder && deeper.length === 0 && name?.endsWith('.yaml') ? name.slice(0, -5) : undefined;
}

function checkId({ folder }: FolderKind, id: string, value: unknown) {
  const given = folder === undefined ? (value as { readonly id?: unknown } | null)?.id : id;
  const problems = shapeErrors(Identifier, given);
  return problems.map(({ problem }) =>
    folder === undefined
      ? { path: '/id', problem }
      : { path: '', problem: `The file's name, which is the identifier, ${problem}` },
  );
}
