import { PageOf } from '@inlay/protocol/pagination';
import { UsageSchema } from '@inlay/protocol/usage';
import { type UsageReportBy, UsageReportBySchema, UsageReportRowSchema } from '@inlay/protocol/usage-report';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { chooseEncoding, encodeParts } from '../../platform/http/encoding.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import { pageQuery, readPageQuery } from '../../platform/http/route-parameters.ts';
import { BYTE_ORDER_MARK } from '../../platform/render/csv-line.ts';
import type { Services } from '../../services.ts';
import { reportDays } from './report-days.ts';
import { readUsage } from './usage.ts';
import { type ReportRequest, readReport, reportCsv } from './usage-report.ts';

const reportQuery = {
  by: UsageReportBySchema,
  from: Type.Optional(
    Type.String({ description: 'First day, `YYYY-MM-DD` in UTC. Default: first day of the current month.' }),
  ),
  to: Type.Optional(Type.String({ description: 'Last day, inclusive. Default: today.' })),
};

export function usageRoutes(app: HttpApp, services: Services): void {
  app.get('/api/v0/usage', {
    config: forAdmins('usage:read'),
    schema: {
      tags: ['audit'],
      operationId: 'readUsage',
      summary: 'Read usage statistics',
      description: 'Counted per hour and kept for 400 days. A crash can lose the last few seconds.',
      querystring: Type.Object({
        days: Type.Optional(
          Type.String({
            pattern: '^(?:[1-9]|[1-8][0-9]|90)$',
            description: 'Number of days, including today.',
            'x-problem': 'must be a whole number from 1 to 90',
            'x-openapi': { type: 'integer', minimum: 1, maximum: 90, default: 30 },
          }),
        ),
      }),
      response: { 200: UsageSchema },
    },
    handler: async (request) =>
      await readUsage(services, tenantOf(request).id, Number(request.query.days ?? 30)),
  });

  app.get('/api/v0/usage/report', {
    config: forAdmins('usage:read'),
    schema: {
      tags: ['audit'],
      operationId: 'readUsageReport',
      summary: 'Read usage by day, workspace or viewer',
      description:
        'For billing. Counted per day (UTC) and kept for 400 days; at most 400 days per report. Sorted by day, or by workspace and username.',
      querystring: Type.Object({ ...reportQuery, ...pageQuery }),
      response: { 200: PageOf(UsageReportRowSchema) },
    },
    handler: async (request) => {
      const report = await reportRequest(services, request, request.query);
      return readReport(services.store.lists, report, readPageQuery(request.query));
    },
  });

  app.get('/api/v0/usage/report.csv', {
    config: forAdmins('usage:read'),
    schema: {
      tags: ['audit'],
      operationId: 'exportUsageReport',
      summary: 'Export usage by day, workspace or viewer as CSV',
      description:
        'All rows of the report. Texts that a spreadsheet would run as a formula begin with a quote.',
      querystring: Type.Object(reportQuery),
      response: {
        200: { description: 'The file.', content: { 'text/csv': { schema: Type.Unknown() } } },
      },
    },
    handler: async (request, reply) => {
      const report = await reportRequest(services, request, request.query);
      const lines = async function* () {
        yield BYTE_ORDER_MARK;
        yield* reportCsv(services.store.lists, report.by, [report]);
      };
      return reply
        .header('content-disposition', `attachment; filename="usage-by-${report.by}.csv"`)
        .type('text/csv; charset=utf-8')
        .send(encodeParts(lines(), chooseEncoding(request, reply)));
    },
  });
}

/** What a request asks for. Pending counts are written first. */
async function reportRequest(
  { usage, time }: Services,
  request: FastifyRequest,
  { by, ...days }: { readonly by: UsageReportBy; readonly from?: string; readonly to?: string },
): Promise<ReportRequest> {
  const report = { tenantId: tenantOf(request).id, by, ...reportDays(days, time.now()) };
  await usage.flush();
  return report;
}
