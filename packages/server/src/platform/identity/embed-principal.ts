import type { TenantId } from '@inlay/protocol/tenant-id';
import { type ContextReader, createContextReader } from '../rules/context-reading.ts';
import type { EmbedTokenRow } from '../store/schema.ts';
import type { EmbedContext, LossySection } from './embed-context.ts';
import type { PrivilegeName } from './permissions.ts';

/**
 * A viewer, as the customer's server signed them. `attribute`, `groups` and `roles` tell "was not sent" from "may
 * have been lost to truncation"; only a value that is there can grant anything.
 */
export interface EmbedPrincipal extends ContextReader {
  readonly tenantId: TenantId;
  readonly tokenHash: string;
  readonly clientId: string;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** What the viewer may do in an app. A privilege that was lost is one that the viewer does not have. */
  privileges(appId: string): readonly PrivilegeName[];
  /** For an embed token `ADMIN` means: may view any embed of the tenant. It grants nothing else. */
  readonly viewsEveryEmbed: boolean;
  /** Set on a token that an administrator got: the one embed that it opens. */
  readonly onlyEmbed: string | null;
  /** Whether it may change anything: whoever looks at an embed as somebody else does nothing in their name. */
  readonly acts: boolean;
  /** Lifts row and visibility rules for an administrator, who can read all rows anyway (ADR 190). */
  readonly isUnruled: boolean;
  readonly truncated: boolean;
  /** Still encrypted; only the connection that needs a secret opens it. */
  readonly sealedSecrets: string | null;
}

/** Whom a token without an assertion was given to. No tenant's client is called so: theirs end in `-embed`. */
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
    isUnruled: row.only_embed !== null && row.client_id === OWN_CLIENTS.author,
    truncated: row.lost_sections !== null,
    sealedSecrets: row.sealed_secrets,
  };
}
