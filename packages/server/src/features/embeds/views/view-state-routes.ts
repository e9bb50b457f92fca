import { CheckedStateSchema, ViewStateSchema } from '@inlay/content/view-state';
import Type from 'typebox';
import { refuseFields } from '../../../platform/errors.ts';
import { errors } from '../../../platform/http/documented-errors.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { documentedBody, readBody } from '../../../platform/http/read-body.ts';
import type { Services } from '../../../services.ts';
import { type ContentSource, readEmbedRequest } from '../request/embed-request.ts';
import { fitState } from './fit-state.ts';

/** The check of a state that the host page sets. */
export function viewStateRoutes(app: HttpApp, services: Services, source: ContentSource): void {
  const { url, params, query, name, of } = source;
  app.post(`${url}/state`, {
    config: { access: 'embed' },
    schema: {
      tags: ['embed'],
      security: [{ embed: [] }],
      querystring: Type.Object(query),
      operationId: `check${name}State`,
      summary: `Check a state of ${of}`,
      description:
        'For `setState` of the SDK: refuses filters, tabs, tiles, switches and drill-downs that the content does not have for this viewer.',
      params: Type.Object(params),
      ...documentedBody(ViewStateSchema),
      response: { 200: CheckedStateSchema, ...errors(400, 401, 403, 404) },
    },
    handler: async (request) => {
      const { filters = {}, ...rest } = readBody(ViewStateSchema, request.body);
      // Refuses filters that the embed does not have; the host may also filter by column.
      const embed = await readEmbedRequest(services, source, request, { filters });
      refuseFields(fitState(embed, rest).problems);
      return { state: { filters, ...rest } };
    },
  });
}
