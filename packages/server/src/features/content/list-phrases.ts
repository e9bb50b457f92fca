import type { TenantId } from '@inlay/protocol/tenant-id';
import type { Queries } from '../../platform/store/store.ts';
import { findDatasets } from '../datasets/index.ts';
import { referencesOf } from './content-references.ts';
import { itemsOfApp } from './items.ts';
import { noSuchContent } from './open-content.ts';
import { phrasesOf } from './translate-content.ts';

/**
 * All that viewers of an app read and its authors wrote, in the order of its content: what there is to translate.
 * Dashboards that viewers made for themselves are theirs, and stay in their words.
 */
export async function listPhrases(
  queries: Queries,
  tenantId: TenantId,
  appId: string,
): Promise<readonly string[]> {
  const items = await itemsOfApp(queries, tenantId, appId, 'authored');
  if (!items.some(({ kind }) => kind === 'app')) throw noSuchContent();
  const shown = items
    .filter(({ kind }) => kind !== 'app')
    .map(({ kind, draft }) => ({ kind, content: JSON.parse(draft) }));
  const named = shown.flatMap(({ kind, content }) => referencesOf(kind, content));
  const datasets = new Set(named.filter(({ kind }) => kind === 'dataset').map(({ id }) => id));
  const definitions = (await findDatasets(queries, tenantId, [...datasets])).map((each) => each.definition);
  const labels = definitions.flatMap(({ columns, measures = [] }) =>
    [...columns, ...measures].map(({ label, name }) => ({ label: label ?? name })),
  );
  return phrasesOf([...shown.map(({ content }) => content), ...labels]);
}
