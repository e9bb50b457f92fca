import type { TenantId } from '@inlay/protocol/tenant-id';
import { createEmbedPrincipal, type EmbedPrincipal } from '../auth/embed-principal.ts';
import { contextProblems } from '../auth/jwt-bearer/context-problems.ts';
import { fitContext, lossySections } from '../auth/jwt-bearer/fit-context.ts';
import { AppError } from '../errors.ts';
import type { Services } from '../services.ts';
import { SECRETS_PURPOSE } from './exchange-token.ts';

/**
 * The viewer that a signed context of this content would become, truncation included: what an administrator sees as
 * this viewer is what the viewer sees.
 */
export function viewerOfContext(
  { vault, clock }: Pick<Services, 'vault' | 'clock'>,
  tenantId: TenantId,
  given: Readonly<Record<string, unknown>>,
): EmbedPrincipal {
  const raw = { roles: ['USER'], privileges: {}, ...given };
  const problems = contextProblems(raw).map(({ field, problem }) => ({
    path: field.replace('embed_context', '/context').replaceAll('.', '/'),
    problem,
  }));
  const [first] = problems;
  if (first)
    throw new AppError('REQUEST_INVALID', {
      message: `${first.path} ${first.problem}.`,
      details: problems,
    });
  const { context, lost } = fitContext(raw);
  const { secrets, ...visible } = context;
  return createEmbedPrincipal(tenantId, '', {
    client_id: '',
    context: JSON.stringify(visible),
    lost_sections: lost.length > 0 ? JSON.stringify(lossySections(lost)) : null,
    sealed_secrets:
      Object.keys(secrets).length > 0 ? vault.seal(tenantId, SECRETS_PURPOSE, JSON.stringify(secrets)) : null,
    issued_at: clock(),
    expires_at: clock(),
  });
}
