import type { TenantId } from '@inlay/protocol/tenant-id';
import { refuseFields } from '../errors.ts';
import type { EmbedTokenRow } from '../store/schema.ts';
import type { Time } from '../time/time.ts';
import type { Vault } from '../vault/vault.ts';
import { contextProblems, fitContext, lossySections, sealSecrets } from './embed-context.ts';
import { createEmbedPrincipal, type EmbedPrincipal } from './embed-principal.ts';

interface ContextServices {
  readonly vault: Vault;
  readonly time: Time;
}

/** A stored context: checked, truncated, with its secrets encrypted. */
type StoredContext = Pick<EmbedTokenRow, 'context' | 'lost_sections' | 'sealed_secrets'>;

/** Applies the checks of the token exchange to a context that an administrator wrote. */
export function storableContext(
  { vault }: ContextServices,
  tenantId: TenantId,
  given: object,
): StoredContext {
  const raw: Readonly<Record<string, unknown>> = { roles: ['USER'], privileges: {}, ...given };
  const problems = contextProblems(raw).map(({ field, problem }) => ({
    path: field.replace('embed_context', '/context').replaceAll('.', '/'),
    problem,
  }));
  refuseFields(problems);
  const { context, lost } = fitContext(raw);
  const { secrets, ...visible } = context;
  return {
    context: JSON.stringify(visible),
    lost_sections: lost.length > 0 ? JSON.stringify(lossySections(lost)) : null,
    sealed_secrets: sealSecrets(vault, tenantId, secrets),
  };
}

/**
 * The viewer that a signed context would produce, truncation included, so that an administrator sees exactly what the
 * viewer sees.
 */
export function viewerOfContext(
  services: ContextServices,
  tenantId: TenantId,
  given: object,
): EmbedPrincipal {
  return createEmbedPrincipal(tenantId, '', {
    ...storableContext(services, tenantId, given),
    client_id: '',
    only_embed: null,
    issued_at: services.time.now(),
    expires_at: services.time.now(),
  });
}
