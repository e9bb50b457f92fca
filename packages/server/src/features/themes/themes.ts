import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ThemeContent } from '@inlay/protocol/theme';
import { readPage } from '../../platform/store/read-page.ts';
import type { ThemeRow } from '../../platform/store/schema.ts';
import type { ListQueries, Queries } from '../../platform/store/store.ts';

/** A look that the tenant gave a name. */
export interface NamedTheme {
  readonly name: string;
  readonly content: ThemeContent;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export async function listThemes(
  queries: ListQueries,
  tenantId: TenantId,
  request: PageRequest,
): Promise<Page<NamedTheme>> {
  const all = queries.tenant(tenantId).selectFrom('themes');
  const { data, meta } = await readPage(request, all, (themes) => themes.selectAll().orderBy('name'));
  return { data: data.map(themeOf), meta };
}

export async function countThemes(queries: Queries, tenantId: TenantId): Promise<number> {
  const { total } = await queries
    .tenant(tenantId)
    .selectFrom('themes')
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

export async function findTheme(
  queries: Queries,
  tenantId: TenantId,
  name: string,
): Promise<NamedTheme | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('themes')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();
  return row && themeOf(row);
}

/** Which theme of the name may be replaced: none, any, or one that was last changed at one of these moments. */
export type Overwriting = 'none' | 'any' | readonly number[];

/** Answers nothing where there is one that must not be replaced. */
export async function putTheme(
  transaction: Queries,
  tenantId: TenantId,
  name: string,
  content: ThemeContent,
  now: number,
  over: Overwriting,
): Promise<NamedTheme | undefined> {
  const text = JSON.stringify(content);
  const row = await transaction
    .tenant(tenantId)
    .insertInto('themes', { name, content: text, created_at: now, updated_at: now })
    .onConflict((conflict) => {
      const same = conflict.columns(['tenant_id', 'name']);
      if (over === 'none') return same.doNothing();
      const changed = same.doUpdateSet({ content: text, updated_at: now });
      return over === 'any' ? changed : changed.where('themes.updated_at', 'in', over);
    })
    .returningAll()
    .executeTakeFirst();
  return row && themeOf(row);
}

export async function deleteTheme(transaction: Queries, tenantId: TenantId, name: string): Promise<boolean> {
  const deleted = await transaction
    .tenant(tenantId)
    .deleteFrom('themes')
    .where('name', '=', name)
    .returning('name')
    .execute();
  return deleted.length > 0;
}

function themeOf({ name, content, created_at, updated_at }: ThemeRow): NamedTheme {
  return { name, content: JSON.parse(content), createdAt: created_at, updatedAt: updated_at };
}
