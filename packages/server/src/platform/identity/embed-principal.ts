import type { TenantId } from '@inlay/protocol/tenant-id';
import { type ContextReader, createContextReader } from '../rules/context-reading.ts';
import type { EmbedTokenRow } from '../store/schema.ts';
import type { EmbedContext, LossySection } from './embed-context.ts';
import type { PrivilegeName } from './permissions.ts';

/**
 * A viewer as signed by the customer's server. `attribute`, `groups` and `roles` distinguish "not sent" from "possibly
 * lost to truncation"; only a value that is present grants anything.
 */
export interface EmbedPrincipal extends ContextReader {
  readonly tenantId: TenantId;
  readonly tokenHash: string;
  readonly clientId: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** The viewer's privileges in an app. A lost privilege is not granted. */
  privileges(appId: string): readonly PrivilegeName[];
  /** In an embed token, `ADMIN` allows viewing any embed of the tenant and nothing else. */
  readonly viewsEveryEmbed: boolean;
  /** On an administrator's token: the only embed that it opens. */
  readonly onlyEmbed: string | null;
  /** False when viewing as someone else: nothing is changed in that person's name. */
  readonly acts: boolean;
  /** Lifts row and visibility rules for an administrator, who can read all rows anyway (ADR 190). */
  readonly bypassesRowRules: boolean;
  readonly truncated: boolean;
  /** Encrypted; only a connection that needs a secret decrypts it. */
  readonly sealedSecrets: string | null;
}

/** Client ids of tokens issued without an assertion. Tenants' client ids end in `-embed`. */
export const OWN_CLIENTS = { preview: '', author: 'author' } as const;

type StoredToken = Pick<
  EmbedTokenRow,
  'client_id' | 'context' | 'lost_sections' | 'sealed_secrets' | 'issued_at' | 'expires_at' | 'only_embed'
>;

export function createEmbedPrincipal(
  tenantId: TenantId,
  tokenHash: string,
  row: StoredToken,
): EmbedPrincipal {
  const context = JSON.parse(row.context) as Omit<EmbedContext, 'secrets'>;
  const lost = row.lost_sections === null ? [] : (JSON.parse(row.lost_sections) as LossySection[]);
  const readable = lost.filter((section) => section === 'attributes' || section === 'groups');
  const { privileges } = context;
  return {
    ...createContextReader({ ...context, workspaceId: context.workspace_id }, readable),
    tenantId,
    tokenHash,
    clientId: row.client_id,
    issuedAt: row.issued_at,
    expiresAt: row.expires_at,
    privileges: (appId) => (Object.hasOwn(privileges, appId) ? (privileges[appId] ?? []) : []),
    viewsEveryEmbed: context.roles.includes('ADMIN'),
    onlyEmbed: row.only_embed,
    acts: row.only_embed === null || row.client_id === OWN_CLIENTS.author,
    bypassesRowRules: row.only_embed !== null && row.client_id === OWN_CLIENTS.author,
    truncated: row.lost_sections !== null,
    sealedSecrets: row.sealed_secrets,
  };
}
