import { isoTime } from '../../../platform/time/time.ts';
import type { UserWithGroups } from '../../users/index.ts';
import type { Resource } from '../protocol/attribute.ts';
import { objectAt } from '../protocol/read-resource.ts';
import { versionOf } from '../protocol/version.ts';
import { ENTERPRISE_SCHEMA, USER_SCHEMA } from './user-definition.ts';
import { enterpriseTexts } from './wanted-user.ts';

/** What resources refer to. */
export interface ResourceContext {
  /** Address of the SCIM endpoint. */
  readonly base: string;
  readonly groupNames: ReadonlyMap<string, string>;
}

/** What a client can set of a user, as it is now: PATCH starts from it. */
export function settableResource(user: UserWithGroups): Resource {
  const name = { ...ofText('givenName', user.first_name), ...ofText('familyName', user.last_name) };
  const enterprise = enterpriseTexts(JSON.parse(user.attributes));
  return {
    userName: user.username,
    ...ofText('externalId', user.external_id),
    ...(Object.keys(name).length > 0 && { name }),
    ...(user.email !== null && { emails: [{ value: user.email, type: 'work', primary: true }] }),
    active: user.status === 'active',
    ...(user.admin_role !== null && { roles: [{ value: user.admin_role, primary: true }] }),
    ...(Object.keys(enterprise).length > 0 && { [ENTERPRISE_SCHEMA]: enterprise }),
  };
}

/**
 * What PUT makes of a user. RFC 7644 §3.5.1 leaves open what becomes of attributes that the client omits: names and the email
 * address are cleared. What decides access stays as it is, so that nobody is let in by omission.
 */
export function replacedResource(before: Resource, given: Resource): Resource {
  const kept = Object.entries(before).filter(([name]) =>
    ['active', 'roles', ENTERPRISE_SCHEMA].includes(name),
  );
  return { ...Object.fromEntries(kept), ...given };
}

export function toUserResource(user: UserWithGroups, { base, groupNames }: ResourceContext): Resource {
  const settable = settableResource(user);
  const extended = Object.keys(objectAt(settable, ENTERPRISE_SCHEMA)).length > 0;
  const resource = {
    schemas: [USER_SCHEMA, ...(extended ? [ENTERPRISE_SCHEMA] : [])],
    id: user.id,
    ...settable,
    displayName: displayNameOf(user),
    ...(user.groups.length > 0 && {
      groups: user.groups.map((id) => ({
        value: id,
        $ref: `${base}/Groups/${encodeURIComponent(id)}`,
        display: groupNames.get(id) ?? id,
        type: 'direct',
      })),
    }),
  };
  return {
    ...resource,
    meta: {
      resourceType: 'User',
      created: isoTime(user.created_at),
      lastModified: isoTime(user.updated_at),
      location: `${base}/Users/${user.id}`,
      version: userVersion(user),
    },
  };
}

/** Names of groups are no part of it: renaming a group changes none of its members. */
export const userVersion = (user: UserWithGroups): string =>
  versionOf([user.id, settableResource(user), user.groups]);

function displayNameOf({ first_name, last_name, username }: UserWithGroups): string {
  return [first_name, last_name].filter(Boolean).join(' ') || username;
}

/** Without a value, an attribute is left out (RFC 7643 §2.5). */
const ofText = (name: string, value: string | null): Resource =>
  value === null || value === '' ? {} : { [name]: value };
