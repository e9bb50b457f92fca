import type { Cell, QueryResult, ResultColumn } from '@inlay/protocol/result';
import type { EngineResult } from '../../platform/engines/engine.ts';
import { dialectNamed } from '../../platform/engines/engines.ts';
import { compileRows } from '../../platform/query/compile/compile-rows.ts';
import { type GuardedRows, guardRows } from '../../platform/query/guard/guard.ts';
import type { Model } from '../../platform/query/model/model.ts';
import { planRows, type RowsPlan, type RowsQuery } from '../../platform/query/plan/plan-rows.ts';
import { withDataErrors } from '../../platform/query/result/data-errors.ts';
import { type Masking, maskCell } from '../../platform/query/result/mask-cell.ts';
import { coerce } from '../../platform/query/result/to-result.ts';
import type { QueryColumn } from '../../platform/rules/condition.ts';
import type { Services } from '../../services.ts';
import type { DataViewer } from '../connections/index.ts';
import type { StoredDataset } from './datasets.ts';
import { type GuardedQuery, type QueryOptions, runPlan } from './run-query.ts';

export interface DrillRows {
  /** Up to the limit of the query, in order. Masked columns contain text. */
  readonly result: QueryResult;
  /** How many rows there are. */
  readonly total: number;
  /** Names of the columns whose values are masked for this viewer. */
  readonly masked: ReadonlySet<string>;
}

export interface RowsOptions extends Omit<QueryOptions, 'filters'> {
  /** For masked numbers. */
  readonly language: string;
}

/**
 * The rows behind a mark: plan → guard → compile → cache → queue → engine → masks. All of them at once, because pages of
 * rows that differ only in masked values would have no order. Masked before they are cached.
 */
export async function runRows(
  services: Services,
  viewer: DataViewer,
  dataset: StoredDataset,
  query: RowsQuery,
  { language, ...options }: RowsOptions,
): Promise<DrillRows> {
  return withDataErrors(async () => {
    const { calendar } = options;
    let masked: ReadonlySet<string> = new Set();
    const guard = (
      plan: RowsPlan,
      reader: DataViewer,
      variables: QueryOptions['variables'],
    ): GuardedQuery => {
      const guarded = guardRows(plan, reader, variables);
      masked = new Set(
        plan.columns.filter((_, index) => guarded.views[index]?.show !== 'value').map(({ name }) => name),
      );
      return {
        query: guarded.query,
        resultKey: JSON.stringify([guarded.views, masked.size === 0 ? '' : language]),
        statements: (kind) => {
          const { rows, count } = compileRows(guarded, dialectNamed(kind));
          return [rows, count];
        },
        maxRows: plan.limit + 1,
        toResult: (results) =>
          toResult(guarded, results, (column) => maskingOf(services, viewer, guarded, column, language)),
      };
    };
    const { result } = await runPlan(
      { services, viewer, dataset },
      {
        plan: (model: Model) => planRows(query, model, calendar, services.time.now()),
        guard,
        cacheKey: JSON.stringify(['rows', query, calendar]),
      },
      options,
    );
    const { totals, ...rows } = result;
    return { result: rows, total: Number(totals?.total ?? 0), masked };
  });
}

/** The same value of a column has the same hash in every tile, and another one in every other column and tenant. */
function maskingOf(
  { vault }: Services,
  { tenantId }: DataViewer,
  { rows }: GuardedRows,
  { name, related }: QueryColumn,
  language: string,
): Masking {
  const place = rows.plan.sources.find(({ path }) => path === (related?.path ?? ''));
  const column = [tenantId, place?.dataset.id, related?.name ?? name];
  return {
    fingerprint: (value) => vault.fingerprint('masked value', JSON.stringify([...column, value])),
    language,
  };
}

function toResult(
  { rows, views }: GuardedRows,
  [result, count]: readonly EngineResult[] = [],
  maskingFor: (column: QueryColumn) => Masking,
): QueryResult {
  const shown = Math.min(result?.rowCount ?? 0, rows.limit);
  const columns = rows.columns.map((column, index): ResultColumn => {
    const view = views[index] ?? { show: 'null' };
    const masking = maskingFor(column);
    const cells = (result?.columns[index]?.values ?? []).slice(0, shown);
    const isMasked = view.show !== 'value';
    const format = column.format ?? (column.type === 'date' ? ({ kind: 'date' } as const) : undefined);
    return {
      name: column.name,
      label: column.label ?? column.name,
      type: isMasked ? 'string' : column.type,
      role: 'dimension',
      ...(isMasked || format === undefined ? {} : { format }),
      values: cells.map((cell): Cell => maskCell(coerce(cell, column.type), view, masking)),
    };
  });
  const total = count?.columns[0]?.values[0] ?? 0;
  return {
    columns,
    rowCount: shown,
    truncated: Number(total) > shown,
    totals: { total },
  };
}
