import type { User } from '@inlay/protocol/user';
import type { UserWithGroups } from '../../features/users/users.ts';
import { parseRoles } from '../identity/roles.ts';
import type { AuditEventRow, NamedRow } from '../store/schema.ts';

/** Rows as the API shows them. */

export const time = (at: number): string => new Date(at).toISOString();

export const timeOrNull = (at: number | null) => (at === null ? null : time(at));

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

export function showNamed({ id, name, created_at, updated_at }: NamedRow) {
  return { id, name, createdAt: time(created_at), updatedAt: time(updated_at) };
}

export function showEvent(event: AuditEventRow) {
  return {
    id: event.id,
    at: time(event.at),
    action: event.action,
    outcome: event.outcome,
    actor: event.actor,
    target: event.target,
    reason: event.reason,
    count: event.count,
    requestId: event.request_id,
    ip: event.ip,
    details: event.details === null ? null : JSON.parse(event.details),
  };
}
