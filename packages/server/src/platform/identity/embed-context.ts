import type { PrivilegeName } from './permissions.ts';
/** The signed user context: known fields only, with normalized privileges. */
export interface EmbedContext {
  readonly username: string;
  readonly workspace_id: string;
  readonly roles: readonly ('USER' | 'ADMIN')[];
  readonly privileges: Readonly<Record<string, readonly PrivilegeName[]>>;
  readonly groups: readonly string[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly secrets: Readonly<Record<string, unknown>>;
}

export type LossySection = 'attributes' | 'secrets' | 'groups' | 'privileges';

/** In the order of reports. */
export const CONTEXT_FIELDS = [
  'username',
  'workspace_id',
  'roles',
  'privileges',
  'groups',
  'attributes',
  'secrets',
] as const;
