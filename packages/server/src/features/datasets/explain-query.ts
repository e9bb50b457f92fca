import type { ExplanationMessages } from '@inlay/messages/explanation';
import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { Cell } from '@inlay/protocol/result';
import { dialectNamed } from '../../platform/engines/engines.ts';
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
  type DataViewer,
  findConnection,
  readsOfContext,
  whyNotOpened,
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
  /** In the administrator's language. */
  readonly texts: ExplanationMessages;
}

/** Explains to an administrator what a viewer's context does to a query. Queries no database. */
export async function explainQuery(
  services: Services,
  viewer: DataViewer,
  dataset: StoredDataset,
  request: ExplainRequest,
): Promise<QueryExplanation> {
  const { calendar, row, texts: t } = request;
  const connection = (await findConnection(
    services.store,
    viewer.tenantId,
    dataset.connectionId,
  )) as Connection;
  return withDataErrors(async () => {
    const model = await findModel(services.store, viewer.tenantId, dataset, viewer);
    const explained = await explainGuarded(services, viewer, dataset, { ...request, model }, connection);
    const reason = whyNotOpened(services, connection, viewer)?.(t) ?? null;
    const isOfWorkspace = dataset.workspaceId === null || dataset.workspaceId === viewer.workspaceId;
    return {
      ...explained,
      workspace: {
        ok: isOfWorkspace,
        reason: isOfWorkspace ? null : t.data.otherWorkspace({ workspace: dataset.workspaceId ?? '' }),
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
  { query, calendar, model, texts: t }: ExplainRequest & { readonly model: Model },
  connection: Connection,
): Promise<Explanation> {
  const { store, time } = services;
  try {
    return explain(
      guard(planQuery(query, model, calendar, time.now()), viewer),
      dialectNamed(connection.definition.kind),
      t,
    );
  } catch (error) {
    if (!(error instanceof MaskedColumnError || error instanceof UnknownFieldError)) throw error;
    // A field that exists for nobody is a mistake in the query.
    if (error instanceof UnknownFieldError) {
      const unruled = await findModel(store, viewer.tenantId, dataset, { ...viewer, bypassesRowRules: true });
      planQuery(query, unruled, calendar, time.now());
    }
    const problem = error.reason(t);
    const reason = error instanceof MaskedColumnError ? problem : t.data.inaccessible({ reason: problem });
    const summary = t.data.refused({ reason });
    return { rows: 'none', summary, rules: [], related: [], statements: [] };
  }
}
