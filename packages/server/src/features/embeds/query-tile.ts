import type { DrillPath } from '@inlay/protocol/embed-api';
import type { Filter } from '@inlay/protocol/query';
import type { QueryResult } from '@inlay/protocol/result';
import type { Tile } from '@inlay/protocol/tile';
import { AppError } from '../../platform/errors.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { fillVariables } from '../../platform/query/fill-variables.ts';
import type { Services } from '../../services.ts';
import { withoutFiltersOn } from '../content/index.ts';
import { findDataset, runQuery, typedFilters } from '../datasets/index.ts';
import { type Choices, embedFilters, filtersOfPath, filtersOfTile, ownFilters } from './chosen-filters.ts';
import { explainNoRows } from './explain-no-rows.ts';
import type { OpenEmbed } from './open-embed.ts';

export interface TileQuestion extends Choices {
  readonly drill?: DrillPath;
  /** Asks the engine again, whatever is cached. */
  readonly fresh?: boolean;
  readonly signal?: AbortSignal;
}

export interface AnsweredTile {
  /** As it is drawn, without its filters: one that was drilled has its deeper dimension. */
  readonly tile: Tile;
  readonly result: QueryResult;
  /** Whether filters of the viewer's narrow it. */
  readonly narrowed: boolean;
  /** Why there are no rows, for the developer of the host page. */
  readonly notice?: string;
}

/** The answer to a tile that the viewer sees. No other way leads from an embed token to data. */
export async function answerTile(
  services: Services,
  viewer: EmbedPrincipal,
  opened: OpenEmbed,
  tileId: string,
  question: TileQuestion,
): Promise<AnsweredTile> {
  const found = opened.tiles.get(tileId);
  if (!found) throw new AppError('NOT_FOUND', { message: 'This embed shows no such tile.' });
  const { tile, filters: below } = drilled(opened, found, question.drill);
  const dataset = await findDataset(services.store, viewer.tenantId, tile.datasetId);
  if (!dataset)
    throw new AppError('DATABASE_FAILED', {
      detail: `tile ${tile.id} asks ${tile.datasetId}, which is gone`,
    });
  const chosen = [...filtersOfTile(opened, found, question), ...below];
  const authored = fillVariables(
    [...ownFilters(opened, tile, question), ...embedFilters(opened, dataset.definition)],
    question.variables,
  );
  const { definition } = dataset;
  const asked = question.fresh ? { ...dataset, definition: { ...definition, cacheSeconds: 0 } } : dataset;
  const { result, from } = await runQuery(
    services,
    viewer,
    asked,
    { ...tile.query, filters: [] },
    {
      calendar: question.calendar,
      variables: question.variables,
      filters: typedFilters([...(authored ?? []), ...chosen], definition),
      ...(authored ? {} : { nothing: true }),
      ...(question.signal ? { signal: question.signal } : {}),
    },
  );
  // What it was narrowed by is its author's business, and may name what is hidden from viewers.
  const told = { ...tile, query: withoutFiltersOn(tile.query, () => true) };
  const waits = authored === undefined;
  const narrowed = chosen.length > 0 && from !== 'rules';
  const notice = result.rowCount > 0 || narrowed || waits ? undefined : explainNoRows(definition, viewer);
  return {
    tile: told,
    result: { ...result, columns: named(result.columns, opened) },
    narrowed,
    ...(notice === undefined ? {} : { notice }),
  };
}

function named(columns: QueryResult['columns'], { nameColumn }: OpenEmbed): QueryResult['columns'] {
  if (!nameColumn) return columns;
  return columns.map((column) => ({ ...column, label: nameColumn(column, columns) }));
}

/** Goes down a hierarchy that the dashboard names: the next level takes the place of the one that was left. */
function drilled(
  { content }: OpenEmbed,
  tile: Tile,
  drill: DrillPath | undefined,
): { readonly tile: Tile; readonly filters: readonly Filter[] } {
  if (!drill || drill.path.length === 0) return { tile, filters: [] };
  const hierarchy =
    content.kind === 'dashboard' ? content.dashboard.drill?.find(({ id }) => id === drill.id) : undefined;
  const from = tile.query.dimensions.find(({ column }) => hierarchy?.levels.includes(column))?.column;
  const to = hierarchy?.levels[Math.min(drill.path.length, hierarchy.levels.length - 1)];
  if (!hierarchy || hierarchy.datasetId !== tile.datasetId || from === undefined || to === undefined)
    throw new AppError('REQUEST_INVALID', { message: '/drill/id names no hierarchy of this tile.' });
  const renamed = (column: string) => (column === from ? to : column);
  const { query, options } = tile;
  return {
    filters: filtersOfPath(hierarchy.levels, drill.path),
    tile: {
      ...tile,
      query: {
        ...query,
        dimensions: query.dimensions.map((each) => ({ ...each, column: renamed(each.column) })),
        ...(query.sort ? { sort: query.sort.map((each) => ({ ...each, by: renamed(each.by) })) } : {}),
        ...(query.top ? { top: { ...query.top, dimension: renamed(query.top.dimension) } } : {}),
        ...(query.pivot ? { pivot: { ...query.pivot, dimension: renamed(query.pivot.dimension) } } : {}),
      },
      ...(options
        ? {
            options: {
              ...options,
              ...(options.x ? { x: renamed(options.x) } : {}),
              ...(options.series ? { series: renamed(options.series) } : {}),
            },
          }
        : {}),
    },
  };
}
