import type { ContentKind } from '@inlay/protocol/content';
import type { EmbedContent } from '@inlay/protocol/embed';
import { Identifier } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { AppError, fieldsInvalid } from '../../platform/errors.ts';
import { isPermitted } from '../../platform/identity/permissions.ts';
import { newId } from '../../platform/new-id.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { recordEvent } from '../audit/index.ts';
import { dataAccessOf, refuseInaccessibleData } from './accessible-data.ts';
import { checkContent } from './check-content.ts';
import { checkReferences, refuseForeignFilterTiles } from './check-references.ts';
import type { ContentActing } from './content-caller.ts';
import { type ContentItem, findItem } from './items.ts';
import { lockApp } from './lock-app.ts';
import { canSee, isManaged, notPermitted, subjectOf } from './open-content.ts';
import { insertItem, type NewItem } from './write-items.ts';

/** Adds a piece of content as a draft; apps and embeds exist at once. `body` is what the caller sent. */
export async function createContent(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  tenantId: TenantId,
  kind: ContentKind,
  body: unknown,
  acting: ContentActing,
): Promise<ContentItem> {
  const wanted = readNewItem(kind, body);
  return store.write((transaction) => createIn(transaction, tenantId, wanted, acting, clock()));
}

type Wanted = Omit<NewItem<ContentKind>, 'id' | 'appId'> & {
  readonly id: string | undefined;
  readonly appId: string | undefined;
};

export async function createIn(
  transaction: Queries,
  tenantId: TenantId,
  { kind, content, ...wanted }: Wanted,
  acting: ContentActing,
  at: number,
): Promise<ContentItem> {
  const id = wanted.id ?? (await freeId(transaction, tenantId, kind, content.title));
  const appId =
    kind === 'app'
      ? id
      : (wanted.appId ?? (await appOfTarget(transaction, tenantId, content as EmbedContent)));
  await lockApp(transaction, tenantId, appId);
  if (kind !== 'app') {
    const app = await openAppFor(transaction, tenantId, kind, appId, acting);
    refuseInaccessibleData(kind, content, await dataAccessOf(transaction, tenantId, app, acting.as));
  }
  await refuseForeignFilterTiles(transaction, tenantId, content);
  return insertContent(transaction, tenantId, { kind, id, appId, content }, acting, at);
}

/** The creation itself, in an app that the caller holds still and that somebody let them write to. */
export async function insertContent(
  transaction: Queries,
  tenantId: TenantId,
  { kind, id, appId, content }: NewItem<ContentKind>,
  acting: Pick<ContentActing, 'actor' | 'caller'>,
  at: number,
): Promise<ContentItem> {
  await checkReferences(transaction, tenantId, appId, kind, content);
  const item = await insertItem(
    transaction,
    tenantId,
    { kind, id, appId, content },
    { publishAtOnce: isManaged(kind) },
    { action: 'create', author: acting.actor, at },
  );
  await recordEvent(transaction, tenantId, at, acting.caller, {
    action: `${kind}.create`,
    actor: acting.actor,
    target: id,
    details: { app: appId },
  });
  return item;
}

function readNewItem(kind: ContentKind, body: unknown): Wanted {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('REQUEST_INVALID', { message: 'The request body must be a JSON object.' });
  }
  const inApp = !isManaged(kind);
  const { id, ...rest } = body as Record<string, unknown>;
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

/** An embed belongs to the app of what it shows. */
async function appOfTarget(
  transaction: Queries,
  tenantId: TenantId,
  { target }: EmbedContent,
): Promise<string> {
  const kind = target.kind === 'builder' ? 'app' : target.kind;
  const item = await findItem(transaction, tenantId, kind, target.id);
  if (item) return item.app_id;
  throw fieldsInvalid([{ path: '/target/id', problem: `names no ${kind}: '${target.id}'` }]);
}

async function openAppFor(
  transaction: Queries,
  tenantId: TenantId,
  kind: ContentKind,
  appId: string,
  { as }: ContentActing,
): Promise<ContentItem> {
  const app = await findItem(transaction, tenantId, 'app', appId);
  const unknown = fieldsInvalid([{ path: '/appId', problem: `names no app: '${appId}'` }]);
  if (!app) throw unknown;
  const inside = { ...subjectOf(app, app, false), isManaged: isManaged(kind) };
  if (!isPermitted(as, 'create', inside))
    throw canSee(as, subjectOf(app, app, false)) ? notPermitted() : unknown;
  if (inside.appIsArchived) {
    throw new AppError('CONFLICT', { message: `The app '${appId}' is archived. Unarchive it first.` });
  }
  return app;
}

/** An identifier that says what it names, since people meet it in addresses and file names. */
async function freeId(
  queries: Queries,
  tenantId: TenantId,
  kind: ContentKind,
  title: string,
): Promise<string> {
  const slug = slugOf(title);
  if (slug === '') return newId();
  return (await findItem(queries, tenantId, kind, slug)) ? `${slug}-${newId().slice(-6)}` : slug;
}

function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, '');
}
