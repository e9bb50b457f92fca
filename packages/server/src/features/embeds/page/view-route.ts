import {
  type RenderedDashboard,
  RenderedDashboardSchema,
  type ViewRequest,
  ViewRequestSchema,
} from '@inlay/content/builder-preview';
import { readTheme } from '@inlay/protocol/embed-fields';
import Type from 'typebox';
import { replyEncoded } from '../../../platform/http/encoding.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import type { Services } from '../../../services.ts';
import {
  type ContentSource,
  type EmbedRequest,
  readEmbedRequest,
  withView,
} from '../request/embed-request.ts';
import { dataRefusals } from '../tiles/tile-routes.ts';
import { fitView, withDefaultView } from '../views/saved-views.ts';
import { renderContent } from './render-page.ts';

/** A dashboard without a page around it, for a page that is open already. */
export function viewRoute(
  app: HttpApp,
  services: Services,
  source: ContentSource,
  tag: 'builder' | 'embed',
): void {
  app.post(`${source.url}/view`, {
    config: { access: 'embed' },
    schema: {
      tags: [tag],
      security: [{ embed: [] }],
      operationId: `render${source.name}View`,
      summary: `Render ${source.of} as viewers see it`,
      description: `Returns the markup of the embed page and the state for its script. Parts of \`state\` that the dashboard does not have are ignored, and values in \`filters\` win. ${
        tag === 'builder'
          ? "Without `state`, the dashboard opens with the viewer's default view."
          : 'A default view does not apply.'
      }`,
      params: Type.Object(source.params),
      querystring: Type.Object(source.query),
      body: ViewRequestSchema,
      response: { 200: RenderedDashboardSchema, ...dataRefusals },
    },
    handler: async (request, reply) => {
      const embed = await readEmbedRequest(services, source, request, request.body);
      const { state, features = {} } = request.body;
      const render = (opened: EmbedRequest) => renderView(opened, request.body);
      const rendered = state
        ? render(withView(embed, fitView(embed, state)))
        : withDefaultView(embed, tag === 'builder' ? features : { views: false }, render);
      return replyEncoded(request, reply, await rendered);
    },
  });
}

async function renderView(
  request: EmbedRequest,
  { width, theme, features = {} }: Pick<ViewRequest, 'width' | 'theme' | 'features'>,
): Promise<RenderedDashboard> {
  const { filters, variables } = request;
  const chosen = theme === undefined ? undefined : readTheme(theme);
  const settings = { filters, variables, features, width };
  const { state, ...markup } = await renderContent({ ...request, theme: chosen }, { settings });
  const { title, tiles, filters: controls, filterValues, crossFilter, drill, categories, view } = state;
  return {
    ...markup,
    state: {
      title,
      tiles,
      filters: controls,
      filterValues,
      ...(crossFilter === undefined ? {} : { crossFilter }),
      ...(drill === undefined ? {} : { drill }),
      ...(categories === undefined ? {} : { categories }),
      ...(view === undefined ? {} : { view }),
    },
  };
}
