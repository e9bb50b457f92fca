import { isDeepStrictEqual } from 'node:util';
import type { TileContent } from '@inlay/charts/tile';
import type { ContentByKind, ContentKind } from '@inlay/content/content';
import type { StepChart, StoryContent, StoryStep } from '@inlay/content/story';
import { titleOutline } from '@inlay/protocol/parse-narrative';
import { UTC_CALENDAR } from '@inlay/protocol/query';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { QueryError } from '../../../platform/query/errors/query-error.ts';
import type { Model } from '../../../platform/query/model/model.ts';
import { withoutVariables } from '../../../platform/query/plan/fill-variables.ts';
import { planQuery } from '../../../platform/query/plan/plan.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { findDatasets } from '../../datasets/index.ts';
import { findItem, findItems } from '../store/items.ts';
import { type DataAccess, fieldProblems } from '../visibility/accessible-data.ts';
import type { FieldUse } from '../visibility/field-uses.ts';
import { modelsOf } from '../visibility/models-of.ts';
import { unknownFields } from '../visibility/unknown-fields.ts';
import { dimensionsOfTile, suggested } from './value-problems.ts';

interface CheckedStory {
  readonly kind: ContentKind;
  readonly appId: string;
  readonly content: ContentByKind[ContentKind];
  readonly before?: ContentByKind[ContentKind];
  readonly access: DataAccess;
  /** When it is published: then its dataset has to be complete, and values have to fit their columns. */
  readonly now?: number;
}

/** A step that changes a tile, and what it changes. */
interface ChangedTile {
  readonly at: string;
  readonly chart: StepChart;
  readonly tile: TileContent;
}

/** Columns in the charts of steps that their tile or its dataset does not have. Unchanged charts stay. */
export async function stepChartProblems(
  queries: Queries,
  tenantId: TenantId,
  { kind, appId, content, before, access, now }: CheckedStory,
): Promise<readonly FieldProblem[]> {
  if (kind !== 'story') return [];
  const former = before ? (before as StoryContent).steps : [];
  const charts = await changedTiles(queries, tenantId, (content as StoryContent).steps, former);
  if (charts.length === 0) return [];
  const ids = [...new Set(charts.map(({ tile }) => tile.datasetId))];
  const datasets = access === 'everything' ? await findDatasets(queries, tenantId, ids) : [];
  const app = await findItem(queries, tenantId, 'app', appId);
  const models = await modelsOf(queries, tenantId, datasets, app);
  return charts.flatMap((changed) => {
    const { datasetId } = changed.tile;
    const use = filterUse(changed);
    if (access !== 'everything') return [...focusProblems(changed), ...fieldProblems([use], access)];
    const model = models.get(datasetId);
    if (!model) return focusProblems(changed);
    const datasetName = datasets.find(({ id }) => id === datasetId)?.name ?? datasetId;
    const unknown = unknownFields(use, { model, datasetName }, { awaitsRelated: now === undefined });
    const unfit = unknown.length > 0 || now === undefined ? [] : filterProblems(changed, model, now);
    return [...focusProblems(changed), ...unknown, ...unfit];
  });
}

async function changedTiles(
  queries: Queries,
  tenantId: TenantId,
  steps: readonly StoryStep[],
  before: readonly StoryStep[],
): Promise<readonly ChangedTile[]> {
  const former = new Map(before.map((step) => [step.id, step]));
  const isKept = ({ id, chart, tiles }: StoryStep) =>
    isDeepStrictEqual([former.get(id)?.chart, former.get(id)?.tiles?.[0]], [chart, tiles?.[0]]);
  const wanted = steps.flatMap((step, index) => {
    const [id] = step.tiles ?? [];
    return step.chart && id !== undefined && !isKept(step)
      ? [{ id, chart: step.chart, at: `/steps/${index}/chart` }]
      : [];
  });
  if (wanted.length === 0) return [];
  const ids = [...new Set(wanted.map(({ id }) => id))];
  const tiles = new Map(
    (await findItems(queries, tenantId, 'tile', ids)).map(({ id, draft }) => [
      id,
      JSON.parse(draft) as TileContent,
    ]),
  );
  return wanted.flatMap(({ id, ...changed }) => {
    const tile = tiles.get(id);
    return tile ? [{ ...changed, tile }] : [];
  });
}

const filterUse = ({ at, chart: { filters = [] }, tile: { datasetId } }: ChangedTile): FieldUse => ({
  datasetId,
  at,
  part: filters,
  columns: filters.map(({ column }) => column),
  field: 'filters',
});

/** What is highlighted or zoomed into has to be in the result: nothing else is queried for it. */
function focusProblems({ at, chart: { highlight = [], zoom }, tile }: ChangedTile): readonly FieldProblem[] {
  const known = dimensionsOfTile(tile);
  const selections = [
    ...highlight.map(({ column }, index) => ({ path: `${at}/highlight/${index}/column`, column })),
    ...(zoom ? [{ path: `${at}/zoom/column`, column: zoom.column }] : []),
  ];
  return selections
    .filter(({ column }) => !known.includes(column))
    .map(({ path, column }) => ({
      path,
      problem: `refers to a dimension that the tile “${titleOutline(tile.title)}” does not have: “${column}”${suggested(column, known)}`,
    }));
}

/** Values that do not fit their columns. A problem of the tile itself is not one of the story. */
function filterProblems(
  { at, chart, tile }: ChangedTile,
  model: Model,
  now: number,
): readonly FieldProblem[] {
  if (!chart.filters) return [];
  const { dimensions, measures } = tile.query;
  try {
    planQuery(withoutVariables({ dimensions, measures, filters: chart.filters }), model, UTC_CALENDAR, now);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    if (error.path.startsWith('/filters')) return [{ path: `${at}${error.path}`, problem: error.problem }];
  }
  return [];
}
