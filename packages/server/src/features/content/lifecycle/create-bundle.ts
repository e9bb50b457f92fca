import { isDeepStrictEqual } from 'node:util';
import type { NewBundleSchema } from '@inlay/content/bundle';
import type { ContentByKind } from '@inlay/content/content';
import type { Wire } from '@inlay/protocol/schema-parts';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import { AppError, fieldsInvalid, fieldsTaken } from '../../../platform/errors.ts';
import { viewerOfContext } from '../../../platform/identity/viewer-of-context.ts';
import type { Services } from '../../../services.ts';
import { type DatasetDraft, findDataset, insertDatasets, readNewDataset } from '../../datasets/index.ts';
import { checkContent } from '../checks/check-content.ts';
import {
  type ContentRequest,
  type ContentWrite,
  recordChange,
  writeContent,
} from '../store/content-request.ts';
import { findItem } from '../store/items.ts';
import { createIn } from './create-content.ts';

export interface BundleRequest extends ContentRequest {
  readonly services: Services;
}

/**
 * Creates datasets, and a dashboard on them, in one transaction (ADR 324). Parts that exist exactly as sent are kept, so
 * that a request whose response was lost can be sent again.
 */
export async function createBundle(
  request: BundleRequest,
  { datasets, app, dashboard }: Wire<typeof NewBundleSchema>,
): Promise<void> {
  const drafts = await readDatasets(request, datasets);
  const items = [...readItem('app', app), ...readItem('dashboard', dashboard)];
  await writeContent(request, async (write) => {
    const missing = await missingDatasets(write, drafts);
    await insertDatasets(write.transaction, write.tenantId, missing, write.at);
    for (const { id } of missing) await recordChange(write, { action: 'dataset.create', target: id });
    for (const item of items) {
      await under(`/${item.kind}`, async () => {
        if (!(await existsAsSent(write, item))) await createIn(write, item, request.as);
      });
    }
  });
}

async function readDatasets(
  { services, tenantId }: BundleRequest,
  datasets: Wire<typeof NewBundleSchema>['datasets'],
): Promise<readonly DatasetDraft[]> {
  const read: DatasetDraft[] = [];
  for (const [at, { checkAs, ...body }] of datasets.entries()) {
    const viewer = checkAs && viewerOfContext(services, tenantId, checkAs);
    const path = `/datasets/${at}`;
    if (read.some(({ id }) => id === body.id))
      throw fieldsInvalid([{ path: `${path}/id`, problem: 'is the id of another dataset of this request' }]);
    read.push(await under(path, () => readNewDataset({ services, tenantId, checkAs: viewer }, body)));
  }
  return read;
}

async function missingDatasets(
  { transaction, tenantId }: ContentWrite,
  drafts: readonly DatasetDraft[],
): Promise<readonly DatasetDraft[]> {
  const missing: DatasetDraft[] = [];
  for (const [at, draft] of drafts.entries()) {
    const existing = await findDataset(transaction, tenantId, draft.id);
    if (!existing) missing.push(draft);
    else if (!isDeepStrictEqual(comparable(existing), comparable(draft)))
      throw taken(`/datasets/${at}`, draft.id);
  }
  return missing;
}

function comparable({ name, connectionId, workspaceId, definition }: DatasetDraft): unknown {
  const {
    id: _,
    version: __,
    ...rest
  } = definition as DatasetDraft['definition'] & {
    readonly id?: string;
    readonly version?: number;
  };
  // Without properties that are undefined, as the store returns it.
  return JSON.parse(JSON.stringify({ name, connectionId, workspaceId, ...rest }));
}

type Kind = 'app' | 'dashboard';

interface Item {
  readonly kind: Kind;
  readonly id: string;
  readonly appId: string;
  readonly content: ContentByKind[Kind];
}

function readItem(
  kind: Kind,
  body: { readonly id: string; readonly appId?: string } | undefined,
): readonly Item[] {
  if (!body) return [];
  const { id, appId = id, ...sent } = body;
  const { content, problems } = checkContent(kind, sent);
  if (problems) throw fieldsInvalid(problems.map((each) => ({ ...each, path: `/${kind}${each.path}` })));
  return [{ kind, id, appId, content }];
}

async function existsAsSent(
  { transaction, tenantId }: ContentWrite,
  { kind, id, appId, content }: Item,
): Promise<boolean> {
  const existing = await findItem(transaction, tenantId, kind, id);
  if (!existing) return false;
  if (existing.app_id === appId && isDeepStrictEqual(JSON.parse(existing.draft), content)) return true;
  throw taken('', id);
}

const taken = (path: string, id: string) =>
  fieldsTaken(
    [{ path: `${path}/id`, problem: 'is taken. Choose another one' }],
    `The id '${id}' is already in use. Choose another id.`,
  );

/** Reports problems with their path in the bundle. */
async function under<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || !isProblems(error.details)) throw error;
    const details = error.details.map((each) => ({ ...each, path: `${path}${each.path}` }));
    if (error.code === 'REQUEST_INVALID') throw fieldsInvalid(details);
    throw new AppError(error.code, { message: error.message, details });
  }
}

const isProblems = (details: unknown): details is readonly FieldProblem[] =>
  Array.isArray(details) && details.every((each) => typeof each?.path === 'string');
