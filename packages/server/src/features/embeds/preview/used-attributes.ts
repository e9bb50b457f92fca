import type { ContentByKind, ContentKind } from '@inlay/content/content';
import type { EmbedContent } from '@inlay/content/embed';
import type { DatasetColumn } from '@inlay/protocol/dataset';
import { readAttributes } from '@inlay/protocol/read-attributes';
import type { TenantId } from '@inlay/protocol/tenant-id';
import {
  type Model,
  type Place,
  resolveColumn,
  resolveMeasure,
} from '../../../platform/query/model/model.ts';
import type { Queries } from '../../../platform/store/store.ts';
import {
  type ContentItem,
  type FieldUse,
  fieldsInQuery,
  fieldUsesOf,
  findItem,
  findItems,
  itemsOfApp,
  referencesOf,
} from '../../content/index.ts';
import { findDatasets, findModels } from '../../datasets/index.ts';

/** An attribute of the viewer, and the column that it is compared with, if any. */
export interface UsedAttribute {
  readonly key: string;
  readonly datasetId?: string | undefined;
  readonly column?: string | undefined;
}

/**
 * The attributes that decide what viewers of an embed see: those in visibility rules of its content, in row rules and
 * SQL of the datasets that it queries, and in the access to columns that it uses.
 */
export async function usedAttributes(
  queries: Queries,
  tenantId: TenantId,
  embed: ContentItem,
): Promise<readonly UsedAttribute[]> {
  const parts = (await contentOf(queries, tenantId, embed)).map(shownCopy);
  const uses = parts.flatMap(({ kind, content }) => fieldUsesOf(kind, content));
  const ids = parts.flatMap(({ kind, content }) =>
    referencesOf(kind, content).flatMap(({ kind: of, id }) => (of === 'dataset' ? [id] : [])),
  );
  const app = await findItem(queries, tenantId, 'app', embed.app_id);
  const viewer = { workspaceId: app?.workspace_id ?? '', bypassesRowRules: false };
  const datasets = await findDatasets(queries, tenantId, [...new Set(ids)]);
  const models = await findModels(queries, tenantId, datasets, viewer);
  return [
    ...parts.flatMap(({ content }) => keysIn(content).map((key) => ({ key }))),
    ...Array.from(models, ([id, model]) =>
      attributesOfData(
        model,
        uses.filter(({ datasetId }) => datasetId === id),
      ),
    ).flat(),
  ];
}

/** What the embed shows; a builder shows the whole app. */
async function contentOf(
  queries: Queries,
  tenantId: TenantId,
  embed: ContentItem,
): Promise<readonly ContentItem[]> {
  const { target } = shownCopy(embed).content as EmbedContent;
  if (target.kind === 'builder') return itemsOfApp(queries, tenantId, target.id, 'authored');
  const item = await findItem(queries, tenantId, target.kind, target.id);
  if (!item) return [];
  const tiles = referencesOf(item.kind, shownCopy(item).content).filter(({ kind }) => kind === 'tile');
  const ids = tiles.map(({ id }) => id);
  return [item, ...(await findItems(queries, tenantId, 'tile', ids))];
}

/** The copy that viewers see, or will see. */
function shownCopy({ kind, published, draft }: ContentItem): {
  readonly kind: ContentKind;
  readonly content: ContentByKind[ContentKind];
} {
  return { kind, content: JSON.parse(published ?? draft) };
}

/** The attributes of one dataset and of the related ones that the uses reach. */
function attributesOfData(model: Model, uses: readonly FieldUse[]): readonly UsedAttribute[] {
  const datasets = new Set([model.root]);
  const columns = new Set<DatasetColumn>();
  const visit = ({ steps }: Place) => {
    for (const { dataset } of steps) datasets.add(dataset);
  };
  for (const name of uses.flatMap(namesIn)) {
    const column = resolveColumn(model, name);
    const measure = resolveMeasure(model, name);
    if (column) visit(column);
    if (column) columns.add(column.column);
    if (!measure) continue;
    visit(measure);
    for (const each of measure.dataset.columns) if (mentions(measure.measure, each)) columns.add(each);
  }
  return [
    ...[...datasets].flatMap((root) =>
      readAttributes(root, (id) => model.datasets.get(id)).map(({ key, column }) => {
        const found = column === undefined ? undefined : resolveColumn({ ...model, root }, column);
        return { key, datasetId: found?.dataset.id, column: found?.column.name };
      }),
    ),
    ...[...columns].flatMap(({ access }) => keysIn(access).map((key) => ({ key }))),
  ];
}

const namesIn = (use: FieldUse): readonly string[] =>
  'query' in use ? fieldsInQuery(use.query).map(({ name }) => name) : use.columns;

/** Whether a measure is computed from a column. Expressions name it in their text. */
const mentions = (measure: object, { name }: DatasetColumn): boolean =>
  new Set(JSON.stringify(measure).split(/[^\p{L}\p{N}_]+/u)).has(name);

const PREFIX = 'attributes.';

/** The attributes that rules anywhere in a value read. */
function keysIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === 'context' && typeof inner === 'string' && inner.startsWith(PREFIX)
      ? [inner.slice(PREFIX.length)]
      : keysIn(inner),
  );
}
