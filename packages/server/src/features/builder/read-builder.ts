import type { BuilderAnswer, BuilderDashboard } from '@inlay/protocol/builder';
import type { Page, PageRequest } from '@inlay/protocol/pagination';
import type { Store } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import {
  countOwned,
  findOwnerships,
  listDashboards,
  type Translate,
  translatorOf,
} from '../content/index.ts';
import { CANVAS_BYTES, CHART_ROWS } from './check-canvas.ts';
import { serializeDataset } from './dataset-reach.ts';
import {
  findDashboard,
  serializeDashboards,
  serializeDocument,
  surroundingsOf,
  visibleDashboard,
} from './find-dashboard.ts';
import { type Builder, readerOf } from './open-builder.ts';
import { PREVIEW_SECONDS } from './preview-chart.ts';
import { redactTile } from './redact-content.ts';
import type { Surroundings } from './view-dashboard.ts';
import { DASHBOARDS_OF_ONE } from './write-dashboards.ts';

const LISTED = 200;
const ITEMS = 200;

/** Everything from which a page draws a list or a canvas at once. */
export async function readBuilder(
  services: Pick<Services, 'store' | 'clock'>,
  builder: Builder,
  { dashboardId, language }: { readonly dashboardId?: string | undefined; readonly language: string },
): Promise<BuilderAnswer> {
  const { store } = services;
  const { viewer, embed, groups, contributes, validates, copies } = builder;
  const surroundings = await surroundingsOf(store, builder);
  const [opened, { data, meta }, ownDashboards] = await Promise.all([
    dashboardId === undefined ? undefined : findDashboard(store, surroundings, dashboardId),
    listFor(store, surroundings, { page: 1, limit: LISTED }),
    builder.views ? countOwned(store, viewer.tenantId, builder.appItem.id, builder.me) : 0,
  ]);
  const builds = contributes || copies;
  const published = data.filter(({ publishedVersion, mine }) => publishedVersion !== null && !mine);
  const marked = published.filter(({ template }) => template);
  const library = builds
    ? [...surroundings.shown.library.values()].map((tile) => redactTile(tile, surroundings.reach))
    : [];
  return {
    embedId: embed.id,
    title: embed.title,
    viewer: {
      username: viewer.username,
      privileges: builder.views ? [...viewer.privileges(builder.appItem.id)] : [],
      groups: contributes ? [...groups] : [],
      may: { create: contributes, copy: copies, publish: validates },
    },
    limits: {
      dashboards: DASHBOARDS_OF_ONE,
      ownDashboards,
      items: ITEMS,
      bytes: CANVAS_BYTES,
      previewSeconds: PREVIEW_SECONDS,
      previewRows: CHART_ROWS,
    },
    dashboards: data,
    moreDashboards: meta.lastPage > 1,
    datasets: builds ? datasetsOf(surroundings) : [],
    library,
    templates: contributes ? (marked.length > 0 ? marked : published).map(({ id }) => id) : [],
    phrases: translated(translatorOf(builder.app, language), [embed, ...data, ...library]),
    ...(opened ? { opened: await serializeDocument(services, surroundings, opened) } : {}),
  };
}

interface Named {
  readonly title: string;
  readonly description?: string | null;
}

/** Only of what the viewer is shown: the rest of an app's phrases may quote what rules hide from them. */
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

/** As lists show it: in the viewer's language, unless it is theirs to edit, which is done as it was written. */
export function inTheirWords(dashboard: BuilderDashboard, translate: Translate): BuilderDashboard {
  if (dashboard.may.edit) return dashboard;
  const { title, description } = dashboard;
  return {
    ...dashboard,
    title: translate(title),
    description: description === null ? null : translate(description),
  };
}

const datasetsOf = ({ reach }: Surroundings) =>
  [...reach.values()]
    .map(serializeDataset)
    .filter(({ columns, measures }) => columns.length + measures.length > 0);

export async function listFor(
  store: Store,
  surroundings: Surroundings,
  request: PageRequest,
  q?: string,
): Promise<Page<BuilderDashboard>> {
  const { builder } = surroundings;
  const { tenantId } = builder.viewer;
  const { data, meta } = await listDashboards(store.lists, tenantId, readerOf(builder), request, q);
  const owners = await findOwnerships(
    store,
    tenantId,
    data.map(({ id }) => id),
  );
  const seen = data.flatMap((item) => visibleDashboard(surroundings, item, owners.get(item.id)) ?? []);
  return { data: await serializeDashboards(store, surroundings, seen), meta };
}
