import type { TileContent } from '@inlay/charts/tile';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import type { FilterControl } from '@inlay/protocol/filter-control';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, refuseFields } from '../../../platform/errors.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { loadDatasets, reachAmong } from '../../datasets/index.ts';
import { findTheme } from '../../themes/index.ts';
import { existingNamed } from '../../users/index.ts';
import { type Reference, referencesOf } from '../store/content-references.ts';
import { type ContentItem, findItem, findItems } from '../store/items.ts';
import { nameContent, titlesOf } from '../store/name-content.ts';
import type { NewItem } from '../store/write-items.ts';
import { filterScope } from '../visibility/filter-scope.ts';

/** Everything that content references must exist in its app and not be archived. */
export async function checkReferences<K extends ContentKind>(
  transaction: Queries,
  tenantId: TenantId,
  { kind, appId, content }: Pick<NewItem<K>, 'kind' | 'appId' | 'content'>,
): Promise<void> {
  const references = referencesOf(kind, content);
  const found = await referenced(transaction, tenantId, references);
  const problems = references.flatMap((reference): FieldProblem[] => {
    if (reference.kind === 'dataset' || reference.isLink) return [];
    const { path, id } = reference;
    const item = found.get(`${reference.kind} ${id}`);
    if (item?.app_id !== appId)
      return [{ path, problem: `refers to a ${reference.kind} that does not exist in this app: '${id}'` }];
    return item.state === 'archived'
      ? [{ path, problem: `refers to an archived ${reference.kind}: '${id}'` }]
      : [];
  });
  problems.push(...(await workspaceProblems(transaction, tenantId, content)));
  problems.push(...(await themeProblems(transaction, tenantId, content)));
  refuseFields(problems);
}

/** The tiles that a story or dashboard shows or takes values from. */
export async function tilesUsedBy(
  queries: Queries,
  tenantId: TenantId,
  item: ContentItem,
): Promise<readonly ContentItem[]> {
  const content = JSON.parse(item.draft) as ContentByKind[ContentKind];
  const tiles = referencesOf(item.kind, content).filter(({ kind }) => kind === 'tile');
  return [...(await referenced(queries, tenantId, tiles)).values()];
}

/** Refuses to publish content with unpublished tiles, unless they are published with it: viewers would see a gap. */
export async function refuseUnpublishedParts(
  transaction: Queries,
  tenantId: TenantId,
  item: ContentItem,
  together: readonly ContentItem[],
): Promise<void> {
  const isPublished = ({ id, published_version }: ContentItem) =>
    published_version !== null || together.some((other) => other.kind === 'tile' && other.id === id);
  const drafts = (await tilesUsedBy(transaction, tenantId, item)).filter((tile) => !isPublished(tile));
  if (drafts.length === 0) return;
  const are = drafts.length === 1 ? 'A tile has' : `${drafts.length} tiles have`;
  const them = drafts.length === 1 ? 'it' : 'them';
  throw new AppError('CONFLICT', {
    message: `${are} never been published: ${titlesOf(drafts)}. Publish ${them} with this ${item.kind}, or first.`,
    details: { tiles: drafts.map(nameContent) },
  });
}

async function referenced(
  transaction: Queries,
  tenantId: TenantId,
  references: readonly Reference[],
): Promise<ReadonlyMap<string, ContentItem>> {
  const found = new Map<string, ContentItem>();
  for (const [kind, some] of Map.groupBy(references, (reference) => reference.kind)) {
    if (kind === 'dataset') continue;
    const ids = some.map(({ id }) => id);
    for (const item of await findItems(transaction, tenantId, kind, ids))
      found.set(`${kind} ${item.id}`, item);
  }
  return found;
}

async function workspaceProblems(
  transaction: Queries,
  tenantId: TenantId,
  content: ContentByKind[ContentKind],
): Promise<readonly FieldProblem[]> {
  if (!('workspaceId' in content)) return [];
  const { workspaceId } = content;
  const known = await existingNamed(transaction, tenantId, 'workspaces', [workspaceId]);
  if (known.has(workspaceId)) return [];
  return [{ path: '/workspaceId', problem: `refers to a workspace that does not exist: '${workspaceId}'` }];
}

async function themeProblems(
  transaction: Queries,
  tenantId: TenantId,
  content: ContentByKind[ContentKind],
): Promise<readonly FieldProblem[]> {
  const name = 'theme' in content ? content.theme?.name : undefined;
  if (name === undefined || (await findTheme(transaction, tenantId, name))) return [];
  return [{ path: '/theme/name', problem: `refers to a theme that does not exist: '${name}'` }];
}

type Content = ContentByKind[ContentKind];

/**
 * Rejects filters that name tiles they do not reach, since they would have no effect. Wiring that was stored before
 * this check stays until it is changed.
 */
export async function refuseUnreachedTiles(
  queries: Queries,
  tenantId: TenantId,
  {
    appId,
    content,
    before,
  }: { readonly appId: string; readonly content: Content; readonly before?: Content },
): Promise<void> {
  const filters = filtersOf(content);
  const wired = filters.flatMap(({ tiles = [] }) => tiles);
  if (wired.length === 0) return;
  const tiles = new Map(
    (await findItems(queries, tenantId, 'tile', wired)).map(({ id, draft }) => [
      id,
      { ...(JSON.parse(draft) as TileContent), id },
    ]),
  );
  for (const item of 'items' in content ? content.items : [])
    if ('chart' in item) tiles.set(item.id, { ...item.chart, id: item.id });
  const workspaceId = (await findItem(queries, tenantId, 'app', appId))?.workspace_id ?? '';
  const loaded = await loadDatasets(queries, { tenantId, workspaceId, bypassesRowRules: true }, [
    ...new Set([...filters, ...tiles.values()].map(({ datasetId }) => datasetId)),
  ]);
  const { reaches } = filterScope(reachAmong(loaded));
  const former = new Map((before ? filtersOf(before) : []).map((filter) => [filter.id, filter]));
  refuseFields(
    filters.flatMap((filter, index) => {
      const { id, datasetId, tiles: ids = [] } = filter;
      const was = former.get(id);
      const kept = was?.datasetId === datasetId ? (was.tiles ?? []) : [];
      return ids.flatMap((tileId, at) => {
        const tile = tiles.get(tileId);
        return !tile || tile.datasetId === datasetId || kept.includes(tileId) || reaches(filter, tile)
          ? []
          : [
              {
                path: `/filters/${index}/tiles/${at}`,
                problem: `contains '${tileId}', which this filter cannot apply to because the tile uses another dataset that neither a relationship nor a shared dimension connects with this column`,
              },
            ];
      });
    }),
  );
}

const filtersOf = (content: Content): readonly FilterControl[] =>
  ('filters' in content ? content.filters : undefined) ?? [];
