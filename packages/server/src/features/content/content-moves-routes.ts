import { MoveCommentSchema, ReturnCommentSchema } from '@inlay/protocol/content';
import { byId } from '../../platform/http/by-id.ts';
import { documentedBody } from '../../platform/http/documented-body.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch } from '../../platform/http/if-match.ts';
import { readBody } from '../../platform/http/read-body.ts';
import type { Services } from '../../services.ts';
import { contentSchemas } from './check-content.ts';
import { type ContentResource, contentActing, nameIn, replyWithContent } from './content-items-routes.ts';
import { ContentBody } from './content-schemas.ts';
import { type ContentMove, moveContent } from './move-content.ts';
import { isManaged } from './open-content.ts';

const meanings: Readonly<Record<ContentMove, string>> = {
  submit: 'From draft to review. Needs `contribute`.',
  publish:
    'Makes the working copy the next version, which viewers see. Needs `validate`, and `contribute` too where ' +
    'nothing was submitted.',
  return: 'From review back to draft, with a comment that says why. Needs `validate`.',
  archive: 'Takes it from viewers. Needs `validate`.',
  unarchive: 'Brings it back as it was last worked on. Needs `validate`.',
};

/** The steps between states. */
export function contentMoveRoutes(
  app: HttpApp,
  services: Services,
  { kind, plural, article }: ContentResource,
  moves: readonly ContentMove[],
): void {
  for (const move of moves) {
    const body = move === 'return' ? ReturnCommentSchema : MoveCommentSchema;
    const schema = {
      tags: [plural],
      operationId: `${move}${nameIn(kind)}`,
      summary: `${nameIn(move)} ${article} ${kind}`,
      description: meanings[move],
      params: byId,
      headers: ifMatchHeader,
      ...documentedBody(body),
      response: { 200: ContentBody(contentSchemas[kind]), ...errors(400, 401, 404, 409, 412) },
    };
    app.post(`/api/v0/${plural}/:id/${move}`, {
      config: { access: isManaged(kind) ? 'ADMIN' : 'USER' },
      schema,
      handler: async (request, reply) => {
        const acting = await contentActing(services, request);
        const address = { kind, id: request.params.id };
        const { comment } = readBody(body, request.body);
        const how = { comment, ifMatch: readIfMatch(request) };
        const item = await moveContent(services, tenantOf(request).id, address, move, how, acting);
        return replyWithContent(reply, { item, side: 'working' });
      },
    });
  }
}
