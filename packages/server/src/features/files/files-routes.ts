import { Readable } from 'node:stream';
import { DataFileSchema, FileImportSchema, UploadSchema } from '@inlay/protocol/data-file';
import { PageOf, pageMeta } from '@inlay/protocol/pagination';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { readStreams } from '../../platform/http/other-bodies.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import { pageQuery, readPageQuery } from '../../platform/http/route-parameters.ts';
import { whileUploading } from '../../platform/http/uploading-sockets.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { filesFolder } from '../connections/index.ts';
import { type FileImport, listImports } from './file-imports.ts';
import { type FileRequest, findImport, resumeImport } from './import-upload.ts';
import { removeFile, uploadFile } from './upload-file.ts';
import { type FilePart, listUploads, openUpload } from './uploads.ts';

const byName = Type.Object({ name: Type.String({ maxLength: 200 }) });
const byId = Type.Object({ id: Type.String({ maxLength: 200 }) });
const IMPORTS_URL = '/api/v0/files/imports';
const toDto = ({ createdAt, ...rest }: FileImport) => ({ ...rest, createdAt: isoTime(createdAt) });

const fileRequest = (services: Services, request: FastifyRequest): FileRequest => ({
  services,
  tenantId: tenantOf(request).id,
  acting: actingIn(request),
});

export function filesRoutes(app: HttpApp, services: Services): void {
  const tags = ['files'];
  const url = '/api/v0/files';

  app.get(url, {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'listFiles',
      summary: 'List files',
      description: 'Sorted by name. Incomplete uploads show how many bytes have been received.',
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(DataFileSchema) },
    },
    handler: async (request) => {
      const page = readPageQuery(request.query);
      const files = await listUploads(filesFolder(services, tenantOf(request).id));
      const start = (page.page - 1) * page.limit;
      const onPage = files.slice(start, start + page.limit);
      return {
        data: onPage.map((file) => ({ ...file, updatedAt: isoTime(file.updatedAt) })),
        meta: pageMeta(page, files.length),
      };
    },
  });

  app.get(`${url}/:name`, {
    config: forAdmins('data:query'),
    schema: {
      tags,
      operationId: 'downloadFile',
      summary: 'Download a file',
      description: 'Returns the file as it was uploaded.',
      params: byName,
      response: {
        200: {
          description: 'The file.',
          content: { 'application/octet-stream': { schema: Type.Unknown() } },
        },
        ...errors(404),
      },
    },
    handler: async (request, reply) => {
      const { body, bytes } = await openUpload(
        filesFolder(services, tenantOf(request).id),
        request.params.name,
      );
      return reply.type('application/octet-stream').header('content-length', bytes).send(body);
    },
  });

  app.delete(`${url}/:name`, {
    config: forAdmins('data:write'),
    schema: {
      tags,
      operationId: 'deleteFile',
      summary: 'Delete a file',
      description: 'Refused while a dataset uses it.',
      params: byName,
      response: { 204: Type.Null(), ...errors(409) },
    },
    handler: async (request, reply) => {
      await removeFile(fileRequest(services, request), request.params.name);
      return reply.code(204).send(null);
    },
  });

  importRoutes(app, services);
  app.register(async (scope) => {
    readStreams(scope);
    uploadRoute(scope, services);
  });
}

function importRoutes(app: HttpApp, services: Services): void {
  const tags = ['files'];

  app.get(IMPORTS_URL, {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'listFileImports',
      summary: 'List imports of files',
      description: 'Imports of the last week, newest first.',
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(FileImportSchema) },
    },
    handler: async (request) => {
      const page = readPageQuery(request.query);
      const imports = await listImports(filesFolder(services, tenantOf(request).id));
      const start = (page.page - 1) * page.limit;
      return {
        data: imports.slice(start, start + page.limit).map(toDto),
        meta: pageMeta(page, imports.length),
      };
    },
  });

  app.get(`${IMPORTS_URL}/:id`, {
    config: forAdmins('data:read'),
    schema: {
      tags,
      operationId: 'getFileImport',
      summary: 'Get the import of a file',
      description: 'Poll until `state` is `done` or `failed`.',
      params: byId,
      response: { 200: FileImportSchema },
    },
    handler: async (request) => toDto(await findImport(services, tenantOf(request).id, request.params.id)),
  });

  app.post(`${IMPORTS_URL}/:id/resume`, {
    config: forAdmins('data:write'),
    schema: {
      tags,
      operationId: 'resumeFileImport',
      summary: 'Resume the import of a file',
      description:
        'Imports a completely uploaded file without sending it again. For imports that are `resumable`.',
      params: byId,
      response: { 202: FileImportSchema, ...errors(409) },
    },
    handler: async (request, reply) => {
      const { queued: resumed } = await resumeImport(fileRequest(services, request), request.params.id);
      return reply.code(202).header('location', `${IMPORTS_URL}/${resumed.id}`).send(toDto(resumed));
    },
  });
}

function uploadRoute(app: HttpApp, services: Services): void {
  app.put('/api/v0/files/:name', {
    config: forAdmins('data:write'),
    schema: {
      tags: ['files'],
      operationId: 'uploadFile',
      summary: 'Upload a file',
      description:
        'Send CSV, Parquet or JSON as the raw body. Once complete, the file replaces one with the same table name. ' +
        'Send large files in parts with `Content-Range: bytes 0-8388607/52428800`, each starting where the previous one ended; ' +
        'after an interruption, the list of files shows how many bytes have been received. With `Prefer: respond-async` (RFC 7240) the response ' +
        'to a complete file does not wait for its import: it is 202 with the `Location` of the import.',
      consumes: ['application/octet-stream'],
      params: byName,
      headers: Type.Object({
        'content-range': Type.Optional(Type.String({ description: '`bytes first-last/total`' })),
        prefer: Type.Optional(Type.String({ description: '`respond-async`' })),
      }),
      ...({ 'x-openapi-body': { type: 'string', format: 'binary' } } as object),
      response: {
        201: UploadSchema,
        202: Type.Union([FileImportSchema, UploadSchema]),
        ...errors(409, 429),
      },
    },
    handler: async (request, reply) => {
      const part = readContentRange(request.headers['content-range']);
      const { body } = request;
      if (!(body instanceof Readable))
        throw new AppError('REQUEST_INVALID', { message: 'The request body is empty. Send the file.' });
      const { imports, ...file } = await whileUploading(request, () =>
        uploadFile(fileRequest(services, request), { name: request.params.name, body, part }),
      ).catch((error: unknown) => {
        // The rest of the file would be taken for the next request.
        if (!request.raw.complete) reply.header('connection', 'close');
        throw error;
      });
      if (imports === undefined) return reply.code(202).send({ ...file, complete: false, rows: null });
      if (prefersAsync(request.headers.prefer))
        return reply
          .code(202)
          .headers({
            location: `${IMPORTS_URL}/${imports.queued.id}`,
            'preference-applied': 'respond-async',
          })
          .send(toDto(imports.queued));
      return reply.code(201).send({ ...file, complete: true, rows: await imports.rows });
    },
  });
}

function readContentRange(header: string | undefined): FilePart | undefined {
  if (header === undefined) return undefined;
  const [, first, last, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/.exec(header) ?? [];
  const part = { first: Number(first), total: total === '*' ? undefined : Number(total) };
  const isSound = Number(last) >= part.first && (part.total === undefined || Number(last) < part.total);
  if (first !== undefined && isSound) return part;
  throw new AppError('REQUEST_INVALID', {
    message: "Content-Range must look like 'bytes 0-8388607/52428800'.",
  });
}

/** RFC 7240 §2: a list of preferences, each with parameters. */
function prefersAsync(header: string | undefined): boolean {
  return (header ?? '')
    .split(',')
    .some((preference) => preference.split(';')[0]?.trim().toLowerCase() === 'respond-async');
}
