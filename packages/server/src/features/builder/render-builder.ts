import { AppError } from '../../platform/errors.ts';
import { builderPage } from '../../platform/render/builder-page.ts';
import { pageLook } from '../../platform/render/page-look.ts';
import { translatorOf } from '../content/index.ts';
import type { PaintBuilder } from '../embeds/index.ts';
import { inLanguage, pageBasics, paintOpened } from '../embeds/index.ts';
import { wornLook } from '../themes/index.ts';
import { findDashboard, surroundingsOf } from './find-dashboard.ts';
import { openBuilder } from './open-builder.ts';
import { inTheirWords, listFor } from './read-builder.ts';

/** Enough to fill a screen; the page's script lists the rest. */
const PAINTED = 50;

/** The first paint of a builder: the dashboard that the host names, else the list of them. */
export const paintBuilder: PaintBuilder = async (services, viewer, found, setting, request) => {
  const { store, clock } = services;
  const builder = await openBuilder(services, viewer, found);
  const { embed, app } = builder;
  const { settings, assets, nonce } = request;
  const { dashboard: dashboardId, dataset } = settings;
  const surroundings = await surroundingsOf(store, builder);
  const inBuilder = { kind: 'builder', ...(dataset === undefined ? {} : { dataset }) } as const;
  if (dashboardId !== undefined) {
    const { view } = await findDashboard(store, surroundings, dashboardId).catch((error) => {
      if (!(error instanceof AppError) || error.code !== 'NOT_FOUND') throw error;
      throw new AppError('EMBED_NOT_FOUND', {
        message:
          'This builder has no such dashboard for this viewer. Leave `dashboard` out to list those it has.',
      });
    });
    const opened = inLanguage(view.opened, setting.locale);
    return paintOpened(services, viewer, opened, setting, request, { ...inBuilder, dashboardId });
  }
  const { data } = await listFor(store, surroundings, { page: 1, limit: PAINTED });
  const translate = translatorOf(app, setting.locale.language) ?? ((phrase) => phrase);
  const state = {
    ...pageBasics(viewer, embed, setting, settings, clock()),
    ...inBuilder,
    title: translate(embed.title),
    tiles: [],
    filters: [],
    filterValues: {},
  };
  const worn = await wornLook(store, viewer.tenantId, [app.theme, embed.theme, settings.theme]);
  const listed = data.map((dashboard) => inTheirWords(dashboard, translate));
  return { html: builderPage(pageLook(setting.locale, worn), listed, state, assets, nonce) };
};
