import { ReturnCommentSchema, TransitionCommentSchema } from '@inlay/content/content';
import { errors } from '../../../platform/http/documented-errors.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch } from '../../../platform/http/if-match.ts';
import { documentedBody, readBody } from '../../../platform/http/read-body.ts';
import { byId } from '../../../platform/http/route-parameters.ts';
import type { Services } from '../../../services.ts';
import { contentSchemas } from '../checks/check-content.ts';
import { writingOf } from './content-access.ts';
import { type ContentResource, contentRequest, nameIn, replyWithContent } from './content-items-routes.ts';
import { ContentBody } from './content-schemas.ts';
import { type ContentTransition, transitionContent } from './transition-content.ts';

const descriptions: Readonly<Record<ContentTransition, string>> = {
  submit: 'Moves a draft to review. Requires `contribute`.',
  publish:
    'Publishes the working copy as the next version, which viewers see. Requires `validate`, and also `contribute` for content ' +
    'that was not submitted.',
  return: 'Moves content in review back to draft, with a comment that explains why. Requires `validate`.',
  archive: 'Hides it from viewers. Requires `validate`.',
  unarchive: 'Restores the last working copy. Requires `validate`.',
};

/** Transitions between states. */
export function contentTransitionRoutes(
  app: HttpApp,
  services: Services,
  { kind, plural, article }: ContentResource,
  transitions: readonly ContentTransition[],
): void {
  for (const transition of transitions) {
    const body = transition === 'return' ? ReturnCommentSchema : TransitionCommentSchema;
    const schema = {
      tags: [plural],
      operationId: `${transition}${nameIn(kind)}`,
      summary: `${nameIn(transition)} ${article} ${kind}`,
      description: descriptions[transition],
      params: byId,
      headers: ifMatchHeader,
      ...documentedBody(body),
      response: { 200: ContentBody(contentSchemas[kind]), ...errors(400, 401, 404, 409, 412) },
    };
    app.post(`/api/v0/${plural}/:id/${transition}`, {
      config: writingOf(kind),
      schema,
      handler: async (request, reply) => {
        const content = await contentRequest(services, request);
        const target = { kind, id: request.params.id, ifMatch: readIfMatch(request) };
        const { comment } = readBody(body, request.body);
        const item = await transitionContent(content, target, { transition, comment });
        return replyWithContent(reply, { item, copy: 'working' });
      },
    });
  }
}
