import { AppError } from '../../platform/errors.ts';
import { builderPage } from '../../platform/render/builder-page.ts';
import { translatorOf } from '../content/index.ts';
import {
  createEmbedRequest,
  pageBasics,
  type RenderBuilder,
  renderPage,
  resolvePageTheme,
  withDefaultView,
} from '../embeds/index.ts';
import { readBuilderContext } from './builder-context.ts';
import { findDashboard } from './find-dashboard.ts';
import { openBuilder } from './open-builder.ts';
import { listDashboardsFor, localizeDashboard } from './read-builder.ts';

/** Fills a screen. The page's script loads the rest. */
const LISTED = 50;

/** The first page of a builder: the dashboard that the host names, else the list of them. */
export const renderBuilder: RenderBuilder = async ({ found, options, ...common }) => {
  const { services, viewer, setting } = common;
  const { store, time } = services;
  const builder = await openBuilder(services, viewer, found);
  const { embed, app } = builder;
  const { settings, assets, nonce } = options;
  const { dashboard: dashboardId, dataset, filters, variables, theme } = settings;
  const context = await readBuilderContext(store, builder);
  const inBuilder = { kind: 'builder', ...(dataset === undefined ? {} : { dataset }) } as const;
  if (dashboardId !== undefined) {
    const { view } = await findDashboard(store, context, dashboardId).catch((error) => {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      throw new AppError('EMBED_NOT_FOUND', {
        message:
          'This viewer has no such dashboard in this builder. Omit `dashboard` to list the available ones.',
      });
    });
    const request = createEmbedRequest({ ...common, opened: view.opened, filters, variables, theme });
    return withDefaultView(request, settings.features, (opened) =>
      renderPage(opened, { ...options, inBuilder: { ...inBuilder, dashboardId } }),
    );
  }
  const { data } = await listDashboardsFor(store, context, { page: 1, limit: LISTED });
  const translate = translatorOf(app, setting.locale.language) ?? ((phrase) => phrase);
  const state = {
    ...pageBasics({ viewer, embed, ...setting, now: time.now() }, settings),
    ...inBuilder,
    title: translate(embed.title),
    tiles: [],
    filters: [],
    filterValues: {},
  };
  const pageTheme = await resolvePageTheme({ services, viewer, app, embed, theme, ...setting });
  const listed = data.map((dashboard) => localizeDashboard(dashboard, translate));
  return { html: builderPage(pageTheme, listed, state, assets, nonce) };
};
