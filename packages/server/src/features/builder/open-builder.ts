import type { App } from '@inlay/content/app';
import type { Embed } from '@inlay/content/embed';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/identity/acting.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import type { PrivilegeName } from '../../platform/identity/permissions.ts';
import type { Services } from '../../services.ts';
import { type ContentItem, findItem } from '../content/index.ts';
import { callerOf, mayView, refuseOtherEmbeds, resolveEmbed } from '../embeds/index.ts';
import type { DashboardReader } from './list-dashboards.ts';

/** A viewer in a builder, and what they may do in its app. */
export interface Builder {
  readonly viewer: EmbedPrincipal;
  readonly embed: Embed;
  readonly app: App;
  readonly appItem: ContentItem;
  /** Workspace and username exactly as signed, so that ownership is never shared with a look-alike. */
  readonly me: string;
  /** Groups known for certain; one that truncation may have removed grants nothing. */
  readonly groups: readonly string[];
  readonly views: boolean;
  /** False for an administrator who views as someone else, so that nothing is changed in that person's name. */
  readonly acts: boolean;
  readonly contributes: boolean;
  readonly validates: boolean;
  /** May make personal copies of published dashboards, where the embed allows it. */
  readonly copies: boolean;
}

/** A change that a viewer requests in a builder; made once by the route. */
export interface BuilderRequest {
  readonly services: Pick<Services, 'store' | 'time'>;
  readonly builder: Builder;
  readonly caller: Caller;
}

/** Resolves the embed, its app, and the viewer's rights in it. */
export async function openBuilder(
  services: Pick<Services, 'store' | 'time'>,
  viewer: EmbedPrincipal,
  found: Awaited<ReturnType<typeof resolveEmbed>>,
): Promise<Builder> {
  const { item, embed } = found;
  if (embed.target.kind !== 'builder')
    throw new AppError('EMBED_NOT_FOUND', { message: 'This embed is not a dashboard builder.' });
  refuseOtherEmbeds(viewer, item);
  const appItem = await findItem(services.store, viewer.tenantId, 'app', item.app_id);
  if (!appItem || !mayView(callerOf(viewer), item, appItem)) throw new AppError('ACCESS_DENIED');
  const privileges = privilegesIn(viewer, appItem);
  const views = privileges.length > 0;
  const { acts } = viewer;
  return {
    viewer,
    embed,
    appItem,
    app: { ...JSON.parse(appItem.published ?? appItem.draft), id: appItem.id } as App,
    me: `${viewer.workspaceId}/${viewer.username}`,
    groups: groupsOf(viewer),
    views,
    acts,
    contributes: acts && privileges.includes('contribute'),
    validates: acts && privileges.includes('validate'),
    copies: acts && views && embed.options?.personalCopies === true,
  };
}

/** `ADMIN` may view a builder in any workspace; changes require privileges in the app's own workspace. */
function privilegesIn(viewer: EmbedPrincipal, app: ContentItem): readonly PrivilegeName[] {
  if (app.state === 'archived' || app.workspace_id !== viewer.workspaceId) return [];
  return viewer.privileges(app.id);
}

function groupsOf(viewer: EmbedPrincipal): readonly string[] {
  const reading = viewer.groups();
  if (reading.kind !== 'value' && reading.kind !== 'partial') return [];
  const values = Array.isArray(reading.value) ? reading.value : [reading.value];
  return values.filter((value): value is string => typeof value === 'string');
}

export async function enterBuilder(
  services: Pick<Services, 'store' | 'time'>,
  viewer: EmbedPrincipal,
  name: string,
): Promise<Builder> {
  return openBuilder(services, viewer, await resolveEmbed(services, viewer, name));
}

export function readerOf({ appItem, me, groups, views, contributes, validates }: Builder): DashboardReader {
  return { appId: appItem.id, owner: me, groups, contributes, validates, onlyPublished: !views };
}
