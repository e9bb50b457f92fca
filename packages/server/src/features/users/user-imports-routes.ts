import { Readable } from 'node:stream';
import { PageOf } from '@inlay/protocol/pagination';
import { UserImportSchema } from '@inlay/protocol/user';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { type HttpApp, tenantOf } from '../../platform/http/http-app.ts';
import { readStreams } from '../../platform/http/other-bodies.ts';
import { afterConfirmation, forAdmins } from '../../platform/http/route-access.ts';
import { pageQuery, readPageQuery } from '../../platform/http/route-parameters.ts';
import { whileUploading } from '../../platform/http/uploading-sockets.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { receiveUsers } from './receive-users.ts';
import { listImports } from './user-imports.ts';
import { userManagerIn } from './user-manager.ts';

export function userImportsRoutes(app: HttpApp, services: Services): void {
  app.get('/api/v0/user-imports', {
    config: forAdmins('users:read'),
    schema: {
      tags: ['users'],
      operationId: 'listUserImports',
      summary: 'List user imports',
      description: 'Newest first, with the progress of running imports.',
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(UserImportSchema) },
    },
    handler: async (request) => {
      const page = readPageQuery(request.query);
      const { data, meta } = await listImports(services.store.lists, tenantOf(request).id, page);
      const imports = data.map(({ id, state, row_count, created_at }) => ({
        id,
        state,
        users: row_count,
        startedAt: isoTime(created_at),
      }));
      return { data: imports, meta };
    },
  });

  app.register(async (scope) => {
    readStreams(scope);
    importRoute(scope, services);
  });
}

function importRoute(app: HttpApp, services: Services): void {
  app.post('/api/v0/user-imports', {
    config: afterConfirmation(forAdmins('users:write')),
    schema: {
      tags: ['users'],
      operationId: 'importUsers',
      summary: 'Import users from a file',
      description:
        'Send CSV with field names in the first row, or JSON Lines, with any number of users. All users are created at once at ' +
        'the end, or none: an error lists invalid lines in `details.problems` (the first 10,000) and their number ' +
        'in `details.total`. The body is read at the pace of the import, so that bytes sent reflect the progress.',
      consumes: ['text/csv', 'application/x-ndjson'],
      querystring: Type.Object({ format: Type.Enum(['csv', 'jsonl']) }),
      ...({ 'x-openapi-body': { type: 'string', format: 'binary' } } as object),
      response: {
        201: Type.Object({ users: Type.Integer() }, { title: 'UserImport' }),
        ...errors(409),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      if (!(body instanceof Readable))
        throw new AppError('REQUEST_INVALID', { message: 'The request body is empty. Send the file.' });
      const { id } = tenantOf(request);
      const users = await whileUploading(request, () =>
        receiveUsers(services, id, body, request.query.format, userManagerIn(request)),
      );
      return reply.code(201).send({ users });
    },
  });
}
