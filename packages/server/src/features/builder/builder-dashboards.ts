import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { viewerOf } from '../../platform/http/http-app.ts';
import type { Services } from '../../services.ts';
import type { ContentSource } from '../embeds/index.ts';
import { type BuilderContext, readBuilderContext } from './builder-context.ts';
import { BUILDER_URL, ofDashboard } from './builder-routes.ts';
import { Revision } from './builder-versions-routes.ts';
import { viewVersion } from './dashboard-versions.ts';
import { findDashboard } from './find-dashboard.ts';
import { enterBuilder } from './open-builder.ts';

export async function enterContext(services: Services, request: FastifyRequest): Promise<BuilderContext> {
  const viewer = viewerOf(request);
  const builder = await enterBuilder(services, viewer, (request.params as { id: string }).id);
  return readBuilderContext(services.store, builder);
}

/** Dashboards of a builder: the working copy or the published version, as far as the viewer sees them, or an earlier one. */
export function builderDashboards(services: Services): ContentSource {
  return {
    ...places,
    query: {
      side: Type.Optional(
        Type.Enum(['published'], {
          description: '`published` returns the version that viewers see instead of the working copy.',
        }),
      ),
      revision: Type.Optional(Revision),
    },
    open: async (request) => {
      const context = await enterContext(services, request);
      const { dashboardId } = request.params as { dashboardId: string };
      const { side, revision } = request.query as { side?: 'published'; revision?: string };
      const view =
        revision === undefined
          ? (await findDashboard(services.store, context, dashboardId, side)).view
          : await viewVersion(services.store, context, dashboardId, Number(revision));
      return view.opened;
    },
  };
}

/** Dashboards of a builder as everybody sees them: the published version, unless there is none yet. */
export function publishedDashboards(services: Services): ContentSource {
  const { store } = services;
  return {
    ...places,
    query: {},
    open: async (request) => {
      const context = await enterContext(services, request);
      const { dashboardId } = request.params as { dashboardId: string };
      const found = await findDashboard(store, context, dashboardId);
      if (found.item.published_version === null) return found.view.opened;
      return (await findDashboard(store, context, dashboardId, 'published')).view.opened;
    },
  };
}

const places = {
  url: `${BUILDER_URL}/dashboards/:dashboardId`,
  params: ofDashboard,
  name: 'BuilderDashboard',
  of: 'a builder dashboard',
};
