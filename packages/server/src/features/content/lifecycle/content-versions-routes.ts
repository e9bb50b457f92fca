import { PageOf } from '@inlay/protocol/pagination';
import Type from 'typebox';
import { errors } from '../../../platform/http/documented-errors.ts';
import type { HttpApp } from '../../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch } from '../../../platform/http/if-match.ts';
import { byId, pageQuery, readPageQuery } from '../../../platform/http/route-parameters.ts';
import { isManaged } from '../../../platform/identity/permissions.ts';
import type { Services } from '../../../services.ts';
import { contentSchemas } from '../checks/check-content.ts';
import { restoreVersion } from './change-content.ts';
import { historyOf, writingOf } from './content-access.ts';
import { type ContentResource, contentRequest, nameIn, replyWithContent } from './content-items-routes.ts';
import { ChangesBody, ContentBody, VersionBody } from './content-schemas.ts';
import {
  auditPrivateRead,
  compareVersions,
  readVersion,
  readVersions,
  type VersionRef,
} from './read-content.ts';
import { serializeVersion } from './serialize-content.ts';

const number = Type.String({
  pattern: '^[1-9][0-9]{0,8}$',
  'x-problem': 'must be the number of a version',
  'x-openapi': { type: 'integer', minimum: 1 },
});
const ofVersion = Type.Object({ id: Type.String({ maxLength: 128 }), version: number });
const versionRef = (description: string) =>
  Type.Optional(
    Type.String({
      pattern: '^([1-9][0-9]{0,8}|published|draft)$',
      description,
      'x-problem': "must be the number of a version, 'published' or 'draft'",
    }),
  );

/** History, comparison and restore. */
export function contentVersionRoutes(
  app: HttpApp,
  services: Services,
  { kind, plural, article }: ContentResource,
): void {
  const url = `/api/v0/${plural}/:id`;
  const tags = [plural];
  const Version = VersionBody(contentSchemas[kind]);

  app.get(`${url}/versions`, {
    config: historyOf(kind),
    schema: {
      tags,
      operationId: `list${nameIn(kind)}Versions`,
      summary: `List the versions of ${article} ${kind}`,
      description: 'Newest first.',
      params: byId,
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(Version), ...errors(400, 401, 404) },
    },
    handler: async (request) => {
      const content = await contentRequest(services, request);
      const address = { kind, id: request.params.id };
      const { data, meta } = await readVersions(content, address, readPageQuery(request.query));
      return { data: data.map(serializeVersion), meta };
    },
  });

  app.get(`${url}/versions/:version`, {
    config: historyOf(kind),
    schema: {
      tags,
      operationId: `read${nameIn(kind)}Version`,
      summary: `Read a version of ${article} ${kind}`,
      params: ofVersion,
      response: { 200: Version, ...errors(400, 401, 404) },
    },
    handler: async (request) => {
      const content = await contentRequest(services, request);
      const { id, version } = request.params;
      return serializeVersion(await readVersion(content, { kind, id }, Number(version)));
    },
  });

  app.post(`${url}/versions/:version/restore`, {
    config: writingOf(kind),
    schema: {
      tags,
      operationId: `restore${nameIn(kind)}Version`,
      summary: `Restore a version of ${article} ${kind}`,
      description: isManaged(kind)
        ? 'Restores its content as a new version.'
        : 'Restores its content as a draft. Viewers see it once it is published.',
      params: ofVersion,
      headers: ifMatchHeader,
      response: { 200: ContentBody(contentSchemas[kind]), ...errors(400, 401, 404, 409, 412) },
    },
    handler: async (request, reply) => {
      const content = await contentRequest(services, request);
      const { id, version } = request.params;
      const target = { kind, id, ifMatch: readIfMatch(request) };
      const item = await restoreVersion(content, target, Number(version));
      return replyWithContent(reply, { item, copy: 'working' });
    },
  });

  app.get(`${url}/diff`, {
    config: historyOf(kind),
    schema: {
      tags,
      operationId: `compare${nameIn(kind)}Versions`,
      summary: `Compare versions of ${article} ${kind}`,
      description: 'Lists the differences. By default, compares the draft with the published version.',
      params: byId,
      querystring: Type.Object({
        from: versionRef('Defaults to `published`.'),
        to: versionRef('Defaults to `draft`.'),
      }),
      response: { 200: ChangesBody, ...errors(400, 401, 404) },
    },
    handler: async (request) => {
      const content = await contentRequest(services, request);
      const { from = 'published', to = 'draft' } = request.query;
      const versions = { from: parseVersionRef(from), to: parseVersionRef(to) };
      const address = { kind, id: request.params.id };
      const changes = await compareVersions(content, address, versions);
      await auditPrivateRead(content, address);
      return { changes: [...changes] };
    },
  });
}

function parseVersionRef(text: string): VersionRef {
  return text === 'published' || text === 'draft' ? text : Number(text);
}
