import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import { usernameKey } from '../../users/index.ts';
import type { FilterColumn, FilterColumns } from '../protocol/compile-filter.ts';
import { exactColumn, flagColumn, foldedColumn, textColumn, timeColumn } from '../protocol/filter-columns.ts';

/** The attributes that users can be filtered by, and their columns. */
export function userColumns(tenantId: TenantId): FilterColumns {
  const email = textColumn(sql.ref('users.email'));
  const role = exactColumn(sql.ref('users.admin_role'));
  const group = groupColumn(tenantId);
  return {
    id: exactColumn(sql.ref('users.id')),
    externalid: exactColumn(sql.ref('users.external_id')),
    username: foldedColumn(sql.ref('users.username_key'), usernameKey),
    'name.givenname': textColumn(sql.ref('users.first_name')),
    'name.familyname': textColumn(sql.ref('users.last_name')),
    emails: email,
    'emails.value': email,
    'emails.type': textColumn(sql`case when ${sql.ref('users.email')} is null then null else 'work' end`),
    'emails.primary': flagColumn(sql`${sql.ref('users.email')} is not null`),
    active: flagColumn(sql`${sql.ref('users.status')} = 'active'`),
    roles: role,
    'roles.value': role,
    groups: group,
    'groups.value': group,
    'meta.created': timeColumn(sql.ref('users.created_at')),
    'meta.lastmodified': timeColumn(sql.ref('users.updated_at')),
  };
}

const groupColumn = (tenantId: TenantId): FilterColumn => ({
  compare: (operator, value) =>
    operator === 'eq' && typeof value === 'string'
      ? sql<boolean>`${sql.ref('users.id')} in (select user_id from user_groups
          where user_groups.tenant_id = ${tenantId} and user_groups.group_id = ${value})`
      : undefined,
  isPresent: sql<boolean>`${sql.ref('users.id')} in (select user_id from user_groups
    where user_groups.tenant_id = ${tenantId})`,
});
