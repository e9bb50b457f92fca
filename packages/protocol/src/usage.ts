import Type from 'typebox';
import { Nullable, Timestamp, type Wire } from './schema-parts.ts';

const count = Type.Integer();

export const UsageSchema = Type.Object(
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
/** How much a tenant used what it has. */
export type Usage = Wire<typeof UsageSchema>;
