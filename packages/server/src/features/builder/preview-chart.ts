import type { TooExpensiveDetails } from '@inlay/protocol/builder';
import type {
  PreviewRequest,
  PreviewTextsRequest,
  PreviewValuesRequest,
} from '@inlay/protocol/builder-preview';
import type { FilterValuesAnswer } from '@inlay/protocol/embed-api';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { Filter, QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import { AppError, fieldsInvalid, refuseFields } from '../../platform/errors.ts';
import { fillVariables } from '../../platform/query/fill-variables.ts';
import type { Services } from '../../services.ts';
import { columnRange, runFilterValues, runQuery, typedFilters } from '../datasets/index.ts';
import {
  type AnsweredTile,
  embedFilters,
  embedTextValues,
  filtersOfTile,
  type OpenEmbed,
  ownFilters,
  type ViewerSetting,
} from '../embeds/index.ts';
import type { DatasetAccess } from './accessible-fields.ts';
import { chartProblems, checkCanvas, controlProblems, MAX_CHART_ROWS } from './check-canvas.ts';
import type { Builder } from './open-builder.ts';
import { type BuilderContext, viewContent } from './view-dashboard.ts';

/** Somebody is waiting in front of an editor: what takes longer is told to be too heavy. */
export const PREVIEW_SECONDS = 10;
const PREVIEW_DIMENSIONS = 6;

export interface Asking {
  readonly calendar: ViewerCalendar;
  readonly signal?: AbortSignal;
  readonly variables: Variables;
}

/** Previews are for those who may put something on a canvas. */
function refuseOnlookers({ contributes, copies }: Builder): void {
  if (!contributes && !copies) throw new AppError('NOT_PERMITTED');
}

/** The answer to a chart that is not saved, within the viewer's rules and reach. */
export async function previewChart(
  services: Services,
  { builder, accessible }: BuilderContext,
  { chart, filters = [], within }: PreviewRequest,
  asking: Asking,
): Promise<Pick<AnsweredTile, 'tile' | 'result'>> {
  refuseOnlookers(builder);
  const { own, chosen } = narrowing(services, { builder, accessible }, chart, within, asking);
  const query: QuerySpec = {
    ...chart.query,
    filters: [...own, ...filters],
    limit: chart.query.limit ?? 1000,
  };
  refuseHeavy(query);
  const problems = chartProblems({ ...chart, query }, accessible, '/chart');
  refuseFields(problems);
  const access = accessible.get(chart.datasetId) as DatasetAccess;
  const { dataset } = access;
  const fixed = fixedFilters(builder, access, asking);
  const { result } = await lightly(() =>
    runQuery(services, builder.viewer, dataset, query, {
      ...asking,
      filters: typedFilters([...fixed.filters, ...chosen], dataset.definition),
      nothing: fixed.nothing,
      seconds: PREVIEW_SECONDS,
    }),
  );
  return { tile: { ...chart, id: 'preview' }, result };
}

/** What the filters of its canvas make of a chart, saved or not: as on a dashboard that has both. */
function narrowing(
  { clock }: Services,
  { builder, accessible }: Pick<BuilderContext, 'builder' | 'accessible'>,
  chart: PreviewRequest['chart'],
  within: PreviewRequest['within'],
  { calendar, variables }: Asking,
): { readonly own: readonly Filter[]; readonly chosen: readonly Filter[] } {
  if (!within) return { own: chart.query.filters ?? [], chosen: [] };
  const { item, controls, filters } = within;
  const problems = controlProblems({ filters: controls }, undefined, accessible);
  if (problems.length > 0)
    throw fieldsInvalid(
      problems.map(({ path, problem }) => ({
        path: path.replace(/^\/filters/, '/within/controls'),
        problem,
      })),
    );
  const { embed, app } = builder;
  const tile = { ...chart, id: item };
  const dashboard = { id: 'preview', title: 'preview', items: [], filters: controls };
  const opened: OpenEmbed = {
    embed,
    app,
    content: { kind: 'dashboard', dashboard, tiles: [tile] },
    tiles: new Map([[item, tile]]),
    offered: new Map([...accessible].map(([id, { columns }]) => [id, columns])),
  };
  const choices = { filters, variables, calendar, now: clock() };
  return { own: ownFilters(opened, tile, choices), chosen: filtersOfTile(opened, tile, choices) };
}

/**
 * What the embed itself filters by holds for previews too, on whichever column. One that waits for a value that the host
 * page did not give shows no row.
 */
function fixedFilters(
  builder: Builder,
  { dataset: { definition } }: DatasetAccess,
  { variables }: Asking,
): { readonly filters: readonly Filter[]; readonly nothing: boolean } {
  const fixed = fillVariables(embedFilters(builder, definition), variables);
  return { filters: fixed ?? [], nothing: fixed === undefined };
}

/** What a picker of a column offers: values that have rows for this viewer. */
export async function previewValues(
  services: Services,
  { builder, accessible }: BuilderContext,
  { datasetId, column, kind = 'values', search, filters = [] }: PreviewValuesRequest,
  asking: Asking,
): Promise<FilterValuesAnswer> {
  refuseOnlookers(builder);
  const asked: QuerySpec = { dimensions: [{ column }], measures: [], filters };
  const problems = chartProblems({ datasetId, query: asked }, accessible, '');
  refuseFields(problems);
  const access = accessible.get(datasetId) as DatasetAccess;
  const { dataset } = access;
  const { viewer } = builder;
  const fixed = fixedFilters(builder, access, asking);
  const narrowing = typedFilters([...fixed.filters, ...filters], dataset.definition);
  const options = { ...asking, nothing: fixed.nothing, seconds: PREVIEW_SECONDS };
  return lightly(async () => {
    if (kind === 'ends')
      return columnRange(services, viewer, dataset, column, { ...options, filters: narrowing });
    const question = { column, filters: narrowing, ...(search === undefined ? {} : { search }) };
    const { result } = await runFilterValues(services, viewer, dataset, question, options);
    return {
      values: (result.columns[0]?.values ?? []).map((value) => ({ value })),
      truncated: result.truncated,
    };
  });
}

/** The values in the texts of a canvas that is not saved. */
export async function previewTexts(
  services: Services,
  context: BuilderContext,
  { content }: PreviewTextsRequest,
  setting: ViewerSetting,
  asking: Asking,
): Promise<Readonly<Record<string, string>>> {
  const { builder } = context;
  refuseOnlookers(builder);
  const dashboard = { ...checkCanvas(context, content), id: 'preview' };
  const view = viewContent(context, dashboard, 'working', { onlyAccessible: true });
  if (!view) return {};
  const question = { ...asking, filters: {}, now: services.clock() };
  return lightly(() => embedTextValues(services, builder.viewer, view.opened, question, setting));
}

function refuseHeavy({ dimensions, limit = 0 }: QuerySpec): void {
  if (dimensions.length > PREVIEW_DIMENSIONS)
    throw tooHeavy(`It groups by ${dimensions.length} fields at once. Take ${PREVIEW_DIMENSIONS} or fewer.`, {
      reason: 'dimensions',
      limit: PREVIEW_DIMENSIONS,
      wayOut: ['fewer-dimensions'],
    });
  if (limit > MAX_CHART_ROWS)
    throw tooHeavy(
      `It asks for ${limit} rows. Ask for ${MAX_CHART_ROWS} or fewer, or only for the top values.`,
      {
        reason: 'rows',
        limit: MAX_CHART_ROWS,
        wayOut: ['top', 'add-filter'],
      },
    );
}

async function lightly<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DATABASE_TIMEOUT') throw error;
    throw tooHeavy(
      `The database did not answer within ${PREVIEW_SECONDS} seconds. Add a filter on a period, choose a coarser grain or fewer fields.`,
      { reason: 'time', limit: PREVIEW_SECONDS, wayOut: ['add-filter', 'coarser-grain', 'fewer-dimensions'] },
    );
  }
}

const tooHeavy = (message: string, details: TooExpensiveDetails) =>
  new AppError('QUERY_TOO_EXPENSIVE', { message, details });
