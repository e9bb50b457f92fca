import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import type { Services } from '../../services.ts';
import { authenticateEmbed } from './embed-tokens.ts';

/** Whether a token may open every embed, as the SDK's own does, and for how many seconds yet. */
export async function sdkSession(
  { store, clock, settings, refusals }: Services,
  tenantId: TenantId,
  token: string,
  origin: string | undefined,
): Promise<{ readonly expiresIn: number }> {
  const allowed = (await settings.read(tenantId))?.allowedOrigins ?? [];
  if (origin !== undefined && allowed.length > 0 && !allowed.includes(origin))
    throw new AppError('ORIGIN_REFUSED', {
      message: `Pages of ${origin} may not use this instance. Add it to the allowed origins of the tenant.`,
    });
  const now = clock();
  const viewer = await authenticateEmbed(store, tenantId, token, now);
  if (viewer?.viewsEveryEmbed && viewer.onlyEmbed === null)
    return { expiresIn: Math.max(0, Math.floor((viewer.expiresAt - now) / 1000)) };
  refusals.count(tenantId, now, { action: 'access', reason: 'invalid token' });
  throw new AppError('UNAUTHORIZED', { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}
