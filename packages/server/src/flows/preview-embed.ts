import type { PreviewToken } from '@inlay/protocol/explanation';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../audit/record-event.ts';
import { storePreviewToken } from '../auth/embed-tokens.ts';
import { embedTokenKey, newEmbedToken } from '../auth/opaque-token.ts';
import { findEmbed } from '../content/embed-names.ts';
import type { Services } from '../services.ts';
import type { Acting } from './manage-users.ts';
import { noSuchContent } from './open-content.ts';
import { storableContext } from './viewer-of-context.ts';

/** Long enough to look around, short enough that a forgotten one does not matter. */
const previewMs = 10 * 60_000;

/** A token to see one embed as a viewer with this context would. It opens nothing else. */
export async function previewEmbed(
  services: Services,
  tenantId: TenantId,
  name: string,
  given: object,
  { actor, caller }: Acting,
): Promise<PreviewToken> {
  const context = storableContext(services, tenantId, given);
  const now = services.clock();
  const token = newEmbedToken(now);
  const expiresAt = now + previewMs;
  await services.store.write(async (transaction) => {
    const embed = await findEmbed(transaction, tenantId, name);
    if (!embed) throw noSuchContent();
    await storePreviewToken(transaction, tenantId, {
      ...context,
      token_key: embedTokenKey(token) as string,
      only_embed: embed.id,
      issued_at: now,
      expires_at: expiresAt,
      forget_at: expiresAt,
    });
    await recordEvent(transaction, tenantId, now, caller, {
      action: 'embed.preview',
      actor,
      target: embed.id,
      details: { as: JSON.parse(context.context).username },
    });
  });
  return {
    token,
    expiresAt: new Date(expiresAt).toISOString(),
    expiresIn: previewMs / 1000,
    truncated: context.lost_sections !== null,
  };
}
