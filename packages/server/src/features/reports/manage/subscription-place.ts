import { AppError } from '../../../platform/errors.ts';
import type { EmbedPrincipal } from '../../../platform/identity/embed-principal.ts';
import type { SubscriptionRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { takeLock } from '../../../platform/store/take-lock.ts';
import { findItem } from '../../content/index.ts';
import type { OpenEmbed } from '../../embeds/index.ts';

/** A viewer, and the content that they subscribe to. Their subscriptions in its embed are theirs alone to change. */
export interface SubscriptionPlace {
  readonly viewer: EmbedPrincipal;
  readonly opened: OpenEmbed;
}

export function contentOf({
  opened: { content },
}: SubscriptionPlace): Pick<SubscriptionRow, 'content_kind' | 'content_id'> {
  const { id } =
    content.kind === 'tile' ? content.tile : content.kind === 'story' ? content.story : content.dashboard;
  return { content_kind: content.kind, content_id: id };
}

/** Whose subscription it is. */
export const viewerColumns = ({ workspaceId, username }: EmbedPrincipal) => ({
  workspace_id: workspaceId,
  username,
});

export const isOf = (
  { viewer }: Pick<SubscriptionPlace, 'viewer'>,
  row: Pick<SubscriptionRow, 'workspace_id' | 'username'>,
): boolean => row.workspace_id === viewer.workspaceId && row.username === viewer.username;

/** Administrators who look at an embed as somebody, or work on it, have no subscriptions. */
export const isPerson = ({ acts, onlyEmbed }: EmbedPrincipal): boolean => acts && onlyEmbed === null;

export function refusePreview({ viewer }: Pick<SubscriptionPlace, 'viewer'>): void {
  if (!isPerson(viewer))
    throw new AppError('ACCESS_DENIED', { message: 'A preview cannot subscribe in the name of a viewer.' });
}

/** Whether the viewer sees everybody's subscriptions of the app in its workspace. */
export const seesAll = ({ viewer, opened: { app } }: SubscriptionPlace): boolean =>
  isPerson(viewer) &&
  app.workspaceId === viewer.workspaceId &&
  viewer.privileges(app.id).includes('validate');

/** Reports contain what is published: a draft in a builder has nothing to send. */
export async function isPublished(queries: Queries, place: SubscriptionPlace): Promise<boolean> {
  const { content_kind, content_id } = contentOf(place);
  const item = await findItem(queries, place.viewer.tenantId, content_kind, content_id);
  return item?.published_version != null;
}

/** Parallel saves would all find a free place. */
export const lockSubscriptions = (
  transaction: Queries,
  tenantId: EmbedPrincipal['tenantId'],
  { workspace_id, username }: Pick<SubscriptionRow, 'workspace_id' | 'username'>,
) => takeLock(transaction, 'subscriptions', tenantId, workspace_id, username);
