import type { PrivilegeName } from './permissions.ts';
/** The signed user context as the service holds it: known fields only, one spelling for each privilege. */
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

/** Fields in the order in which a report shows them. */
export const CONTEXT_FIELDS = [
  'username',
  'workspace_id',
  'roles',
  'privileges',
  'groups',
  'attributes',
  'secrets',
] as const;
