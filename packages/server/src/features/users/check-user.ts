import { shapeErrors } from '@inlay/protocol/shape-errors';
import { ImportedUser } from '@inlay/protocol/user';
import { Compile } from 'typebox/compile';

const validator = Compile(ImportedUser);

export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

/** Checks a user against the schema of the API; returns what is wrong, or an empty list. */
export function userProblems(value: unknown): FieldProblem[] {
  if (validator.Check(value)) return passwordProblems(value);
  // The compiled check lists problems too, but looks for duplicates in a list that is too long, pair by pair.
  const problems = shapeErrors(ImportedUser, value).map(({ path, problem }) => ({
    field: path.slice(1),
    problem,
  }));
  return problems.length > 0 ? problems : [{ field: '', problem: 'is not a user' }];
}

function passwordProblems({ password, passwordHash }: ImportedUser): FieldProblem[] {
  if (password !== undefined && passwordHash !== undefined)
    return [{ field: 'passwordHash', problem: 'cannot be combined with password' }];
  const problem = password === undefined ? undefined : passwordProblem(password);
  if (problem !== undefined) return [{ field: 'password', problem }];
  if (passwordHash !== undefined && !isAcceptableHash(passwordHash))
    return [{ field: 'passwordHash', problem: 'must be an argon2id hash in PHC format ($argon2id$v=19$…)' }];
  return [];
}

/** NIST 800-63B §3.1.1: length is counted in characters, nothing is cut off, every character is allowed. */
export function passwordProblem(password: string): string | undefined {
  const length = [...password].length;
  if (length < 8) return 'must have at least 8 characters';
  if (length > 256) return 'must have at most 256 characters';
  return undefined;
}

const phcShape =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,86}$/;

/** Imported hashes are verified here at each login, so their cost must be bounded. */
function isAcceptableHash(phc: string): boolean {
  const [, memory, time, lanes] = phcShape.exec(phc) ?? [];
  return (
    Number(memory) >= 8 &&
    Number(memory) <= 262_144 &&
    Number(time) >= 1 &&
    Number(time) <= 16 &&
    Number(lanes) <= 8
  );
}
