import type { PreviewToken } from '@inlay/protocol/explanation';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { recordEvent } from '../../../platform/audit/record-event.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Acting } from '../../../platform/identity/acting.ts';
import { OWN_CLIENTS } from '../../../platform/identity/embed-principal.ts';
import { embedTokenKey, newEmbedToken } from '../../../platform/identity/opaque-token.ts';
import { storableContext } from '../../../platform/identity/viewer-of-context.ts';
import type { Queries } from '../../../platform/store/store.ts';
import type { Services } from '../../../services.ts';
import { findEmbed, findItem, noSuchContent } from '../../content/index.ts';
import { storeOwnToken } from '../../tokens/index.ts';
import { findUser } from '../../users/index.ts';
import { appBuilderName } from '../request/open-embed.ts';

/** Long enough for a preview, short enough that a forgotten token does not matter. */
const lifeMs = 10 * 60_000;

/** A token to see one embed as a viewer with this context would. It opens nothing else and changes nothing (ADR 135). */
export async function previewEmbed(
  services: Services,
  tenantId: TenantId,
  name: string,
  given: object,
  acting: Acting,
): Promise<PreviewToken> {
  return services.store.write(async (transaction) => {
    const embed = await embedNamed(transaction, tenantId, name);
    return issue(services, transaction, tenantId, { client: 'preview', embedId: embed.id, given, acting });
  });
}

/**
 * A token for an administrator to work in a builder as themselves: they own the dashboards that they create, and have
 * the same rights to the app's dashboards as in the admin app.
 */
export async function authorInBuilder(
  services: Services,
  tenantId: TenantId,
  name: string,
  userId: string,
  acting: Acting,
): Promise<PreviewToken> {
  return services.store.write(async (transaction) => {
    const embed = await embedNamed(transaction, tenantId, name);
    const { target } = JSON.parse(embed.published ?? embed.draft) as { target: { kind: string } };
    if (target.kind !== 'builder')
      throw new AppError('CONFLICT', {
        message: 'This embed is not a Dashboard Builder. Use a preview token.',
      });
    const given = await authorContext(transaction, tenantId, embed.app_id, userId);
    return issue(services, transaction, tenantId, { client: 'author', embedId: embed.id, given, acting });
  });
}

/** The same for an app without an embed of a builder: only tokens from here open its builder (ADR 277). */
export async function authorInApp(
  services: Services,
  tenantId: TenantId,
  appId: string,
  userId: string,
  acting: Acting,
): Promise<PreviewToken & { readonly embedId: string }> {
  const embedId = appBuilderName(appId);
  return services.store.write(async (transaction) => {
    const given = await authorContext(transaction, tenantId, appId, userId);
    return {
      ...(await issue(services, transaction, tenantId, { client: 'author', embedId, given, acting })),
      embedId,
    };
  });
}

async function authorContext(
  transaction: Queries,
  tenantId: TenantId,
  appId: string,
  userId: string,
): Promise<object> {
  const app = await findItem(transaction, tenantId, 'app', appId);
  const user = await findUser(transaction, tenantId, userId);
  if (!app || !user) throw noSuchContent();
  return {
    username: user.username,
    workspace_id: app.workspace_id,
    privileges: { [app.id]: ['view', 'contribute', 'validate'] },
    groups: user.groups,
    attributes: JSON.parse(user.attributes),
  };
}

async function embedNamed(transaction: Queries, tenantId: TenantId, name: string) {
  const embed = await findEmbed(transaction, tenantId, name);
  if (!embed) throw noSuchContent();
  return embed;
}

interface Wanted {
  readonly client: keyof typeof OWN_CLIENTS;
  readonly embedId: string;
  /** The context as it was sent. */
  readonly given: object;
  readonly acting: Acting;
}

async function issue(
  services: Services,
  transaction: Queries,
  tenantId: TenantId,
  { client, embedId, given, acting: { actor, caller } }: Wanted,
): Promise<PreviewToken> {
  const context = storableContext(services, tenantId, given);
  const now = services.time.now();
  const token = newEmbedToken(now);
  const expiresAt = now + lifeMs;
  await storeOwnToken(transaction, tenantId, {
    ...context,
    client_id: OWN_CLIENTS[client],
    token_key: embedTokenKey(token) as string,
    only_embed: embedId,
    issued_at: now,
    expires_at: expiresAt,
    forget_at: expiresAt,
  });
  await recordEvent(transaction, tenantId, now, caller, {
    action: `embed.${client}`,
    actor,
    target: embedId,
    details: { as: JSON.parse(context.context).username },
  });
  return {
    token,
    expiresAt: new Date(expiresAt).toISOString(),
    expiresIn: lifeMs / 1000,
    truncated: context.lost_sections !== null,
  };
}
