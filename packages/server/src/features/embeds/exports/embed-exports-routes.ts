import { ExportsRequestSchema } from '@inlay/content/embed-api';
import { RowsExportRequestSchema } from '@inlay/content/rows-api';
import { DocumentedResultSchema } from '@inlay/protocol/dataset-api';
import { describeFieldProblem } from '@inlay/protocol/describe-field-problem';
import { readEmbedFields } from '@inlay/protocol/embed-fields';
import type { Filters } from '@inlay/protocol/frame-messages';
import { MAX_QUERY_ROWS } from '@inlay/protocol/query';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { AppError, fieldsInvalid } from '../../../platform/errors.ts';
import { errors } from '../../../platform/http/documented-errors.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { withDataErrors } from '../../../platform/query/result/data-errors.ts';
import type { Services } from '../../../services.ts';
import type { DataRead } from '../../datasets/index.ts';
import { type ContentSource, type EmbedRequest, readEmbedRequest } from '../request/embed-request.ts';
import { viewerAccesses } from '../request/viewer-usage.ts';
import {
  EXPORT_TYPES,
  type ExportedFile,
  exportDocument,
  exportRows,
  exportTile,
  exportWorkbook,
  type TileExport,
} from './export-embed.ts';

const exportQuery = {
  filters: Type.Optional(
    Type.String({ maxLength: 16_384, description: 'JSON in the format of TileRequest.' }),
  ),
  lang: Type.Optional(Type.String({ maxLength: 35 })),
  timeZone: Type.Optional(Type.String({ maxLength: 64 })),
};

const TRUNCATED = 'Inlay-Truncated';
const fileHeaders = {
  [TRUNCATED]: Type.String({
    description: `Set if there are more rows than the file contains: \`first-${MAX_QUERY_ROWS}-rows\`, as in its name.`,
  }),
};
const PICTURES: readonly TileExport[] = ['svg', 'png'];

/** Exports that a browser cannot make, or should not have to. */
export function embedExportRoutes(app: HttpApp, services: Services, source: ContentSource): void {
  const { url, params, query, name, of } = source;
  const config = { access: 'embed' } as const;
  const common = { tags: ['embed'], security: [{ embed: [] }] };
  const ofWhole = Type.Object(params);
  const ofTile = Type.Object({ ...params, tileId: Type.String() });
  const ExportQuery = Type.Object({ ...query, ...exportQuery });
  const refusals = errors(400, 401, 403, 404, 429, 502, 503, 504);
  const send = async (
    { request, embed }: { readonly request: FastifyRequest; readonly embed: EmbedRequest },
    reply: FastifyReply,
    make: (embed: EmbedRequest) => Promise<ExportedFile>,
  ): Promise<FastifyReply> => {
    const { tenantId, username } = embed.viewer;
    const reads: DataRead[] = [];
    const task = () => make({ ...embed, reads });
    const run = () => services.queues.exports.run([tenantId, username], task, embed.signal);
    const file = await withDataErrors(run);
    // Before the first byte: a file that somebody has is in the audit log.
    await services.accesses.record(viewerAccesses(embed, request, 'data.export', reads));
    return sendFile(reply, file);
  };
  const file = (...formats: readonly TileExport[]) => ({
    200: {
      description: 'The file.',
      ...(formats.some((format) => !PICTURES.includes(format)) ? { headers: fileHeaders } : {}),
      content: Object.fromEntries(
        formats.map((format) => [EXPORT_TYPES[format].split(';', 1)[0], { schema: contentOf(format) }]),
      ),
    },
    ...refusals,
  });

  for (const format of Object.keys(EXPORT_TYPES) as TileExport[]) {
    app.get(`${url}/tiles/:tileId/export.${format}`, {
      config,
      schema: {
        ...common,
        operationId: `export${name}Tile${format[0]?.toUpperCase()}${format.slice(1)}`,
        summary: `Export a tile of ${of} as ${format.toUpperCase()}`,
        params: ofTile,
        querystring: ExportQuery,
        response: file(format),
      },
      handler: async (request, reply) => {
        const embed = await readEmbedRequest(services, source, request, sentChoices(request));
        const { tileId: id } = request.params as Static<typeof ofTile>;
        return send({ request, embed }, reply, (own) => exportTile(own, { id }, format));
      },
    });
  }

  app.get(`${url}/export.pdf`, {
    config,
    schema: {
      ...common,
      operationId: `export${name}Pdf`,
      summary: `Export ${of} as PDF`,
      description: 'A story has one page per step, a dashboard as many as it needs.',
      params: ofWhole,
      querystring: ExportQuery,
      response: file('pdf'),
    },
    handler: async (request, reply) => {
      const embed = await readEmbedRequest(services, source, request, sentChoices(request));
      return send({ request, embed }, reply, (own) => exportDocument(own, {}));
    },
  });

  app.get(`${url}/export.xlsx`, {
    config,
    schema: {
      ...common,
      operationId: `export${name}Xlsx`,
      summary: `Export ${of} as XLSX`,
      description: 'One sheet per tile, in reading order.',
      params: ofWhole,
      querystring: ExportQuery,
      response: file('xlsx'),
    },
    handler: async (request, reply) => {
      const embed = await readEmbedRequest(services, source, request, sentChoices(request));
      return send({ request, embed }, reply, (own) => exportWorkbook(own, {}));
    },
  });

  app.post(`${url}/tiles/:tileId/rows/exports`, {
    config,
    schema: {
      ...common,
      operationId: `export${name}TileRows`,
      summary: `Export the rows behind a mark of a tile of ${of}`,
      description: `The first ${MAX_QUERY_ROWS.toLocaleString('en')} rows.`,
      params: ofTile,
      querystring: Type.Object(query),
      body: RowsExportRequestSchema,
      response: file('csv', 'xlsx'),
    },
    handler: async (request, reply) => {
      const { format, cross, drill, choice, mark, measure, sort } = request.body;
      const embed = await readEmbedRequest(services, source, request, request.body);
      const { tileId: id } = request.params as Static<typeof ofTile>;
      return send({ request, embed }, reply, (own) =>
        exportRows(own, { id, cross, drill, choice, mark, measure, sort }, format),
      );
    },
  });

  app.post(`${url}/exports`, {
    config,
    schema: {
      ...common,
      operationId: `export${name}`,
      summary: `Export ${of} with the current filters`,
      description:
        'Applies the current filters, cross-filters and variables of the page. CSV and JSON contain one tile.',
      params: ofWhole,
      querystring: Type.Object(query),
      body: ExportsRequestSchema,
      response: file('pdf', 'xlsx', 'csv', 'json'),
    },
    handler: async (request, reply) => {
      const { format, cross, drill, choice, choices } = request.body;
      const embed = await readEmbedRequest(services, source, request, request.body);
      const only = embed.tiles.size === 1 ? [...embed.tiles.keys()][0] : undefined;
      const id = request.body.tileId ?? (format === 'pdf' ? undefined : only);
      if (id !== undefined)
        return send({ request, embed }, reply, (own) =>
          exportTile(own, { id, cross, drill, choice: choice ?? choices?.[id] }, format),
        );
      if (format === 'csv' || format === 'json')
        throw fieldsInvalid([
          { path: '/tileId', problem: `is required: a ${format} file contains one tile` },
        ]);
      const whole = format === 'pdf' ? exportDocument : exportWorkbook;
      return send({ request, embed }, reply, (own) => whole(own, { cross, choices }));
    },
  });
}

function sentChoices(request: FastifyRequest) {
  const { filters, lang, timeZone } = request.query as Partial<Record<keyof typeof exportQuery, string>>;
  return { lang, timeZone, filters: readFiltersText(filters) };
}

function readFiltersText(text: string | undefined): Filters {
  if (text === undefined) return {};
  const { settings, problems } = readEmbedFields([['filters', text]]);
  const [problem] = problems;
  if (problem) throw new AppError('REQUEST_INVALID', { message: describeFieldProblem(problem) });
  return settings.filters;
}

/** Those for programs are described. */
const contentOf = (format: TileExport) => (format === 'json' ? DocumentedResultSchema : Type.Unknown());

function sendFile(reply: FastifyReply, { name, type, body, holds, firstRows }: ExportedFile) {
  reply.holds = holds ?? null;
  if (firstRows !== undefined) reply.header(TRUNCATED, `first-${firstRows}-rows`);
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  return reply
    .header(
      'content-disposition',
      // RFC 6266 §4.3: the plain name for old clients, the true one beside it.
      `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .type(type)
    .send(typeof body === 'string' ? Buffer.from(body) : body);
}
