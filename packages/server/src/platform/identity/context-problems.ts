import { isDeeperThan, isObject, maxLevels } from './strict-json.ts';

const maxUsernameBytes = 1024;
const maxWorkspaceBytes = 256;
const maxRoles = 16;

type Problem = string | undefined;

const rules = Object.entries<(value: unknown) => Problem>({
  username: (value) => text(value, maxUsernameBytes),
  workspace_id: (value) => text(value, maxWorkspaceBytes),
  roles: (value) => {
    if (!Array.isArray(value) || value.length > maxRoles) return "must be an array of 'USER' and 'ADMIN'";
    const wrong = value.find((role) => role !== 'USER' && role !== 'ADMIN');
    return wrong === undefined ? undefined : `can contain only 'USER' and 'ADMIN', got ${quoted(wrong)}`;
  },
  privileges: (value) => {
    if (!isObject(value)) return 'must be an object with an array of privileges per app identifier';
    for (const [app, names] of Object.entries(value)) {
      if (!Array.isArray(names)) return `must have an array for app ${quoted(app)}`;
      const wrong = names.find((name) => !['view', 'contribute', 'validate', 'validator'].includes(name));
      if (wrong !== undefined)
        return `can contain only 'view', 'contribute' and 'validate', got ${quoted(wrong)}`;
    }
    return undefined;
  },
  groups: (value) =>
    value == null || (Array.isArray(value) && value.every((group) => typeof group === 'string'))
      ? undefined
      : 'must be an array of strings',
  attributes: freeEntries,
  secrets: freeEntries,
});

/** The problems of a context, in field order. */
export function contextProblems(context: unknown): { readonly field: string; readonly problem: string }[] {
  if (!isObject(context)) return [{ field: 'embed_context', problem: 'must be an object' }];
  // Assertions are checked before; a context that an administrator writes may be deeper, and the rules are recursive.
  if (isDeeperThan(context, maxLevels))
    return [{ field: 'embed_context', problem: `must not be nested more than ${maxLevels} levels deep` }];
  const problems = [];
  for (const [field, rule] of rules) {
    const problem = rule(Object.hasOwn(context, field) ? context[field] : undefined);
    if (problem !== undefined) problems.push({ field: `embed_context.${field}`, problem });
  }
  return problems;
}

function text(value: unknown, maxBytes: number): Problem {
  if (value === undefined) return 'is required';
  if (typeof value !== 'string' || value === '') return 'must be a non-empty string';
  // NUL and lone surrogates cannot be stored in PostgreSQL, and control characters grow to six bytes in JSON.
  if (!value.isWellFormed() || /\p{Cc}/u.test(value))
    return 'must not contain control characters or malformed Unicode';
  return Buffer.byteLength(value) > maxBytes ? `must have at most ${maxBytes} bytes` : undefined;
}

function freeEntries(value: unknown): Problem {
  if (value == null) return undefined;
  if (!isObject(value)) return 'must be an object';
  const inexact = Object.keys(value).find((key) => !isExact(value[key]));
  return inexact === undefined
    ? undefined
    : `has a number in ${quoted(inexact)} that JSON parsers would round; send it as a string`;
}

/** Beyond 2^53 two ids could become equal, and one customer would see another's rows. */
function isExact(value: unknown): boolean {
  if (typeof value === 'number')
    return Number.isFinite(value) && (Number.isSafeInteger(value) || !Number.isInteger(value));
  return typeof value !== 'object' || value === null || Object.values(value).every(isExact);
}

function quoted(value: unknown): string {
  return `'${String(typeof value === 'object' ? JSON.stringify(value) : value).slice(0, 60)}'`;
}
