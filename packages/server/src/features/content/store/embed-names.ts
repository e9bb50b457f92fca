import type { EmbedContent } from '@inlay/content/embed';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { fieldsTaken } from '../../../platform/errors.ts';
import { hotStatement } from '../../../platform/store/hot-statement.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { type ContentItem, findItem } from './items.ts';

/** An embed can be opened by its id and its alias; neither may belong to another embed. */
export async function replaceEmbedNames(
  transaction: Queries,
  tenantId: TenantId,
  { id, draft }: ContentItem,
): Promise<void> {
  const own = transaction.tenant(tenantId);
  const { alias } = JSON.parse(draft) as EmbedContent;
  const names = [...new Set([id, ...(alias === undefined ? [] : [alias])])];
  await own.deleteFrom('embed_names').where('embed_id', '=', id).execute();
  const taken = await own
    .insertInto(
      'embed_names',
      names.map((name) => ({ name, embed_id: id })),
    )
    .onConflict((conflict) => conflict.columns(['tenant_id', 'name']).doNothing())
    .returning('name')
    .execute();
  const missing = names.find((name) => !taken.some((row) => row.name === name));
  if (missing === undefined) return;
  const field = missing === alias ? '/alias' : '/id';
  throw fieldsTaken(
    [{ path: field, problem: 'is already used by another embed. Choose another one' }],
    `${field} '${missing}' is already used by another embed. Choose another one.`,
  );
}

const selectEmbed = hotStatement<[tenantId: TenantId, name: string]>()((db, slot) =>
  db
    .selectFrom('embed_names')
    .select('embed_id')
    .where('tenant_id', '=', slot(0))
    .where('name', '=', slot(1)),
);

/** Finds an embed by its id or alias. */
export async function findEmbed(
  queries: Queries,
  tenantId: TenantId,
  name: string,
): Promise<ContentItem | undefined> {
  const [row] = await queries.run(selectEmbed, tenantId, name);
  return row && findItem(queries, tenantId, 'embed', row.embed_id);
}
