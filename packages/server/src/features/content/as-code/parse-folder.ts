import type { ContentFile, FolderProblem } from '@inlay/content/content-plan';
import { AppError } from '../../../platform/errors.ts';
import { type ParsedFile, parseYaml } from './content-yaml.ts';
import { folderError, isFolderProblems } from './folder-error.ts';
import { readFolder } from './read-folder.ts';

/** A file in an app's folder. */
export interface FolderFile {
  readonly path: string;
  readonly text: string;
}

export interface ParsedFolder {
  readonly files: readonly ContentFile[];
  /** Adds lines to the problems of an error. */
  locate(error: unknown): unknown;
}

/** Parses the YAML of a folder. If a file cannot be read, throws with the problems of all files, by line. */
export async function parseFolder(texts: readonly FolderFile[]): Promise<ParsedFolder> {
  const parsed = new Map(texts.map(({ path, text }) => [path, parseYaml(text)]));
  const unreadable = Array.from(parsed).filter(([, { problems }]) => problems.length > 0);
  const files = Array.from(parsed)
    .filter(([, { problems }]) => problems.length === 0)
    .map(([path, { value }]) => ({ path, content: value }));
  const locate = (error: unknown): unknown => {
    if (!(error instanceof AppError) || !isFolderProblems(error.details)) return error;
    const located = error.details.map((problem) => withLine(problem, parsed.get(problem.file)));
    return folderError(located, error.code === 'CONFLICT' ? 'CONFLICT' : 'REQUEST_INVALID');
  };
  if (unreadable.length === 0) return { files, locate };
  const found = unreadable.flatMap(([file, { problems }]) => problems.map((each) => ({ ...each, file })));
  throw locate(folderError([...found, ...(await problemsOfOthers(files, new Set(parsed.keys())))]));
}

/** The files that can be read have problems of their own. */
async function problemsOfOthers(
  files: readonly ContentFile[],
  all: ReadonlySet<string>,
): Promise<readonly FolderProblem[]> {
  // Connections need variables, which are not known here.
  const skip = (path: string) => path.startsWith('connections/');
  try {
    await readFolder(files, { variables: {}, skip });
    return [];
  } catch (error) {
    if (!(error instanceof AppError) || !isFolderProblems(error.details)) throw error;
    const isRead = new Set(files.map(({ path }) => path));
    return error.details.filter(({ file }) => isRead.has(file) || !all.has(file));
  }
}

function withLine(problem: FolderProblem, file: ParsedFile | undefined): FolderProblem {
  return file && problem.line === undefined ? { ...problem, line: file.lineOf(problem.path) } : problem;
}
