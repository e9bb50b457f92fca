import { betterChart } from '@inlay/charts/better-chart';
import type { PageSlots } from '@inlay/charts/theme/assign-slots';
import type { TooExpensiveDetails } from '@inlay/content/builder';
import type {
  PreviewRequest,
  PreviewResponse,
  PreviewTextsRequest,
  PreviewValuesRequest,
} from '@inlay/content/builder-preview';
import type { FilterValuesResponse, TextValuesResponse } from '@inlay/content/embed-api';
import type { Variables } from '@inlay/protocol/frame-messages';
import type { QuerySpec } from '@inlay/protocol/query';
import { AppError, refuseFields } from '../../platform/errors.ts';
import { fillVariables } from '../../platform/query/plan/fill-variables.ts';
import type { Services } from '../../services.ts';
import { hasNoQuery, usableBy, usableFilter } from '../content/index.ts';
import { columnRange, type LoadedDataset, runFilterValues, typedFilters } from '../datasets/index.ts';
import {
  createEmbedRequest,
  embedFilters,
  embedTextValues,
  hideFieldNames,
  type OpenEmbed,
  renderTiles,
  resolvePageTheme,
  type ViewerSetting,
} from '../embeds/index.ts';
import { type BuilderContext, ownColumns } from './builder-context.ts';
import { chartProblems, checkCanvas, MAX_CHART_ROWS } from './check-canvas.ts';
import type { Builder } from './open-builder.ts';
import { viewContent } from './view-dashboard.ts';

/** An author is waiting: queries that take longer are too expensive to preview. */
export const PREVIEW_SECONDS = 10;
const PREVIEW_DIMENSIONS = 6;

/** The context of a request for something that is not saved yet. */
export interface PreviewContext {
  readonly services: Services;
  readonly context: BuilderContext;
  readonly setting: ViewerSetting;
  readonly variables: Variables;
  /** The colors that members have on the canvas. */
  readonly colors: PageSlots;
  readonly signal: AbortSignal;
}

/** Only viewers who may edit a canvas may preview. */
function requireEditor({ contributes, copies }: Builder): void {
  if (!contributes && !copies) throw new AppError('NOT_PERMITTED');
}

/** A chart that is not saved yet, as viewers will see it, within the row rules and accessible fields of its author. */
export async function previewChart(
  preview: PreviewContext,
  { chart, filters = [], within, render }: PreviewRequest,
): Promise<PreviewResponse> {
  const { builder, accessible } = preview.context;
  requireEditor(builder);
  // A saved chart whose query was left out for this viewer.
  if (hasNoQuery(chart)) throw new AppError('DATA_DENIED');
  // Somebody with more access may have added the others. A value of one of them is refused.
  const usable = usableBy((id, column) => accessible.get(id)?.columns.has(column) === true);
  const controls = (within?.controls ?? []).flatMap((control) => usableFilter(control, { usable }));
  const query: QuerySpec = {
    ...chart.query,
    filters: [...(chart.query.filters ?? []), ...filters],
    limit: chart.query.limit ?? 1000,
  };
  refuseExpensive(query);
  refuseFields(chartProblems({ ...chart, query }, accessible, '/chart'));
  const tile = { ...chart, query, id: within?.item ?? 'preview' };
  const dashboard = { id: 'preview', title: 'preview', items: [], filters: controls };
  const request = embedRequest(preview, within?.filters ?? {}, {
    embed: builder.embed,
    app: builder.app,
    content: { kind: 'dashboard', dashboard, tiles: [tile] },
    tiles: new Map([[tile.id, tile]]),
    offered: new Map([...accessible].map(([id, access]) => [id, ownColumns(access)])),
  });
  const returned = { ...chart, id: 'preview' };
  const tiles = [{ id: tile.id, ...render }];
  return withinBudget(async () => {
    if (!render) {
      for await (const rendered of renderTiles(request, tiles))
        if (rendered.state === 'ready') return { tile: returned, result: rendered.result };
        else throw rendered.error;
    } else {
      const pageTheme = await resolvePageTheme(request, render.mode);
      for await (const rendered of renderTiles(request, tiles, { pageTheme }))
        if (rendered.state === 'ready') {
          const { result, markup } = rendered;
          const instead = betterChart(chart.kind, result, chart.options);
          return { tile: returned, result, ...markup, ...(instead && { instead }) };
        } else throw rendered.error;
    }
    throw new AppError('INTERNAL');
  });
}

function embedRequest(
  { services, context: { builder }, setting, variables, colors, signal }: PreviewContext,
  filters: NonNullable<PreviewRequest['within']>['filters'],
  opened: OpenEmbed,
) {
  const { viewer } = builder;
  return createEmbedRequest({
    services,
    viewer,
    opened,
    setting,
    filters,
    variables,
    colors,
    signal,
    maxSeconds: PREVIEW_SECONDS,
  });
}

/** The values of a column that have rows for this viewer. */
export async function previewValues(
  { services, context: { builder, accessible, loaded }, setting, variables, signal }: PreviewContext,
  { datasetId, column, kind = 'values', search, filters = [] }: PreviewValuesRequest,
): Promise<FilterValuesResponse> {
  requireEditor(builder);
  const query: QuerySpec = { dimensions: [{ column }], measures: [], filters };
  refuseFields(chartProblems({ title: '', kind: 'table', datasetId, query }, accessible, ''));
  const { dataset, model } = loaded.get(datasetId) as LoadedDataset;
  const { viewer } = builder;
  // The embed's own filters apply to previews too; where a variable is missing, there are no rows.
  const fixed = fillVariables(embedFilters(builder, model), variables);
  const narrowing = typedFilters([...(fixed ?? []), ...filters], model);
  const { calendar } = setting;
  const nothing = fixed === undefined;
  const options = { calendar, variables, signal, nothing, seconds: PREVIEW_SECONDS };
  return withinBudget(() =>
    hideFieldNames(async () => {
      if (kind === 'ends')
        return columnRange(services, viewer, dataset, column, { ...options, filters: narrowing });
      const wanted = { column, filters: narrowing, ...(search === undefined ? {} : { search }) };
      const { result } = await runFilterValues(services, viewer, dataset, wanted, options);
      return {
        values: (result.columns[0]?.values ?? []).map((value) => ({ value })),
        truncated: result.truncated,
      };
    }),
  );
}

/** The values in the texts of a canvas that is not saved. */
export async function previewTexts(
  preview: PreviewContext,
  { content }: PreviewTextsRequest,
): Promise<TextValuesResponse> {
  const { context } = preview;
  requireEditor(context.builder);
  const dashboard = { ...checkCanvas(context, content), id: 'preview' };
  const view = viewContent(context, dashboard, 'working', { onlyAccessible: true });
  if (!view) return { values: {} };
  return withinBudget(() => embedTextValues(embedRequest(preview, {}, view.opened)));
}

function refuseExpensive({ dimensions, limit = 0 }: QuerySpec): void {
  if (dimensions.length > PREVIEW_DIMENSIONS)
    throw tooExpensive(
      `The query groups by ${dimensions.length} fields. Use ${PREVIEW_DIMENSIONS} or fewer.`,
      {
        reason: 'dimensions',
        limit: PREVIEW_DIMENSIONS,
        wayOut: ['fewer-dimensions'],
      },
    );
  if (limit > MAX_CHART_ROWS)
    throw tooExpensive(
      `The query requests ${limit} rows. Request ${MAX_CHART_ROWS} or fewer, or only the top values.`,
      {
        reason: 'rows',
        limit: MAX_CHART_ROWS,
        wayOut: ['top', 'add-filter'],
      },
    );
}

async function withinBudget<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DATABASE_TIMEOUT') throw error;
    throw tooExpensive(
      `The query took longer than ${PREVIEW_SECONDS} seconds. Filter by a period, choose a coarser granularity or use fewer fields.`,
      { reason: 'time', limit: PREVIEW_SECONDS, wayOut: ['add-filter', 'coarser-grain', 'fewer-dimensions'] },
    );
  }
}

const tooExpensive = (message: string, details: TooExpensiveDetails) =>
  new AppError('QUERY_TOO_EXPENSIVE', { message, details });
