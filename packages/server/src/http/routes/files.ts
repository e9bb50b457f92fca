import type { Readable } from 'node:stream';
import { pageMeta } from '@inlay/protocol/pagination';
import { Nullable, Timestamp } from '@inlay/protocol/schema-parts';
import Type from 'typebox';
import { type FilePart, listUploads } from '../../data/uploads.ts';
import { AppError } from '../../errors.ts';
import { filesFolder } from '../../flows/connect-for.ts';
import { removeFile, uploadFile } from '../../flows/upload-file.ts';
import type { Services } from '../../services.ts';
import { actingIn } from '../acting-in.ts';
import { errors } from '../documented-errors.ts';
import { type HttpApp, tenantOf } from '../http-app.ts';
import { readStreams } from '../other-bodies.ts';
import { PageOf, pageQuery, readPageQuery } from '../page-query.ts';
import { time } from '../show.ts';
import { whileUploading } from '../uploading-sockets.ts';

const byName = Type.Object({ name: Type.String({ maxLength: 200 }) });
const described = {
  name: Type.String(),
  table: Type.String({ description: 'What a dataset calls it.' }),
  bytes: Type.Integer({ description: 'As many as have arrived.' }),
  complete: Type.Boolean(),
};
const File = Type.Object({ ...described, updatedAt: Timestamp }, { title: 'File' });
const Upload = Type.Object(
  { ...described, rows: Nullable(Type.Integer({ description: 'Known for CSV and JSON.' })) },
  { title: 'Upload' },
);

export function filesRoutes(app: HttpApp, services: Services): void {
  const config = { access: 'ADMIN' } as const;
  const tags = ['files'];
  const url = '/api/v0/files';

  app.get(url, {
    config,
    schema: {
      tags,
      operationId: 'listFiles',
      summary: 'List files',
      description: 'By name. Those that are not complete yet say how much has arrived.',
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(File), ...errors(400, 401) },
    },
    handler: async (request) => {
      const page = readPageQuery(request.query);
      const files = await listUploads(filesFolder(services, tenantOf(request).id));
      const start = (page.page - 1) * page.limit;
      const shown = files.slice(start, start + page.limit);
      return {
        data: shown.map((file) => ({ ...file, updatedAt: time(file.updatedAt) })),
        meta: pageMeta(page, files.length),
      };
    },
  });

  app.delete(`${url}/:name`, {
    config,
    schema: {
      tags,
      operationId: 'deleteFile',
      summary: 'Delete a file',
      description: 'Refused while a dataset reads it.',
      params: byName,
      response: { 204: Type.Null(), ...errors(401, 404, 409) },
    },
    handler: async (request, reply) => {
      await removeFile(services, tenantOf(request).id, request.params.name, actingIn(request));
      return reply.code(204).send(null);
    },
  });

  app.register(async (scope) => {
    readStreams(scope);
    uploadRoute(scope as unknown as HttpApp, services);
  });
}

function uploadRoute(app: HttpApp, services: Services): void {
  app.put('/api/v0/files/:name', {
    config: { access: 'ADMIN' },
    schema: {
      tags: ['files'],
      operationId: 'uploadFile',
      summary: 'Upload a file',
      description:
        'CSV, Parquet or JSON, as the bytes they are. Replaces a file that offers the same table once it is complete. ' +
        'Large files go in parts with `Content-Range: bytes 0-8388607/52428800`, each beginning where the former ended; ' +
        'after an interruption the list says how much has arrived.',
      consumes: ['application/octet-stream'],
      params: byName,
      headers: Type.Object({
        'content-range': Type.Optional(Type.String({ description: '`bytes first-last/total`' })),
      }),
      ...({ 'x-openapi-body': { type: 'string', format: 'binary' } } as object),
      response: { 201: Upload, 202: Upload, ...errors(400, 401, 409, 413, 429, 503) },
    },
    handler: async (request, reply) => {
      const part = readContentRange(request.headers['content-range']);
      const { id } = tenantOf(request);
      const body = request.body as Readable | undefined;
      if (!body)
        throw new AppError('REQUEST_INVALID', { message: 'The request body is empty. Send the file.' });
      const upload = await whileUploading(request, () =>
        uploadFile(services, id, request.params.name, body, part, actingIn(request)),
      );
      return reply.code(upload.complete ? 201 : 202).send(upload);
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
