import type { FolderProblem } from '@inlay/content/content-plan';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { AppError, ended } from '../../../platform/errors.ts';

const MAX_PROBLEMS = 1000;

/** The problems of a folder's files. */
export function folderError(
  problems: readonly FolderProblem[],
  code: 'REQUEST_INVALID' | 'CONFLICT' = 'REQUEST_INVALID',
): AppError {
  const [first] = problems;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more, see details)` : '';
  return new AppError(code, {
    message: ended(first ? `${problemText(first)}${more}` : 'The folder cannot be applied'),
    details: problems.slice(0, MAX_PROBLEMS),
  });
}

/** `tiles/revenue.yaml:3  /kind must be one of …` */
export function problemText({ file, line, path, problem }: FolderProblem): string {
  const place = line === undefined || line === null ? shown(file) : `${shown(file)}:${line}`;
  return `${place}  ${path === '' ? '' : `${path} `}${problem}`;
}

/** A path that nobody checked yet may contain anything. */
const shown = (path: string) => path.replaceAll(/[^\w./, @-]/g, '?').slice(0, 300);

/** The problems in a refusal, as those of a file. */
export function problemsIn(file: string, error: AppError): readonly FolderProblem[] {
  if (isProblems(error.details)) return error.details.map(({ path, problem }) => ({ file, path, problem }));
  return [{ file, path: '', problem: error.message }];
}

function isProblems(details: unknown): details is readonly FieldProblem[] {
  return (
    Array.isArray(details) &&
    details.length > 0 &&
    details.every((each) => typeof each?.path === 'string' && typeof each?.problem === 'string')
  );
}

/** Whether `details` of an error are problems of files. */
export function isFolderProblems(details: unknown): details is readonly FolderProblem[] {
  return isProblems(details) && details.every((each) => 'file' in each && typeof each.file === 'string');
}
