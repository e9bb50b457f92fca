import { type AdminRole, ALL_ADMIN_ROLES } from '@inlay/protocol/admin-role';
import type { UserChange } from '@inlay/protocol/user';
import { type UserWithGroups, userFields, userProblems } from '../../users/index.ts';
import type { Resource } from '../protocol/attribute.ts';
import { isObject, objectAt } from '../protocol/read-resource.ts';
import { invalidValue } from '../protocol/scim-error.ts';
import { ENTERPRISE_ATTRIBUTES, ENTERPRISE_SCHEMA } from './user-definition.ts';

/** The fields of a user that SCIM sets: no other is ever changed by it. */
export interface WantedUser {
  readonly username: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly externalId: string | null;
  /** Undefined where the request leaves it as it is. */
  readonly status?: 'active' | 'disabled';
  readonly adminRole: AdminRole | null;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Attributes of SCIM for the fields that `userProblems` names. */
const ATTRIBUTE_OF: Readonly<Record<string, string>> = {
  username: 'userName',
  email: 'emails.value',
  firstName: 'name.givenName',
  lastName: 'name.familyName',
};

/** The fields that a resource describes, checked like those of the API. */
export function wantedUser(
  resource: Resource,
  storedAttributes: Readonly<Record<string, unknown>> = {},
): WantedUser {
  const name = objectAt(resource, 'name');
  const { userName, active, roles } = resource;
  if (typeof userName !== 'string') throw invalidValue('userName is required.');
  const wanted: WantedUser = {
    username: userName.trim(),
    email: emailOf(resource),
    firstName: textOrNull(name.givenName),
    lastName: textOrNull(name.familyName),
    externalId: textOrNull(resource.externalId),
    ...(typeof active === 'boolean' && { status: active ? 'active' : 'disabled' }),
    adminRole: Array.isArray(roles) ? roleOf(roles) : null,
    attributes: withEnterprise(storedAttributes, objectAt(resource, ENTERPRISE_SCHEMA)),
  };
  const { externalId: _, ...fields } = wanted;
  const [problem] = userProblems(fields);
  if (problem) throw invalidValue(`${ATTRIBUTE_OF[problem.field] ?? problem.field} ${problem.problem}.`);
  return wanted;
}

type Change = Omit<UserChange, 'password'> & { readonly externalId?: string | null };

/** The fields that differ from the stored user: only these are written, checked and audited. */
export function userChange(user: UserWithGroups, wanted: WantedUser): Change {
  const before = { ...userFields(user), externalId: user.external_id };
  const differs = ([field, value]: [string, unknown]) =>
    JSON.stringify(before[field as keyof typeof before]) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** One address is stored: the primary one, or else the first. */
function emailOf({ emails }: Resource): string | null {
  const all = Array.isArray(emails) ? emails.filter(isObject) : [];
  const chosen =
    all.find(({ primary, value }) => primary === true && value !== undefined) ??
    all.find(({ value }) => value !== undefined);
  return textOrNull(chosen?.value);
}

function roleOf(roles: readonly unknown[]): AdminRole | null {
  const all = roles.filter(isObject);
  if (all.length > 1 && !all.some(({ primary }) => primary === true))
    throw invalidValue('A user can have one role. Mark it as primary.');
  const chosen = all.find(({ primary }) => primary === true) ?? all[0];
  if (chosen === undefined) return null;
  const role = ALL_ADMIN_ROLES.find((each) => each === chosen.value);
  if (!role) throw invalidValue(`roles.value must be one of ${ALL_ADMIN_ROLES.join(', ')}.`);
  return role;
}

/** Attributes of other names are not SCIM's, nor are values that are no texts. */
function withEnterprise(
  stored: Readonly<Record<string, unknown>>,
  extension: Resource,
): Readonly<Record<string, unknown>> {
  const before = enterpriseTexts(stored);
  const given = enterpriseTexts(extension);
  if (JSON.stringify(before) === JSON.stringify(given)) return stored;
  const others = Object.entries(stored).filter(([name]) => !Object.hasOwn(before, name));
  return { ...Object.fromEntries(others), ...given };
}

export function enterpriseTexts(
  attributes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  const texts = ENTERPRISE_ATTRIBUTES.flatMap((name) => {
    const value = textOrNull(attributes[name]);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(texts);
}
