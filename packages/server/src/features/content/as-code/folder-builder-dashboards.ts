import { isDeepStrictEqual } from 'node:util';
import { SharingSchema } from '@inlay/content/builder';
import { type DashboardContent, DashboardContentSchema } from '@inlay/content/dashboard';
import { exact, Identifier, Text, type Wire } from '@inlay/protocol/schema-parts';
import { shapeErrors } from '@inlay/protocol/shape-errors';
import type { TenantId } from '@inlay/protocol/tenant-id';
import Type from 'typebox';
import { AppError } from '../../../platform/errors.ts';
import type { Queries } from '../../../platform/store/store.ts';
import { checkContent } from '../checks/check-content.ts';
import { editIn } from '../lifecycle/change-content.ts';
import { insertContent } from '../lifecycle/create-content.ts';
import {
  deleteOwnership,
  findOwnerships,
  insertOwnership,
  type Ownership,
  replaceSharing,
} from '../store/dashboard-owners.ts';
import { type ContentItem, findItem, findItems } from '../store/items.ts';
import { type FolderKind, publishEntry } from './folder-kind.ts';
import { toStored } from './to-stored.ts';

const BuilderDashboardFileSchema = Type.Object(
  {
    owner: Type.Object({ workspaceId: Identifier, username: Text(1, 1024) }, exact),
    sharing: SharingSchema,
    origin: Type.Optional(
      Type.Object(
        {
          id: Identifier,
          changed: Type.Boolean({
            description: 'The original was published again after this copy was made.',
          }),
        },
        { ...exact, description: 'Id of the dashboard that this is a personal copy of.' },
      ),
    ),
    published: Type.Boolean({
      description: 'Whether an import with --publish publishes the dashboard. Private drafts stay private.',
    }),
    content: DashboardContentSchema,
  },
  { ...exact, title: 'BuilderDashboard' },
);

type BuilderDashboardFile = Wire<typeof BuilderDashboardFileSchema>;

/** Dashboards that viewers made in a builder, each with its owner. */
export const builderDashboardKind: FolderKind = {
  kind: 'builder-dashboard',
  folder: 'builder-dashboards',
  schema: BuilderDashboardFileSchema,
  list: async ({ queries, tenantId, items, owners }) => {
    const originals = await originalsOf(queries, tenantId, [...owners.values()]);
    return new Map(
      items.flatMap((item) => {
        const ownership = item.kind === 'dashboard' ? owners.get(item.id) : undefined;
        return ownership ? [[item.id, toStored(item, toFile(item, ownership, originals))] as const] : [];
      }),
    );
  },
  check: (value) => {
    const problems = shapeErrors(BuilderDashboardFileSchema, value);
    if (problems.length > 0) return problems;
    const { content } = value as BuilderDashboardFile;
    return (checkContent('dashboard', content).problems ?? []).map(({ path, problem }) => ({
      path: `/content${path}`,
      problem,
    }));
  },
  write: async (write, { appId, id, value }) => {
    const { transaction, tenantId } = write;
    const file = value as BuilderDashboardFile;
    const item = await findItem(transaction, tenantId, 'dashboard', id);
    const was = item && (await findOwnerships(transaction, tenantId, [id])).get(id);
    if (item && (!was || item.app_id !== appId)) {
      throw new AppError('CONFLICT', {
        message: `A dashboard '${id}' already exists that was not made in the builder of this app.`,
      });
    }
    const { content } = file;
    if (item) await editIn(write, item, { action: 'import', content, access: 'everything' });
    else await insertContent(write, { kind: 'dashboard', id, appId, content });
    const ownership = await toOwnership(transaction, tenantId, file, was);
    if (was && isDeepStrictEqual({ ...was, origin: null }, { ...ownership, origin: null })) return;
    await deleteOwnership(transaction, tenantId, id);
    await insertOwnership(transaction, tenantId, { dashboardId: id, appId, ownership });
    await replaceSharing(transaction, tenantId, id, ownership.sharing);
  },
  publishes: ({ value }) => (value as BuilderDashboardFile).published,
  publish: (write, { id }) => publishEntry(write, { kind: 'dashboard', id }),
};

async function originalsOf(
  queries: Queries,
  tenantId: TenantId,
  ownerships: readonly Ownership[],
): Promise<ReadonlyMap<string, ContentItem>> {
  const ids = ownerships.flatMap(({ origin }) => origin?.id ?? []);
  const found = await findItems(queries, tenantId, 'dashboard', ids);
  return new Map(found.map((item) => [item.id, item]));
}

function toFile(
  { draft, published_version }: ContentItem,
  { owner, username, sharing, origin }: Ownership,
  originals: ReadonlyMap<string, ContentItem>,
): BuilderDashboardFile {
  const original = origin === null ? undefined : originals.get(origin.id);
  const latest = original?.published_version ?? origin?.version;
  return {
    // Workspace ids contain no slash.
    owner: { workspaceId: owner.slice(0, owner.indexOf('/')), username },
    sharing,
    ...(origin === null ? {} : { origin: { id: origin.id, changed: latest !== origin.version } }),
    published: published_version !== null,
    content: JSON.parse(draft) as DashboardContent,
  };
}

/** Version numbers differ between tenants: an up-to-date copy refers to the version that is, or will be, published. */
async function toOwnership(
  queries: Queries,
  tenantId: TenantId,
  { owner: { workspaceId, username }, sharing, origin }: BuilderDashboardFile,
  was: Ownership | undefined,
): Promise<Ownership> {
  const owner = `${workspaceId}/${username}`;
  const original = origin && (await findItem(queries, tenantId, 'dashboard', origin.id));
  const latest =
    original?.state === 'published' ? original.published_version : (original?.last_version ?? 0) + 1;
  return {
    owner,
    username,
    // A file does not say whether its owner is a viewer.
    byViewer: was?.owner === owner && was.byViewer,
    sharing: { ...sharing, groups: [...sharing.groups] },
    origin: origin ? { id: origin.id, version: origin.changed ? 0 : (latest ?? 0) } : null,
  };
}
