import type { Queries } from '../../platform/store/store.ts';
import type { ContentItem, Ownership } from '../content/index.ts';
import { usernameKey } from '../users/index.ts';
import type { Builder } from './open-builder.ts';

/**
 * Whether other viewers may read the name under which this viewer works: not that of an administrator, which is half of
 * a login. It is recorded with each change, because accounts that exist now do not tell who was an administrator then
 * (ADR 339).
 */
export async function isNamedToViewers(
  queries: Queries,
  { viewer }: Pick<Builder, 'viewer'>,
): Promise<boolean> {
  if (viewer.bypassesRowRules) return false;
  const administrator = await queries
    .tenant(viewer.tenantId)
    .selectFrom('users')
    .select('id')
    .where('username_key', '=', usernameKey(viewer.username))
    .where('admin_role', 'is not', null)
    .executeTakeFirst();
  return administrator === undefined;
}

/** A recorded name as the viewer may read it. Administrators read all names. */
export function readableName(
  { viewer }: Pick<Builder, 'viewer'>,
  name: string | null,
  byViewer: boolean,
): string | null {
  return byViewer || viewer.bypassesRowRules ? name : null;
}

/** Who changed a dashboard last. */
export const editorOf = (builder: Builder, item: ContentItem): string | null =>
  readableName(builder, item.updated_by, item.viewer_revision === item.revision);

export const ownerOf = (builder: Builder, ownership: Ownership | undefined): string | null =>
  ownership ? readableName(builder, ownership.username, ownership.byViewer) : null;
