import type { Theme } from '@inlay/protocol/frame-messages';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ThemeChoice, ThemeContent } from '@inlay/protocol/theme';
import { readPage } from '../../platform/store/read-page.ts';
import type { ThemeRow } from '../../platform/store/schema.ts';
import type { ListQueries, Queries } from '../../platform/store/store.ts';

/** A theme that the tenant stored under a name. */
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

/** The theme that the tenant created first. */
export async function findFirstTheme(queries: Queries, tenantId: TenantId): Promise<NamedTheme | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('themes')
    .selectAll()
    .orderBy('created_at')
    .orderBy('name')
    .executeTakeFirst();
  return row && themeOf(row);
}

/** Which existing theme may be replaced: none, any, or one whose last change was at one of these times. */
export type Overwriting = 'none' | 'any' | readonly number[];

/** Returns undefined if the existing theme must not be replaced. */
export async function putTheme(
  transaction: Queries,
  tenantId: TenantId,
  { name, content }: Pick<NamedTheme, 'name' | 'content'>,
  overwrites: Overwriting,
  now: number,
): Promise<NamedTheme | undefined> {
  const text = JSON.stringify(content);
  const row = await transaction
    .tenant(tenantId)
    .insertInto('themes', { name, content: text, created_at: now, updated_at: now })
    .onConflict((conflict) => {
      const same = conflict.columns(['tenant_id', 'name']);
      if (overwrites === 'none') return same.doNothing();
      const changed = same.doUpdateSet({ content: text, updated_at: now });
      return overwrites === 'any' ? changed : changed.where('themes.updated_at', 'in', overwrites);
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

type Choice = Theme | ThemeChoice | undefined;

/**
 * The resolved theme of a page: the app's choice, then the embed's, then that of the host page. A stored theme replaces
 * the choices before it; tokens are added to them.
 */
export async function resolveTheme(
  store: Queries,
  tenantId: TenantId,
  choices: readonly Choice[],
): Promise<readonly ThemeContent[]> {
  let layers: ThemeContent[] = [];
  for (const choice of choices) {
    const { name, layer } = read(choice);
    const named = name === undefined ? undefined : await findTheme(store, tenantId, name);
    // A deleted theme leaves the default one: an embed never fails because of its colors.
    if (named) layers = [named.content];
    if (layer) layers.push(layer);
  }
  return layers;
}

function read(choice: Choice): { readonly name?: string | undefined; readonly layer?: ThemeContent } {
  if (choice === undefined) return {};
  if (typeof choice === 'string') return isMode(choice) ? { layer: { mode: choice } } : { name: choice };
  const { name, tokens, ...settings } = choice as ThemeChoice;
  const colors = tokens ? { light: tokens, dark: tokens } : {};
  if (name !== undefined && isMode(name)) return { layer: { ...settings, ...colors, mode: name } };
  return { name, layer: { ...settings, ...colors } };
}

const isMode = (name: string): name is 'light' | 'dark' | 'auto' =>
  name === 'light' || name === 'dark' || name === 'auto';
