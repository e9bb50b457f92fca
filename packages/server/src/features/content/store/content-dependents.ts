import type { ContentByKind, ContentKind } from '@inlay/content/content';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { sql } from 'kysely';
import type { Queries } from '../../../platform/store/store.ts';
import { referencesOf } from './content-references.ts';
import type { ContentItem } from './items.ts';

/** Stores the references of an item, of both its working copy and its published version. */
export async function replaceReferences(
  transaction: Queries,
  tenantId: TenantId,
  item: ContentItem,
): Promise<void> {
  const own = transaction.tenant(tenantId);
  const named = [item.draft, item.published].flatMap((json) =>
    json === null ? [] : referencesOf(item.kind, JSON.parse(json) as ContentByKind[ContentKind]),
  );
  const targets = new Map(named.map(({ kind, id }) => [`${kind} ${id}`, { to_kind: kind, to_id: id }]));
  await own
    .deleteFrom('content_references')
    .where('from_kind', '=', item.kind)
    .where('from_id', '=', item.id)
    .execute();
  if (targets.size === 0) return;
  const rows = [...targets.values()].map((target) => ({ from_kind: item.kind, from_id: item.id, ...target }));
  await own.insertInto('content_references', rows).execute();
}

/**
 * The items that use something, in their working copy or their published version. Dashboards that viewers made in a
 * builder count once they are published: a viewer's draft must not block an author.
 */
export async function dependentsOf(
  queries: Queries,
  tenantId: TenantId,
  kind: ContentKind | 'dataset',
  id: string,
): Promise<
  readonly Pick<ContentItem, 'kind' | 'id' | 'app_id' | 'draft' | 'published' | 'published_version'>[]
> {
  return (
    queries
      .tenant(tenantId)
      .selectFrom('content_references')
      .innerJoin('content_items', (join) =>
        join
          .onRef('content_items.tenant_id', '=', 'content_references.tenant_id')
          .onRef('content_items.kind', '=', 'content_references.from_kind')
          .onRef('content_items.id', '=', 'content_references.from_id'),
      )
      .select([
        'content_items.kind',
        'content_items.id',
        'content_items.app_id',
        'content_items.draft',
        'content_items.published',
        'content_items.published_version',
      ])
      .where((e) =>
        e.or([
          e('content_items.kind', '!=', 'dashboard'),
          e('content_items.published_version', 'is not', null),
          e.not(
            e.exists(
              e
                .selectFrom('dashboard_owners')
                .select(sql<number>`1`.as('one'))
                .whereRef('dashboard_owners.tenant_id', '=', 'content_items.tenant_id')
                .whereRef('dashboard_owners.dashboard_id', '=', 'content_items.id'),
            ),
          ),
        ]),
      )
      // A dashboard may open itself.
      .$if(kind === 'dashboard', (own) =>
        own.where((e) => e.or([e('from_id', '!=', id), e('from_kind', '!=', 'dashboard')])),
      )
      .where('to_kind', '=', kind)
      .where('to_id', '=', id)
      .orderBy('content_items.kind')
      .orderBy('content_items.id')
      .execute()
  );
}
