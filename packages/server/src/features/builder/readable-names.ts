import type { Queries } from '../../platform/store/store.ts';
import { usernameKey } from '../users/index.ts';
import type { Builder } from './open-builder.ts';

/** The name as a viewer may read it. */
export type ReadableName = (name: string | null) => string | null;

/**
 * Viewers who work on the same dashboards read each other's names. Those of administrators and API keys are null: they
 * are half of a login, or names that only administrators gave (ADR 339).
 */
export async function readableNames(
  queries: Queries,
  { viewer }: Pick<Builder, 'viewer'>,
  names: readonly (string | null)[],
): Promise<ReadableName> {
  if (viewer.bypassesRowRules) return (name) => name;
  const others = [...new Set(names)].filter((name) => name !== null && name !== viewer.username) as string[];
  if (others.length === 0) return (name) => name;
  const own = queries.tenant(viewer.tenantId);
  const administrators = await own
    .selectFrom('users')
    .select('username_key')
    .where('username_key', 'in', others.map(usernameKey))
    .where('admin_role', 'is not', null)
    .execute();
  const keys = await own.selectFrom('api_keys').select('name').where('name', 'in', others).execute();
  const hidden = new Set([
    ...administrators.map((user) => user.username_key),
    ...keys.map(({ name }) => usernameKey(name)),
  ]);
  return (name) => (name !== null && name !== viewer.username && hidden.has(usernameKey(name)) ? null : name);
}
