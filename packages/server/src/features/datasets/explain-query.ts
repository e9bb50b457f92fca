import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import { dialectNamed } from '../../platform/engines/engines.ts';
import { AppError } from '../../platform/errors.ts';
import { MaskedColumnError } from '../../platform/query/errors/masked-column-error.ts';
import { UnknownFieldError } from '../../platform/query/errors/unknown-field-error.ts';
import { guard } from '../../platform/query/guard/guard.ts';
import type { Model } from '../../platform/query/model/model.ts';
import { planQuery } from '../../platform/query/plan/plan.ts';
import { withDataErrors } from '../../platform/query/result/data-errors.ts';
import { type Explanation, explain, explainRow } from '../../platform/query/result/explain.ts';
import type { Services } from '../../services.ts';
import {
  type Connection,
  connectFor,
  type DataViewer,
  findConnection,
  readsOfContext,
} from '../connections/index.ts';
import type { StoredDataset } from './datasets.ts';
import { findModel } from './find-model.ts';

export interface QueryExplanation extends Explanation {
  readonly workspace: { readonly ok: boolean; readonly reason: string | null };
  /** Whether the viewer can open the connection, and which attributes it reads; never their values. */
  readonly connection: {
    readonly ok: boolean;
    readonly reason: string | null;
    readonly reads: readonly string[];
  };
  readonly row: ReturnType<typeof explainRow> | null;
}

export interface ExplainRequest {
  readonly query: QuerySpec;
  readonly calendar: ViewerCalendar;
  /** Also reports whether the viewer sees this row. */
  readonly row?: Readonly<Record<string, Cell>> | undefined;
}

/** Explains to an administrator what a viewer's context does to a query. Queries no database. */
export async function explainQuery(
  services: Services,
  viewer: DataViewer,
  dataset: StoredDataset,
  { query, calendar, row }: ExplainRequest,
): Promise<QueryExplanation> {
  const connection = (await findConnection(
    services.store,
    viewer.tenantId,
    dataset.connectionId,
  )) as Connection;
  return withDataErrors(async () => {
    const model = await findModel(services.store, viewer.tenantId, dataset, viewer);
    const explained = await explainGuarded(services, viewer, dataset, { query, calendar, model }, connection);
    const reason = whyNotOpened(services, connection, viewer);
    const isOfWorkspace = dataset.workspaceId === null || dataset.workspaceId === viewer.workspaceId;
    return {
      ...explained,
      workspace: {
        ok: isOfWorkspace,
        reason: isOfWorkspace ? null : `the dataset belongs to the workspace ${dataset.workspaceId}`,
      },
      connection: {
        ok: reason === null,
        reason,
        reads: readsOfContext(services.vault, viewer.tenantId, connection),
      },
      row: row === undefined ? null : explainRow(model, row, viewer, calendar),
    };
  });
}

async function explainGuarded(
  services: Services,
  viewer: DataViewer,
  dataset: StoredDataset,
  { query, calendar, model }: ExplainRequest & { readonly model: Model },
  connection: Connection,
): Promise<Explanation> {
  const { store, time } = services;
  try {
    return explain(
      guard(planQuery(query, model, calendar, time.now()), viewer),
      dialectNamed(connection.definition.kind),
    );
  } catch (error) {
    if (!(error instanceof MaskedColumnError || error instanceof UnknownFieldError)) throw error;
    // A field that exists for nobody is a mistake in the query.
    if (error instanceof UnknownFieldError) {
      const unruled = await findModel(store, viewer.tenantId, dataset, { ...viewer, isUnruled: true });
      planQuery(query, unruled, calendar, time.now());
    }
    const reason =
      error instanceof MaskedColumnError ? error.message : `${error.problem} that the viewer has access to`;
    const summary = `This query is refused for this viewer: ${reason}.`;
    return { rows: 'none', summary, rules: [], related: [], statements: [] };
  }
}

function whyNotOpened(services: Services, connection: Connection, viewer: DataViewer): string | null {
  try {
    connectFor(services, connection, viewer);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === 'DATA_DENIED') return error.detail ?? error.message;
    throw error;
  }
}
