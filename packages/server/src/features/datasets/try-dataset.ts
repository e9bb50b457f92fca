import type { QuerySpec, ViewerCalendar } from '@inlay/protocol/query';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/new-id.ts';
import type { Services } from '../../services.ts';
import type { DataViewer } from '../connections/index.ts';
import type { StoredDataset } from './datasets.ts';
import { explainQuery, type QueryExplanation } from './explain-query.ts';
import { checkDraft, type UncheckedDraft } from './manage-datasets.ts';
import { type QueryAnswer, runQuery } from './run-query.ts';

export interface DatasetTrial {
  readonly explanation: QueryExplanation;
  readonly answer: QueryAnswer | null;
  /** Why there is no answer, where the viewer would be refused. */
  readonly refusal: string | null;
}

/** What a viewer would get of a dataset that is not saved yet, and why: rules are tried before anybody lives by them. */
export async function tryDataset(
  services: Services,
  tenantId: TenantId,
  draft: Omit<UncheckedDraft, 'id' | 'name'>,
  viewer: DataViewer,
  query: QuerySpec,
  calendar: ViewerCalendar,
): Promise<DatasetTrial> {
  // An identifier of its own: nothing that was or will be cached for a saved dataset is this one's.
  const id = newId(services.clock());
  // Checked as the administrator: what this viewer lacks is no mistake in the draft, and the trial tells it.
  const checked = await checkDraft(services, tenantId, { ...draft, id, name: id }, undefined);
  const definition = { ...checked.definition, id, version: 0, cacheSeconds: 0 };
  const dataset: StoredDataset = { ...checked, definition, createdAt: 0, updatedAt: 0 };
  const explanation = await explainQuery(services, viewer, dataset, query, calendar);
  try {
    const answer = await runQuery(services, viewer, dataset, query, { calendar });
    return { explanation, answer, refusal: null };
  } catch (error) {
    const isRefusal = error instanceof AppError && ['DATA_DENIED', 'NOT_FOUND'].includes(error.code);
    if (!isRefusal) throw error;
    return { explanation, answer: null, refusal: error.message };
  }
}
