import { isObject } from './read-resource.ts';
import { invalidSyntax, invalidValue, ScimError } from './scim-error.ts';

/** One change at one path. */
export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove';
  readonly path: string;
  readonly value: unknown;
  /** It was a field of an object without a path, where attributes that only the server sets are left out. */
  readonly isField: boolean;
}

const OPS = ['add', 'replace', 'remove'] as const;
const MAX_OPERATIONS = 100;
const MAX_FIELDS = 100;

/** The operations of a PATCH request (RFC 7644 §3.5.2); those without a path become one for each attribute. */
export function readPatch(body: unknown): readonly PatchOperation[] {
  if (!isObject(body)) throw invalidSyntax('Send a JSON object.');
  // Entra ID's older versions write it in lower case.
  const operations = body.Operations ?? body.operations;
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalidSyntax('The request needs a list of Operations.');
  if (operations.length > MAX_OPERATIONS)
    throw new ScimError(413, `The request has more than ${MAX_OPERATIONS} operations. Send fewer.`);
  return operations.flatMap(readOperation);
}

function readOperation(operation: unknown): readonly PatchOperation[] {
  if (!isObject(operation)) throw invalidSyntax('Each operation must be an object.');
  const { op: given, path, value } = operation;
  // Entra ID capitalizes them.
  const name = typeof given === 'string' ? given.toLowerCase() : given;
  const op = OPS.find((each) => each === name);
  if (!op) throw invalidSyntax('The op of each operation must be add, replace or remove.');
  if (path !== undefined && path !== null && path !== '') {
    if (typeof path !== 'string') throw invalidSyntax('The path of an operation must be a text.');
    if (op !== 'remove' && value === undefined) throw invalidValue(`The operation ${op} needs a value.`);
    return [{ op, path, value, isField: false }];
  }
  if (op === 'remove') throw new ScimError(400, 'The operation remove needs a path.', 'noTarget');
  if (!isObject(value))
    throw invalidValue(`The operation ${op} without a path needs an object as its value.`);
  const fields = Object.entries(value);
  if (fields.length > MAX_FIELDS)
    throw new ScimError(413, `An operation has more than ${MAX_FIELDS} attributes.`);
  return fields.map(([field, each]) => ({ op, path: field, value: each, isField: true }));
}
