import type { RemovedRows } from '@inlay/protocol/dataset-api';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/new-id.ts';
import type { Services } from '../../services.ts';
import type { DataViewer } from '../connections/index.ts';
import type { StoredDataset } from './datasets.ts';
import { type ExplainRequest, explainQuery, type QueryExplanation } from './explain-query.ts';
import { checkDraft, type UncheckedDraft } from './manage-datasets.ts';
import { removedRows } from './removed-rows.ts';
import { type QueryOptions, type QueryResponse, runQuery } from './run-query.ts';

export interface DatasetTrial {
  readonly explanation: QueryExplanation & { readonly required: readonly RemovedRows[] };
  readonly answer: QueryResponse | null;
  /** Why the viewer would be refused. */
  readonly refusal: string | null;
}

export interface TrialRequest extends Pick<ExplainRequest, 'query' | 'calendar' | 'texts'> {
  readonly draft: Omit<UncheckedDraft, 'id' | 'name'>;
  readonly onRead?: QueryOptions['onRead'];
}

/** What a viewer would get from a dataset that is not saved yet, and why, so that rules can be tested first. */
export async function tryDataset(
  services: Services,
  viewer: DataViewer,
  { draft, query, calendar, texts, onRead }: TrialRequest,
): Promise<DatasetTrial> {
  // A new id, so that the trial shares no cached result with a saved dataset.
  const id = newId(services.time.now());
  // Checked as the administrator, so that a viewer's missing attributes are not reported as errors of the draft.
  const checked = await checkDraft(services, viewer.tenantId, { ...draft, id, name: id }, undefined);
  const definition = { ...checked.definition, id, version: 0, cacheSeconds: 0 };
  const dataset: StoredDataset = { ...checked, definition, createdAt: 0, updatedAt: 0 };
  const explanation = {
    ...(await explainQuery(services, viewer, dataset, { query, calendar, texts })),
    required: await removedRows(services, viewer, dataset, { calendar }),
  };
  if (explanation.statements.length === 0) return { explanation, answer: null, refusal: explanation.summary };
  try {
    const answer = await runQuery(services, viewer, dataset, query, { calendar, onRead });
    return { explanation, answer, refusal: null };
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined;
    if (code !== 'DATA_DENIED' && code !== 'NOT_FOUND') throw error;
    const refusal = code === 'DATA_DENIED' ? texts.data.denied : texts.data.noSuchDataset;
    return { explanation, answer: null, refusal };
  }
}
