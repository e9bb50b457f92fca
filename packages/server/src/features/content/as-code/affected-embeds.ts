import type { ContentByKind, ContentKind } from '@inlay/content/content';
import type { PlannedEmbed } from '@inlay/content/content-plan';
import { giveWay } from '../../../platform/concurrency/in-slices.ts';
import { datasetsOfConnections, datasetsReaching, findDataset } from '../../datasets/index.ts';
import { dependentsOf } from '../store/content-dependents.ts';
import { referencesOf } from '../store/content-references.ts';
import { type ContentItem, itemsOfApp } from '../store/items.ts';
import { nameContent } from '../store/name-content.ts';
import type { PlannedStep } from './compare-folder.ts';
import type { FolderWrite } from './folder-kind.ts';

type Cause = PlannedEmbed['because'][number];

interface Deployed {
  readonly appId: string;
  readonly steps: readonly PlannedStep[];
  /** The items of the app before the steps were written. */
  readonly before: readonly ContentItem[];
}

/**
 * The published embeds that viewers see differently once the steps are written, which they already are in this
 * transaction. Datasets belong to the tenant, so embeds of other apps may be among them.
 */
export async function affectedEmbeds(
  write: FolderWrite,
  { appId, steps, before }: Deployed,
): Promise<readonly PlannedEmbed[]> {
  const { transaction, tenantId } = write;
  const after = await itemsOfApp(transaction, tenantId, appId, 'all');
  const causes = new Map([...changedItems(before, after), ...(await changedDatasets(write, steps))]);
  const stayed = new Set(embedsOf(after).map(({ id }) => id));
  const affected: PlannedEmbed[] = embedsOf(before)
    .filter(({ id }) => !stayed.has(id))
    .map((embed) => planned(embed, 'deleted', []));
  const known = new Set(embedsOf(before).map(({ id }) => id));
  const others = await appsUsing(write, causes);
  for (const app of new Set([appId, ...others])) {
    const items = app === appId ? after : await itemsOfApp(transaction, tenantId, app, 'all');
    const causesOf = causesAmong(items, causes);
    for (const embed of embedsOf(items)) {
      await giveWay();
      if (app === appId && !known.has(embed.id)) affected.push(planned(embed, 'new', []));
      else {
        const because = causesOf(embed);
        if (because.length > 0) affected.push(planned(embed, 'changed', because));
      }
    }
  }
  return affected;
}

const embedsOf = (items: readonly ContentItem[]) =>
  items.filter(({ kind, published }) => kind === 'embed' && published !== null);

function planned(
  embed: ContentItem,
  change: PlannedEmbed['change'],
  because: readonly Cause[],
): PlannedEmbed {
  const { id, appId, title } = nameContent(embed);
  return { id, appId, title, change, because };
}

const keyOf = (kind: string, id: string) => `${kind} ${id}`;

/** Items whose published version differs. */
function changedItems(
  before: readonly ContentItem[],
  after: readonly ContentItem[],
): readonly (readonly [string, Cause])[] {
  const was = new Map(before.map((item) => [keyOf(item.kind, item.id), item.published]));
  const changed = after.filter(({ kind, id, published }) => published !== (was.get(keyOf(kind, id)) ?? null));
  return changed.map((item) => {
    const { kind, id, title } = nameContent(item);
    return [keyOf(kind, id), { kind, id, title }];
  });
}

/** Datasets that changed, those on a connection that changed, and those whose queries use one of them. */
async function changedDatasets(
  { transaction, tenantId }: FolderWrite,
  steps: readonly PlannedStep[],
): Promise<readonly (readonly [string, Cause])[]> {
  const changed = (kind: string) =>
    steps.filter(({ planned }) => planned.kind === kind && planned.action === 'change').map(({ id }) => id);
  const ids = new Set([
    ...changed('dataset'),
    ...(await datasetsOfConnections(transaction, tenantId, changed('connection'))),
  ]);
  const causes: (readonly [string, Cause])[] = [];
  for (const id of ids) {
    const dataset = await findDataset(transaction, tenantId, id);
    if (!dataset) continue;
    const cause = { kind: 'dataset', id, title: dataset.name };
    const reaching = await datasetsReaching(transaction, tenantId, id);
    for (const { id: each } of [dataset, ...reaching]) causes.push([keyOf('dataset', each), cause]);
  }
  return causes;
}

/** The apps with published content on these datasets. */
async function appsUsing(
  { transaction, tenantId }: FolderWrite,
  causes: ReadonlyMap<string, Cause>,
): Promise<readonly string[]> {
  const apps = new Set<string>();
  for (const key of causes.keys()) {
    const [kind, id = ''] = key.split(' ');
    if (kind !== 'dataset') continue;
    for (const { app_id, published } of await dependentsOf(transaction, tenantId, 'dataset', id))
      if (published !== null) apps.add(app_id);
  }
  return [...apps];
}

/** Follows the references of published content from an embed down. */
function causesAmong(
  items: readonly ContentItem[],
  causes: ReadonlyMap<string, Cause>,
): (embed: ContentItem) => readonly Cause[] {
  const byKey = new Map(items.map((item) => [keyOf(item.kind, item.id), item]));
  const next = new Map<string, readonly string[]>();
  const nextOf = (key: string): readonly string[] =>
    next.getOrInsertComputed(key, () => {
      const item = byKey.get(key);
      if (!item || item.published === null) return [];
      const content = JSON.parse(item.published) as ContentByKind[ContentKind];
      const named = referencesOf(item.kind, content).map(({ kind, id }) => keyOf(kind, id));
      if (item.kind !== 'embed') return named;
      const isBuilder = (content as ContentByKind['embed']).target.kind === 'builder';
      // The app's theme and translations apply to all of its content, and a builder shows all of it.
      return [keyOf('app', item.app_id), ...(isBuilder ? readable : named)];
    });
  const readable = items.filter(({ kind }) => kind !== 'embed').map(({ kind, id }) => keyOf(kind, id));
  return (embed) => {
    const seen = new Set([keyOf(embed.kind, embed.id)]);
    for (const key of seen) for (const each of nextOf(key)) seen.add(each);
    const found = [...seen].flatMap((key) => causes.get(key) ?? []);
    return [...new Map(found.map((cause) => [keyOf(cause.kind, cause.id), cause])).values()];
  };
}
