import type { ContentKind } from '@inlay/content/content';
import type { EmbedContent } from '@inlay/content/embed';
import { Identifier } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, fieldsInvalid } from '../../../platform/errors.ts';
import { freeId } from '../../../platform/free-id.ts';
import { type ContentCaller, isManaged, isPermitted } from '../../../platform/identity/permissions.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { takeLock } from '../../../platform/store/take-lock.ts';
import { checkContent } from '../checks/check-content.ts';
import { refuseUnknownNames } from '../checks/check-names.ts';
import { checkReferences, refuseUnreachedTiles } from '../checks/check-references.ts';
import { contentFields } from '../checks/content-fields.ts';
import {
  type ContentRequest,
  type ContentWrite,
  recordChange,
  writeContent,
} from '../store/content-request.ts';
import { type ContentItem, findItem } from '../store/items.ts';
import { canSee, notPermitted, refuseOtherWorkspace, subjectOf } from '../store/open-content.ts';
import { insertItem, type NewItem } from '../store/write-items.ts';
import { dataAccessOf, refuseInaccessibleData } from '../visibility/accessible-data.ts';

/** Adds content as a draft; apps and embeds are published at once. `body` is what the caller sent. */
export async function createContent(
  request: ContentRequest,
  kind: ContentKind,
  body: unknown,
): Promise<ContentItem> {
  const wanted = readNewItem(kind, body);
  return writeContent(request, (write) => createIn(write, wanted, request.as));
}

type Wanted = Omit<NewItem<ContentKind>, 'id' | 'appId'> & {
  readonly id: string | undefined;
  readonly appId: string | undefined;
};

export async function createIn(
  write: ContentWrite,
  { kind, content, ...wanted }: Wanted,
  as: ContentCaller,
): Promise<ContentItem> {
  const { transaction, tenantId } = write;
  const isTaken = async (id: string) => (await findItem(transaction, tenantId, kind, id)) !== undefined;
  const id = wanted.id ?? (await freeId(content.title, isTaken));
  const appId =
    kind === 'app'
      ? id
      : (wanted.appId ?? (await appOfTarget(transaction, tenantId, content as EmbedContent)));
  await takeLock(transaction, 'app', tenantId, appId);
  refuseOtherWorkspace(as, kind, content);
  if (kind !== 'app') {
    const app = await openAppFor(write, kind, appId, as);
    const access = await dataAccessOf(transaction, tenantId, app, as);
    refuseInaccessibleData(kind, content, access);
    await refuseUnknownNames(transaction, tenantId, { kind, appId, content, access });
  }
  await refuseUnreachedTiles(transaction, tenantId, { appId, content });
  return insertContent(write, { kind, id, appId, content });
}

/** Inserts content into an app that the caller has locked and may write to. */
export async function insertContent(write: ContentWrite, item: NewItem<ContentKind>): Promise<ContentItem> {
  const { kind, id, appId } = item;
  await checkReferences(write.transaction, write.tenantId, item);
  const inserted = await insertItem(write, item, { publishAtOnce: isManaged(kind) });
  await recordChange(write, { action: `${kind}.create`, target: id, details: { app: appId } });
  return inserted;
}

function readNewItem(kind: ContentKind, body: unknown): Wanted {
  const inApp = !isManaged(kind);
  const { id, ...rest } = contentFields(body);
  const { appId, ...sent } = inApp ? rest : { ...rest, appId: undefined };
  const problems = [
    ...(id === undefined ? [] : shapeErrors(Identifier, id, '/id')),
    ...(!inApp
      ? []
      : appId === undefined
        ? [{ path: '/appId', problem: 'is required' }]
        : shapeErrors(Identifier, appId, '/appId')),
  ];
  const checked = checkContent(kind, inApp ? sent : rest);
  if (checked.problems || problems.length > 0)
    throw fieldsInvalid([...problems, ...(checked.problems ?? [])]);
  return { kind, content: checked.content, id: id as string | undefined, appId: appId as string | undefined };
}

/** An embed belongs to the app of its target. */
async function appOfTarget(
  transaction: Queries,
  tenantId: TenantId,
  { target }: EmbedContent,
): Promise<string> {
  const kind = target.kind === 'builder' ? 'app' : target.kind;
  const item = await findItem(transaction, tenantId, kind, target.id);
  if (item) return item.app_id;
  throw fieldsInvalid([
    { path: '/target/id', problem: `refers to a ${kind} that does not exist: '${target.id}'` },
  ]);
}

async function openAppFor(
  { transaction, tenantId }: ContentWrite,
  kind: ContentKind,
  appId: string,
  as: ContentCaller,
): Promise<ContentItem> {
  const app = await findItem(transaction, tenantId, 'app', appId);
  const unknown = fieldsInvalid([
    { path: '/appId', problem: `refers to an app that does not exist: '${appId}'` },
  ]);
  if (!app) throw unknown;
  const inside = { ...subjectOf(app, app, false), kind };
  if (!isPermitted(as, 'create', inside))
    throw canSee(as, subjectOf(app, app, false)) ? notPermitted() : unknown;
  if (inside.appIsArchived) {
    throw new AppError('CONFLICT', { message: `App '${appId}' is archived. Unarchive it first.` });
  }
  return app;
}
