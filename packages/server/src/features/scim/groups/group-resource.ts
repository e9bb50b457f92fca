import type { GroupRow } from '../../../platform/store/schema.ts';
import { isoTime } from '../../../platform/time/time.ts';
import type { Resource } from '../protocol/attribute.ts';
import { versionOf } from '../protocol/version.ts';
import { GROUP_SCHEMA } from './group-definition.ts';

/** What a client can set of a group, except its members. */
export const settableResource = ({ name, external_id }: GroupRow): Resource => ({
  displayName: name,
  ...(external_id != null && { externalId: external_id }),
});

/** Without members where they were not read, and then without a version, which covers them. */
export function toGroupResource(row: GroupRow, base: string, memberIds?: readonly string[]): Resource {
  return {
    schemas: [GROUP_SCHEMA],
    id: row.id,
    ...settableResource(row),
    ...(memberIds !== undefined &&
      memberIds.length > 0 && {
        members: memberIds.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' })),
      }),
    meta: {
      resourceType: 'Group',
      created: isoTime(row.created_at),
      lastModified: isoTime(row.updated_at),
      location: `${base}/Groups/${encodeURIComponent(row.id)}`,
      ...(memberIds !== undefined && { version: groupVersion(row, memberIds) }),
    },
  };
}

/** The ids are in order. */
export const groupVersion = (row: GroupRow, memberIds: readonly string[]): string =>
  versionOf([row.id, settableResource(row), memberIds]);
