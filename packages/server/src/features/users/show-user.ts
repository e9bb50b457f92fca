import type { User } from '@inlay/protocol/user';
import { time, timeOrNull } from '../../platform/http/show.ts';
import { parseRoles } from '../../platform/identity/principal.ts';
import type { UserWithGroups } from './users.ts';

/** A user as the API returns it. */
export function showUser(user: UserWithGroups): User {
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    firstName: user.first_name,
    lastName: user.last_name,
    roles: parseRoles(user.roles),
    groups: [...user.groups],
    privileges: JSON.parse(user.privileges),
    attributes: JSON.parse(user.attributes),
    workspaceId: user.workspace_id,
    status: user.status,
    lastLoginAt: timeOrNull(user.last_login_at),
    createdAt: time(user.created_at),
    updatedAt: time(user.updated_at),
  };
}
