import { Nullable, Timestamp } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { showUsage } from '../../flows/show-usage.ts';
import type { Services } from '../../services.ts';
import { errors } from '../documented-errors.ts';
import { type HttpApp, tenantOf } from '../http-app.ts';
import { timeOrNull } from '../show.ts';

const count = Type.Integer();

const Usage = Type.Object(
  {
    days: Type.Array(
      Type.Object(
        {
          day: Type.String({ description: '`YYYY-MM-DD`, UTC.' }),
          exchanges: Type.Integer({ description: 'Tokens that were issued.' }),
          refusals: Type.Integer({ description: 'Exchanges that were refused.' }),
          views: Type.Integer({ description: 'Embeds that were painted; previews are none.' }),
          queries: Type.Integer({ description: 'Questions that a database answered.' }),
          slowQueries: Type.Integer({ description: 'Of those, the ones that took a second or longer.' }),
        },
        { title: 'DayOfUsage' },
      ),
      { description: 'The oldest first, today last.' },
    ),
    refusals: Type.Array(Type.Object({ reason: Type.String(), count }, { title: 'RefusalCount' })),
    embeds: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          title: Nullable(Type.String({ description: 'Null where the embed is gone.' })),
          views: count,
          viewsByDay: Type.Array(count, { description: 'One for each of `days`.' }),
        },
        { title: 'EmbedUsage' },
      ),
      { description: 'The 200 that were viewed most.' },
    ),
    datasets: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          name: Nullable(Type.String({ description: 'Null where the dataset is gone.' })),
          queries: count,
          slowQueries: count,
          averageMs: count,
          longestMs: count,
        },
        { title: 'DatasetUsageCount' },
      ),
      { description: 'The 50 with the most slow questions.' },
    ),
    firstExchangeAt: Nullable(Timestamp),
    firstViewAt: Nullable(Timestamp),
  },
  { title: 'Usage' },
);

export function usageRoutes(app: HttpApp, services: Services): void {
  app.get('/api/v0/usage', {
    config: { access: 'ADMIN' },
    schema: {
      tags: ['audit'],
      operationId: 'readUsage',
      summary: 'Read how much is used',
      description: 'Counted by the hour and kept for 400 days; a crash loses the last seconds.',
      querystring: Type.Object({
        days: Type.Optional(
          Type.String({
            pattern: '^(?:[1-9]|[1-8][0-9]|90)$',
            description: 'How many days, today included.',
            'x-problem': 'must be a whole number from 1 to 90',
            'x-openapi': { type: 'integer', minimum: 1, maximum: 90, default: 30 },
          }),
        ),
      }),
      response: { 200: Usage, ...errors(400, 401) },
    },
    handler: async (request) => {
      const usage = await showUsage(services, tenantOf(request).id, Number(request.query.days ?? 30));
      return {
        days: usage.days.map((each) => ({ ...each, day: new Date(each.day).toISOString().slice(0, 10) })),
        refusals: [...usage.refusals],
        embeds: usage.embeds.map((embed) => ({ ...embed, viewsByDay: [...embed.viewsByDay] })),
        datasets: [...usage.datasets],
        firstExchangeAt: timeOrNull(usage.firstExchangeAt),
        firstViewAt: timeOrNull(usage.firstViewAt),
      };
    },
  });
}
