import { pageFields } from '@inlay/content/embed-api';
import { StoryContentSchema } from '@inlay/content/story';
import { UserContextSchema } from '@inlay/protocol/explanation';
import { exact, Identifier } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { recordEvent } from '../../platform/audit/record-event.ts';
import { querySignal } from '../../platform/http/caller-signal.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { acceptLanguageHeader, explanationTexts } from '../../platform/http/explanation-texts.ts';
import { actingIn, type HttpApp, principalOf, tenantOf } from '../../platform/http/http-app.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import type { Services } from '../../services.ts';
import { accessesOf } from '../datasets/index.ts';
import {
  type CheckedTexts,
  checkStoryTexts,
  MISSING_REASONS,
  openAuthor,
  TEXT_NAMES,
} from '../embeds/index.ts';

/** Enough to compare the kinds of viewers of a story; each is queried for. */
const MAX_VIEWERS = 20;

const CheckTextsRequest = Type.Object(
  {
    appId: Type.String({ ...Identifier, description: 'The app of the story.' }),
    // Behind a function: the validator must not follow its references.
    content: Type.Unknown({ title: 'StoryContent', 'x-openapi': () => StoryContentSchema }),
    contexts: Type.Array(UserContextSchema, { minItems: 1, maxItems: MAX_VIEWERS }),
    lang: pageFields.lang,
    timeZone: pageFields.timeZone,
  },
  { ...exact, title: 'CheckTextsRequest' },
);

const CheckedTextsSchema = Type.Object(
  {
    hidden: Type.Union([Type.String(), Type.Null()], {
      description: 'Why the viewer sees nothing of the story; null if they see some of it.',
    }),
    hiddenSteps: Type.Array(Type.Object({ step: Type.String(), reason: Type.String() })),
    missing: Type.Array(
      Type.Object({
        step: Type.String(),
        text: Type.Enum([...TEXT_NAMES]),
        value: Type.String({ description: 'Its name in the step.' }),
        reason: Type.Enum([...MISSING_REASONS], {
          description:
            '`no-rows`: the viewer has no such row. `no-value`: the row has no value. `no-access`: fields are denied to the viewer. `failed`: the query failed or took too long.',
        }),
      }),
    ),
  },
  { title: 'CheckedTexts' },
);

/** For authors of stories: which sentences have no value for which viewers. */
export function checkTextsRoute(app: HttpApp, services: Services): void {
  app.post('/api/v0/stories/check-texts', {
    config: forAdmins('content:read', 'data:query'),
    schema: {
      tags: ['stories'],
      operationId: 'checkStoryTexts',
      summary: 'Find sentences of a story without a value',
      description:
        'Returns for each viewer, in the order of `contexts`, the steps that are hidden from them and the values in texts that they do not have. The story need not be saved; for tiles that it names, the draft is used. Each viewer is recorded in the audit log.',
      headers: acceptLanguageHeader,
      body: CheckTextsRequest,
      response: {
        200: Type.Object({ viewers: Type.Array(CheckedTextsSchema) }, { title: 'CheckedViewers' }),
        ...errors(400, 401, 403, 404, 429, 502, 503, 504),
      },
    },
    handler: async (request, reply) => {
      const { appId, contexts, ...story } = request.body;
      const texts = explanationTexts(request, reply);
      const signal = querySignal(request, services);
      const acting = actingIn(request);
      const viewers: CheckedTexts[] = [];
      for (const context of contexts) {
        const author = await openAuthor(services, principalOf(request), appId, context);
        const { viewer } = author;
        await services.store.write((transaction) =>
          recordEvent(transaction, tenantOf(request).id, services.time.now(), acting.caller, {
            action: 'app.preview',
            actor: acting.actor,
            target: appId,
            details: { as: viewer.username },
          }),
        );
        const checked = await checkStoryTexts(services, author, story, {
          texts,
          signal,
          onRead: (reads) =>
            services.accesses.count(accessesOf({ action: 'data.query', ...acting, viewer }, reads)),
        });
        viewers.push(checked);
      }
      return { viewers };
    },
  });
}
