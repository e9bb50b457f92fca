import { Timestamp } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, viewerOf } from '../../platform/http/http-app.ts';
import { time } from '../../platform/http/show.ts';
import type { Services } from '../../services.ts';

/** Whether a token still works, and for how long by our clock: what a page needs to renew it in time. */
export function embedSessionRoutes(app: HttpApp, { clock }: Services): void {
  app.get('/embed/api/v0/session', {
    config: { access: 'embed' },
    schema: {
      tags: ['embed'],
      operationId: 'readEmbedSession',
      summary: 'Read the session of an embed token',
      security: [{ embed: [] }],
      response: {
        200: Type.Object(
          {
            username: Type.String(),
            expiresAt: Timestamp,
            serverTime: Timestamp,
            expiresIn: Type.Integer({ description: 'Seconds by our clock.' }),
          },
          { title: 'EmbedSession' },
        ),
        ...errors(401),
      },
    },
    handler: async (request) => {
      const { username, expiresAt } = viewerOf(request);
      const now = clock();
      const expiresIn = Math.max(0, Math.floor((expiresAt - now) / 1000));
      return { username, expiresAt: time(expiresAt), serverTime: time(now), expiresIn };
    },
  });
}
