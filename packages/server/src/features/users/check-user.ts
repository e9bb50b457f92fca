import { ImportedUser } from '@inlay/protocol/user';
import { Compile } from 'typebox/compile';
import { isAcceptableHash, passwordProblem } from './password-rules.ts';

const validator = Compile(ImportedUser);

export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

/** Holds a user against the same schema as the API does; answers what is wrong, nothing where all is well. */
export function userProblems(value: unknown): FieldProblem[] {
  if (validator.Check(value)) return passwordProblems(value);
  const all = validator.Errors(value).flatMap(describe);
  // A union reports each branch that failed: one problem a field is enough for a person.
  return all.filter(({ field }, index) => all.findIndex((other) => other.field === field) === index);
}

function passwordProblems({ password, passwordHash }: ImportedUser): FieldProblem[] {
  if (password !== undefined && passwordHash !== undefined)
    return [{ field: 'passwordHash', problem: 'cannot be there together with password' }];
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
  // Said better by the errors beside them.
  if (['anyOf', 'additionalProperties'].includes(keyword) || type === 'null') return [];
  if (keyword === 'boolean') return [{ field, problem: 'is not a field that this accepts' }];
  if (keyword === 'required')
    return (requiredProperties as string[]).map((name) => ({ field: name, problem: 'is required' }));
  const own = schemaAt(schemaPath)['x-problem'];
  if (typeof own === 'string') return [{ field, problem: own }];
  if (keyword === 'enum')
    return [{ field, problem: `must be one of ${(allowedValues as string[]).join(', ')}` }];
  return [{ field, problem: message }];
}

/** The part of the schema that a path such as `#/properties/email/anyOf/0` leads to. */
function schemaAt(path: string): Readonly<Record<string, unknown>> {
  let schema: unknown = ImportedUser;
  for (const key of path.split('/').slice(1)) schema = (schema as Record<string, unknown> | undefined)?.[key];
  return (schema ?? {}) as Record<string, unknown>;
}
