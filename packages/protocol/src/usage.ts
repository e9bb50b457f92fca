import Type from 'typebox';
import { Nullable, Timestamp, type Wire } from './schema-parts.ts';

const count = Type.Integer();

export const UsageSchema = Type.Object(
  {
    days: Type.Array(
      Type.Object(
        {
          day: Type.String({ description: '`YYYY-MM-DD`, UTC.' }),
          exchanges: Type.Integer({ description: 'Tokens issued.' }),
          refusals: Type.Integer({ description: 'Token exchanges refused.' }),
          views: Type.Integer({ description: 'Embed views. Previews are not counted.' }),
          exportedRows: Type.Integer({ description: 'Rows in CSV, JSON and XLSX exports.' }),
          queries: Type.Integer({ description: 'Queries run by a database.' }),
          slowQueries: Type.Integer({ description: 'Queries that took a second or longer.' }),
          reports: Type.Integer({ description: 'Reports and alerts sent, one per recipient.' }),
        },
        { title: 'DayOfUsage' },
      ),
      { description: 'Oldest first, today last.' },
    ),
    refusals: Type.Array(Type.Object({ reason: Type.String(), count }, { title: 'RefusalCount' })),
    embeds: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          title: Nullable(Type.String({ description: 'Null if the embed was deleted.' })),
          views: count,
          viewsByDay: Type.Array(count, { description: 'One count per entry of `days`.' }),
        },
        { title: 'EmbedUsage' },
      ),
      { description: 'The 200 most viewed embeds.' },
    ),
    datasets: Type.Array(
      Type.Object(
        {
          id: Type.String(),
          name: Nullable(Type.String({ description: 'Null if the dataset was deleted.' })),
          queries: count,
          slowQueries: count,
          averageMs: count,
          longestMs: count,
        },
        { title: 'DatasetUsageCount' },
      ),
      { description: 'The 50 datasets with the most slow queries.' },
    ),
    firstExchangeAt: Nullable(Timestamp),
    firstViewAt: Nullable(Timestamp),
  },
  { title: 'Usage' },
);
/** The usage statistics of a tenant. */
export type Usage = Wire<typeof UsageSchema>;
