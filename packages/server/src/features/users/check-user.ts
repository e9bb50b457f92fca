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
  const all = validator.Errors(value).flatMap(describe);
  // A union reports each branch that failed: one problem per field is enough.
  return all.filter(({ field }, index) => all.findIndex((other) => other.field === field) === index);
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

interface SchemaError {
  readonly keyword: string;
  readonly schemaPath: string;
  readonly instancePath: string;
  readonly params: object;
  readonly message: string;
}

function describe({ keyword, schemaPath, instancePath, params, message }: SchemaError): FieldProblem[] {
  const field = instancePath.slice(1);
  const { type, requiredProperties, allowedValues } = params as Readonly<Record<string, unknown>>;
  // The errors of the branches are more specific.
  if (['anyOf', 'additionalProperties'].includes(keyword) || type === 'null') return [];
  if (keyword === 'boolean') return [{ field, problem: 'is not a known field' }];
  if (keyword === 'required')
    return (requiredProperties as string[]).map((name) => ({ field: name, problem: 'is required' }));
  const own = schemaAt(schemaPath)['x-problem'];
  if (typeof own === 'string') return [{ field, problem: own }];
  if (keyword === 'enum')
    return [{ field, problem: `must be one of ${(allowedValues as string[]).join(', ')}` }];
  return [{ field, problem: message }];
}

/** Resolves a schema path such as `#/properties/email/anyOf/0`. */
function schemaAt(path: string): Readonly<Record<string, unknown>> {
  let schema: unknown = ImportedUser;
  for (const key of path.split('/').slice(1)) schema = (schema as Record<string, unknown> | undefined)?.[key];
  return (schema ?? {}) as Record<string, unknown>;
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
