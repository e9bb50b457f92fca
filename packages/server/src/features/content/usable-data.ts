import type { AppContent } from '@inlay/protocol/app';
import type { ContentByKind, ContentKind } from '@inlay/protocol/content';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, refuseFields, sentenceOf } from '../../platform/errors.ts';
import type { ContentCaller } from '../../platform/identity/permissions.ts';
import type { Queries } from '../../platform/store/store.ts';
import { findDatasets } from '../datasets/index.ts';
import { fieldProblems, type UsableData, usableFields } from './can-use-field.ts';
import { asksOf } from './content-asks.ts';
import type { ContentItem } from './items.ts';

/** Administrators build from whatever there is. */
export type DataInReach = UsableData | 'everything';

/** What somebody with a login may build from: the datasets that the app lists, without what is hidden. */
export async function usableData(
  queries: Queries,
  tenantId: TenantId,
  app: Pick<ContentItem, 'draft' | 'published'>,
  caller: ContentCaller,
): Promise<DataInReach> {
  if (caller.admin && caller.token === 'login') return 'everything';
  const { datasets: listed = [], workspaceId } = JSON.parse(app.published ?? app.draft) as AppContent;
  const found = await findDatasets(queries, tenantId, listed);
  const ofWorkspace = found.filter(
    (dataset) => dataset.workspaceId === null || dataset.workspaceId === workspaceId,
  );
  return {
    datasets: new Map(ofWorkspace.map((dataset) => [dataset.id, usableFields(dataset, true)])),
    awaited: new Set(listed).difference(new Set(found.map(({ id }) => id))),
  };
}

/** Nobody saves what they could not preview. What was there before and did not change stays. */
export function refuseUnusableData(
  kind: ContentKind,
  content: ContentByKind[ContentKind],
  usable: DataInReach,
  before?: ContentByKind[ContentKind],
): void {
  if (usable === 'everything') return;
  refuseFields(fieldProblems(asksOf(kind, content), usable, before && asksOf(kind, before)));
}

/**
 * Nor does anybody publish it, also where it was saved by somebody else, or before it was hidden. What viewers see
 * already is not taken from them by a correction beside it.
 */
export function refuseUnusableDraft({ kind, draft, published }: ContentItem, usable: DataInReach): void {
  if (usable === 'everything') return;
  const shown = published === null ? [] : asksOf(kind, JSON.parse(published));
  const problems = fieldProblems(asksOf(kind, JSON.parse(draft)), usable, shown);
  if (problems.length === 0) return;
  throw new AppError('CONFLICT', {
    message: `It cannot be published by you: ${sentenceOf(problems)}. An administrator can publish it as it is.`,
    details: problems.slice(0, 100),
  });
}
