import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';

/** Stub. */
export async function contextColumns(
  { vault }: Services,
  _transaction: Queries,
  viewer: EmbedPrincipal,
  now: number,
) {
  const context = {
    username: viewer.username,
    workspace_id: viewer.workspaceId,
    roles: ['USER'],
    privileges: { sales: ['view'] },
    groups: ['emea', 'finance'],
    attributes: { region: 'north' },
  };
  const row = {
    client_id: viewer.clientId,
    context: JSON.stringify(context),
    lost_sections: null,
    sealed_secrets: null,
    issued_at: viewer.issuedAt,
    expires_at: viewer.expiresAt,
    only_embed: null,
  };
  return {
    sealed_context: vault.seal(viewer.tenantId, 'report context', JSON.stringify(row)),
    context_ends_at: now + 90 * 86_400_000,
    revocation_epoch: 0,
  };
}
