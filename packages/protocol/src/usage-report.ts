import Type from 'typebox';
import type { Wire } from './schema-parts.ts';

export const UsageReportBySchema = Type.Enum(['tenant', 'day', 'workspace', 'viewer'], {
  description: 'One row for the whole tenant, or one per day, workspace or viewer.',
});
export type UsageReportBy = Wire<typeof UsageReportBySchema>;

export const UsageReportRowSchema = Type.Object(
  {
    day: Type.Optional(Type.String({ description: '`YYYY-MM-DD`, UTC. By day only.' })),
    workspaceId: Type.Optional(Type.String({ description: 'By workspace and by viewer.' })),
    username: Type.Optional(Type.String({ description: 'By viewer only.' })),
    viewers: Type.Optional(
      Type.Integer({
        description: 'Different viewers, by workspace and username. Not by day and by viewer.',
      }),
    ),
    views: Type.Integer({ description: 'Embed views. Previews are not counted.' }),
    exchanges: Type.Integer({ description: 'Tokens issued.' }),
    exportedRows: Type.Integer({ description: 'Rows in CSV, JSON and XLSX exports.' }),
  },
  { title: 'UsageReportRow' },
);
/** How much a tenant, workspace or viewer used in a range of days. */
export type UsageReportRow = Wire<typeof UsageReportRowSchema>;
