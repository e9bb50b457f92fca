import type { BuilderDashboard, BuilderResponse } from '@inlay/content/builder';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { Store } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { countOwned, findOwnerships, hasNoQuery, type Translate, translatorOf } from '../content/index.ts';
import { type BuilderContext, readBuilderContext } from './builder-context.ts';
import { MAX_CANVAS_BYTES, MAX_CHART_ROWS } from './check-canvas.ts';
import { findDashboard, visibleDashboard } from './find-dashboard.ts';
import { listDashboards } from './list-dashboards.ts';
import { type Builder, readerOf } from './open-builder.ts';
import { PREVIEW_SECONDS } from './preview-chart.ts';
import { redactTile } from './redact-content.ts';
import { serializeDashboards, serializeDocument } from './serialize-dashboard.ts';
import { serializeDataset } from './serialize-dataset.ts';
import { MAX_DASHBOARDS_PER_USER } from './write-dashboards.ts';

const LISTED = 200;
const ITEMS = 200;

/** Everything that a page needs to render the list or a canvas. */
export async function readBuilder(
  services: Pick<Services, 'store' | 'time'>,
  builder: Builder,
  { dashboardId, language }: { readonly dashboardId?: string | undefined; readonly language: string },
): Promise<BuilderResponse> {
  const { store } = services;
  const { viewer, embed, groups, contributes, validates, copies } = builder;
  const context = await readBuilderContext(store, builder);
  const [opened, { data, meta }, ownDashboards] = await Promise.all([
    dashboardId === undefined ? undefined : findDashboard(store, context, dashboardId),
    listDashboardsFor(store, context, { page: 1, limit: LISTED }),
    builder.views ? countOwned(store, viewer.tenantId, builder.appItem.id, builder.me) : 0,
  ]);
  const builds = contributes || copies;
  const published = data.filter(({ publishedVersion, mine }) => publishedVersion !== null && !mine);
  const marked = published.filter(({ template }) => template);
  const library = builds
    ? [...context.appContent.library.values()]
        .map((tile) => redactTile(tile, context))
        .filter((tile) => !hasNoQuery(tile))
    : [];
  return {
    embedId: embed.id,
    title: embed.title,
    viewer: {
      username: viewer.username,
      privileges: builder.views ? [...viewer.privileges(builder.appItem.id)] : [],
      groups: contributes || validates ? [...groups] : [],
      may: { create: contributes, copy: copies, publish: validates },
    },
    limits: {
      dashboards: MAX_DASHBOARDS_PER_USER,
      ownDashboards,
      items: ITEMS,
      bytes: MAX_CANVAS_BYTES,
      previewSeconds: PREVIEW_SECONDS,
      previewRows: MAX_CHART_ROWS,
    },
    dashboards: data,
    moreDashboards: meta.lastPage > 1,
    datasets: builds ? datasetsOf(context) : [],
    library,
    templates: contributes ? (marked.length > 0 ? marked : published).map(({ id }) => id) : [],
    phrases: translated(translatorOf(builder.app, language), [embed, ...data, ...library]),
    ...(opened ? { opened: await serializeDocument(services, context, opened) } : {}),
  };
}

interface Named {
  readonly title: string;
  readonly description?: string | null;
}

/** Only phrases of visible content: others may quote what rules hide. */
function translated(
  translate: Translate | undefined,
  all: readonly Named[],
): Readonly<Record<string, string>> {
  if (!translate) return {};
  const phrases = all.flatMap(({ title, description }) => [title, description ?? '']);
  return Object.fromEntries(
    phrases.map((phrase) => [phrase, translate(phrase)]).filter(([was, is]) => was !== is),
  );
}

/** For lists: in the viewer's language, unless the viewer may edit the dashboard. */
export function localizeDashboard(dashboard: BuilderDashboard, translate: Translate): BuilderDashboard {
  if (dashboard.may.edit) return dashboard;
  const { title, description } = dashboard;
  return {
    ...dashboard,
    title: translate(title),
    description: description === null ? null : translate(description),
  };
}

const datasetsOf = ({ accessible }: BuilderContext) =>
  [...accessible.values()]
    .map((dataset) => serializeDataset(dataset))
    .filter(({ columns, measures }) => columns.length + measures.length > 0);

export async function listDashboardsFor(
  store: Store,
  context: BuilderContext,
  page: PageRequest,
  q?: string,
): Promise<Page<BuilderDashboard>> {
  const { builder } = context;
  const { tenantId } = builder.viewer;
  const { data, meta } = await listDashboards(store.lists, tenantId, readerOf(builder), { page, q });
  const owners = await findOwnerships(
    store,
    tenantId,
    data.map(({ id }) => id),
  );
  const found = data.flatMap((item) => visibleDashboard(context, item, owners.get(item.id)) ?? []);
  return { data: await serializeDashboards(store, context, found), meta };
}
