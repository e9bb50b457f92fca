import type { ContentKind } from '@inlay/protocol/content';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { newId } from '../../platform/new-id.ts';
import type { Queries } from '../../platform/store/store.ts';
import { findItem } from './items.ts';

/** An identifier that says what it names, since people meet it in addresses and file names. */
export async function freeId(
  queries: Queries,
  tenantId: TenantId,
  kind: ContentKind,
  title: string,
): Promise<string> {
  const slug = slugOf(title);
  if (slug === '') return newId();
  return (await findItem(queries, tenantId, kind, slug)) ? `${slug}-${newId().slice(-6)}` : slug;
}

function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
}
