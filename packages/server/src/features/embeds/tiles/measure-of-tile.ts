import { chartOf } from '@inlay/charts/chart-kinds';
import { dimensionNames } from '@inlay/charts/data/dimension-names';
import type { Tile } from '@inlay/charts/tile';
import { type Dimension, type Grain, MAX_QUERY_ROWS, type QuerySpec } from '@inlay/protocol/query';
import type { ColumnType, QueryResult } from '@inlay/protocol/result';
import type { GuardedPlan } from '../../../platform/query/guard/guard.ts';
import { type Model, queryColumn } from '../../../platform/query/model/model.ts';
import type { DayRange } from '../../../platform/query/plan/day-range.ts';
import { planQuery } from '../../../platform/query/plan/plan.ts';
import { withDataErrors } from '../../../platform/query/result/data-errors.ts';
import { runQuery, withFilters } from '../../datasets/index.ts';
import type { EmbedRequest } from '../request/embed-request.ts';
import { hideFieldNames, named, prepareTile, type TileQuery } from './query-tile.ts';

/** A tile as the viewer switched and drilled it. */
export type ViewedTile = Pick<TileQuery, 'id' | 'choice' | 'drill'>;

/** One measure of a tile, over its time and one of its other dimensions. */
export interface MeasureQuery extends ViewedTile {
  readonly measure: string;
  /** Which of its dimensions, as its result names it. */
  readonly by?: string | undefined;
  /** More than these values of the dimension are not read to the end. */
  readonly maxMembers: number;
}

export interface TileMeasure {
  readonly tile: Tile;
  /** Of its values. */
  readonly type: ColumnType;
  /** Of the values of the dimension. */
  readonly memberType?: ColumnType | undefined;
  /** The time dimension, and the days that the filters of the tile leave. */
  readonly time?:
    | { readonly grain: Grain; readonly range: DayRange; readonly fillsGaps: boolean }
    | undefined;
  /** Whether the tile leaves out some values of the dimension, such as all but the top ones. */
  readonly isPartial: boolean;
  /** Everything that decides the values, apart from what this viewer may see. */
  readonly definition: string;
  /** The columns are time, dimension and measure, as far as there are any; the newest periods come first. */
  read(): Promise<MeasureResult>;
}

export interface MeasureResult {
  readonly result: QueryResult;
  /**
   * Fingerprint of which rows the viewer may see: their rules with the values of today, and the account that the database
   * is opened with. Null if they see none, or a filter has no value yet.
   */
  readonly rights: string | null;
}

/** A tile as its viewer sees it, without its data. */
export async function viewedTile(request: EmbedRequest, query: ViewedTile): Promise<Tile> {
  return (await prepareTile(request, query)).tile;
}

/**
 * Like a total, the measure is computed from all rows of the dimensions that are left out. The row limit of the tile does
 * not apply, because a row that is cut off would look like one that is gone.
 */
export async function measureOfTile(
  request: EmbedRequest,
  { measure, by, maxMembers, ...query }: MeasureQuery,
): Promise<TileMeasure> {
  const { services, viewer, calendar } = request;
  const { tile, dataset, model, spec: whole, options } = await prepareTile(request, query);
  const dimension = by === undefined ? undefined : namedDimension(tile.query, by);
  // A figure with a total shows that total; its time dimension is only for the line.
  const isTotal = chartOf(tile.kind).isCompact === true && tile.query.totals === true && by === undefined;
  const time = timeDimension(tile.query, dimension, model);
  const dimensions = [time, dimension].filter((each) => each !== undefined);
  const isWhole = dimensions.length === tile.query.dimensions.length;
  const { top, having } = tile.query;
  const spec: QuerySpec = {
    dimensions,
    measures: [measure],
    filters: [],
    ...(whole.anyOf && { anyOf: whole.anyOf }),
    ...(isWhole && having && { having }),
    ...(by !== undefined && top?.dimension === by && { top }),
    ...(time && { sort: [{ by: time.column, direction: 'desc' }] }),
    ...(isTotal && { totals: true }),
    // With a row for the values beyond the top ones, and one that says that there are more.
    limit: time ? MAX_QUERY_ROWS : maxMembers + 2,
  };
  const plan = await hideFieldNames(() =>
    withDataErrors(async () =>
      planQuery(withFilters(spec, options.filters), model, calendar, services.time.now()),
    ),
  );
  return {
    tile,
    type: plan.measures[0]?.type ?? 'number',
    memberType: dimension && plan.dimensions.at(-1)?.type,
    ...(time && !isTotal && { time: timeOf(time, plan.dimensions[0]?.range) }),
    isPartial: spec.top !== undefined || spec.having !== undefined,
    definition: JSON.stringify([tile.datasetId, spec, options.filters, options.variables, calendar]),
    read: async () => {
      let rules: GuardedPlan['sources'] = [];
      const onGuarded = (sources: GuardedPlan['sources']) => {
        rules = sources;
      };
      const { result, from } = await hideFieldNames(() =>
        runQuery(services, viewer, dataset, spec, { ...options, onGuarded }),
      );
      if (from === 'rules') return { result: named(result, request), rights: null };
      const { uploads: _, ...account } = { uploads: '', ...(await options.source()).target };
      const rows = rules.map(({ rows: condition, template }) => [condition, template?.parts]);
      const rights = services.vault.fingerprint('rows of a viewer', JSON.stringify([rows, account]));
      return { result: named(result, request), rights };
    },
  };
}

const namedDimension = (query: QuerySpec, name: string): Dimension | undefined =>
  query.dimensions[dimensionNames(query).indexOf(name)];

/** The first dimension with a granularity, or else days. */
function timeDimension(
  { dimensions }: QuerySpec,
  by: Dimension | undefined,
  model: Model,
): (Dimension & { readonly grain: Grain }) | undefined {
  for (const dimension of dimensions) {
    const { grain } = dimension;
    if (grain !== undefined && dimension !== by) return { ...dimension, grain };
  }
  const days = dimensions.find(
    (dimension) => dimension !== by && queryColumn(model, dimension.column)?.type === 'date',
  );
  return days && { ...days, grain: 'day' };
}

const timeOf = (
  { grain, fillGaps = false }: Dimension & { readonly grain: Grain },
  range: DayRange = {},
) => ({
  grain,
  range,
  fillsGaps: fillGaps,
});
