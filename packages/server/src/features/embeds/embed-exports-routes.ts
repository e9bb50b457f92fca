import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { errors } from '../../platform/http/documented-errors.ts';
import type { HttpApp } from '../../platform/http/http-app.ts';
import type { EmbedPrincipal } from '../../platform/identity/embed-principal.ts';
import { askingData } from '../../platform/query/data-errors.ts';
import type { Services } from '../../services.ts';
import { readFiltersText, TileQuestionBody } from './embed-api-schemas.ts';
import { type ShownAt, shownRequests } from './embed-request.ts';
import { type ExportedFile, exportEmbed } from './export-embed.ts';
import { EXPORT_TYPES, exportTile, type TileExport } from './export-tile.ts';
import { exportWorkbook } from './export-workbook.ts';

const exportQuery = {
  filters: Type.Optional(Type.String({ maxLength: 16_384, description: 'JSON, as in TileRequest.' })),
  lang: Type.Optional(Type.String({ maxLength: 35 })),
  timeZone: Type.Optional(Type.String({ maxLength: 64 })),
};

/** Files of what a viewer sees, made here because a browser cannot, or should not have to. */
export function embedExportRoutes(app: HttpApp, services: Services, at: ShownAt): void {
  const { url, params, query, name, of } = at;
  const config = { access: 'embed' } as const;
  const common = { tags: ['embed'], security: [{ embed: [] }] };
  const ofWhole = Type.Object(params);
  const ofTile = Type.Object({ ...params, tileId: Type.String() });
  const ExportQuery = Type.Object({ ...query, ...exportQuery });
  const refusals = errors(400, 401, 403, 404, 429, 502, 503, 504);
  const { question, tileQuestion } = shownRequests(services, at);
  const inTurn = (
    { tenantId, username }: EmbedPrincipal,
    make: () => Promise<ExportedFile>,
    signal: AbortSignal,
  ) => askingData(() => services.queues.exports.run([tenantId, username], make, signal));
  const file = (...formats: readonly TileExport[]) => ({
    200: {
      description: 'The file.',
      content: Object.fromEntries(
        formats.map((format) => [EXPORT_TYPES[format].split(';', 1)[0], { schema: Type.Unknown() }]),
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
        const { viewer, opened, setting, choices } = await question(request, sentChoices(request));
        const { tileId } = request.params as Static<typeof ofTile>;
        const make = () => exportTile(services, viewer, opened, tileId, format, choices, setting);
        return send(reply, await inTurn(viewer, make, choices.signal));
      },
    });
  }

  app.get(`${url}/export.pdf`, {
    config,
    schema: {
      ...common,
      operationId: `export${name}Pdf`,
      summary: `Export ${of} as PDF`,
      description: 'A story has a page a step, a dashboard as many pages as its rows need.',
      params: ofWhole,
      querystring: ExportQuery,
      response: file('pdf'),
    },
    handler: async (request, reply) => {
      const { viewer, opened, setting, choices } = await question(request, sentChoices(request));
      const make = () => exportEmbed(services, viewer, opened, choices, setting);
      return send(reply, await inTurn(viewer, make, choices.signal));
    },
  });

  app.get(`${url}/export.xlsx`, {
    config,
    schema: {
      ...common,
      operationId: `export${name}Xlsx`,
      summary: `Export ${of} as XLSX`,
      description: 'One sheet per tile, in the order of reading.',
      params: ofWhole,
      querystring: ExportQuery,
      response: file('xlsx'),
    },
    handler: async (request, reply) => {
      const { viewer, opened, setting, choices } = await question(request, sentChoices(request));
      const make = () => exportWorkbook(services, viewer, opened, choices, setting);
      return send(reply, await inTurn(viewer, make, choices.signal));
    },
  });

  app.post(`${url}/exports`, {
    config,
    schema: {
      ...common,
      operationId: `export${name}`,
      summary: `Export what ${of} shows now`,
      description: "As the page's script asks: with the choices, clicks and variables of the moment.",
      params: ofWhole,
      querystring: Type.Object(query),
      body: Type.Object(
        {
          ...TileQuestionBody,
          format: Type.Enum(['xlsx', 'pdf']),
          tileId: Type.Optional(Type.String({ maxLength: 128, description: 'Absent: all of the embed.' })),
        },
        { additionalProperties: false, title: 'ExportsRequest' },
      ),
      response: file('pdf', 'xlsx'),
    },
    handler: async (request, reply) => {
      const { format } = request.body;
      const { viewer, opened, setting, asking } = await tileQuestion(request, request.body);
      const only = opened.tiles.size === 1 ? [...opened.tiles.keys()][0] : undefined;
      const tileId = request.body.tileId ?? (format === 'xlsx' ? only : undefined);
      const whole = format === 'pdf' ? exportEmbed : exportWorkbook;
      const make = () =>
        tileId === undefined
          ? whole(services, viewer, opened, asking, setting)
          : exportTile(services, viewer, opened, tileId, format, asking, setting);
      return send(reply, await inTurn(viewer, make, asking.signal));
    },
  });
}

function sentChoices(request: FastifyRequest) {
  const { filters, lang, timeZone } = request.query as Partial<Record<keyof typeof exportQuery, string>>;
  return { lang, timeZone, filters: readFiltersText(filters) };
}

function send(reply: FastifyReply, { name, type, body }: ExportedFile) {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  return reply
    .header(
      'content-disposition',
      // RFC 6266 §4.3: the plain name for old clients, the true one beside it.
      `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(name)}`,
    )
    .type(type)
    .send(Buffer.from(body as Uint8Array));
}
