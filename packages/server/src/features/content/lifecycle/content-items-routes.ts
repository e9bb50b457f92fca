import { type ContentKind, ContentStateSchema } from '@inlay/content/content';
import { PageOf } from '@inlay/protocol/pagination';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { errors } from '../../../platform/http/documented-errors.ts';
import { callerOf, type HttpApp, principalOf, tenantOf } from '../../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch, requireIfMatch } from '../../../platform/http/if-match.ts';
import { documentedBody } from '../../../platform/http/read-body.ts';
import { forUsers } from '../../../platform/http/route-access.ts';
import { byId, ofWorkspace, pageQuery, readPageQuery } from '../../../platform/http/route-parameters.ts';
import { isManaged } from '../../../platform/identity/permissions.ts';
import type { Services } from '../../../services.ts';
import { contentSchemas } from '../checks/check-content.ts';
import { contentFields } from '../checks/content-fields.ts';
import { type ContentRequest, contentCaller } from '../store/content-request.ts';
import { changeContent } from './change-content.ts';
import { writingOf } from './content-access.ts';
import { ContentBody, ContentChangeBody, NewContentBody } from './content-schemas.ts';
import { createContent } from './create-content.ts';
import {
  auditPrivateList,
  auditPrivateRead,
  type ContentView,
  listContent,
  readContent,
} from './read-content.ts';
import { removeContent } from './remove-content.ts';
import { contentEtag, serializeContent } from './serialize-content.ts';

/** A kind of content and its URL; all kinds have these routes. */
export interface ContentResource {
  readonly kind: ContentKind;
  readonly plural: string;
  readonly article: 'a' | 'an';
}

/** As part of an operation id: `listTiles`. */
export const nameIn = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`;

export async function contentRequest(services: Services, request: FastifyRequest): Promise<ContentRequest> {
  const principal = principalOf(request);
  return {
    services,
    tenantId: tenantOf(request).id,
    as: await contentCaller(services.store, principal),
    actor: principal.name,
    caller: callerOf(request),
  };
}

export function replyWithContent(reply: FastifyReply, view: ContentView) {
  return reply.header('etag', contentEtag(view)).send(serializeContent(view));
}

/** List, create, read, change and delete. */
export function contentItemRoutes(
  app: HttpApp,
  services: Services,
  { kind, plural, article }: ContentResource,
): void {
  const url = `/api/v0/${plural}`;
  const tags = [plural];
  const reading = forUsers('content:read');
  const writing = writingOf(kind);
  const ContentResponse = ContentBody(contentSchemas[kind]);

  app.get(url, {
    config: reading,
    schema: {
      tags,
      operationId: `list${nameIn(plural)}`,
      summary: `List ${plural}`,
      description: `By creation time, then id. ${whoSeesWhat}`,
      querystring: Type.Object({
        ...pageQuery,
        app: Type.Optional(
          Type.String({ maxLength: 128, description: 'Only content of the app with this identifier.' }),
        ),
        state: Type.Optional(ContentStateSchema),
        q: Type.Optional(
          Type.String({ maxLength: 256, description: 'Part of a title, description or identifier.' }),
        ),
        ids: Type.Optional(
          Type.String({
            maxLength: 8192,
            description: 'Only content with these identifiers, separated by commas.',
          }),
        ),
        ...(kind === 'dashboard' ? { owned: ofViewers } : {}),
        ...(kind === 'embed' ? { targets: ofTargets } : {}),
        ...(kind === 'app' ? { workspace: ofWorkspace } : {}),
      }),
      response: { 200: PageOf(ContentResponse), ...errors(400, 401) },
    },
    handler: async (request) => {
      const {
        app: appId,
        state,
        q,
        owned,
        workspace,
        ids,
        targets,
      } = request.query as typeof request.query & Partial<Record<'owned' | 'workspace' | 'targets', string>>;
      const content = await contentRequest(services, request);
      const filter = {
        app: appId,
        state,
        q: q?.trim() || undefined,
        workspace,
        ids: ids?.split(','),
        targets: targets?.split(','),
        owned: owned === 'true',
      };
      if (filter.owned) await auditPrivateList(content, appId);
      const page = readPageQuery(request.query);
      const { data, meta } = await listContent(content, { kind, page, filter });
      return { data: data.map(serializeContent), meta };
    },
  });

  app.post(url, {
    config: writing,
    schema: {
      tags,
      operationId: `create${nameIn(kind)}`,
      summary: `Create ${article} ${kind}`,
      ...documentedBody(NewContentBody(contentSchemas[kind], !isManaged(kind))),
      response: { 201: ContentResponse, ...errors(400, 401, 409) },
    },
    handler: async (request, reply) => {
      const content = await contentRequest(services, request);
      const item = await createContent(content, kind, request.body);
      return replyWithContent(reply.code(201).header('location', `${url}/${item.id}`), {
        item,
        copy: 'working',
      });
    },
  });

  app.get(`${url}/:id`, {
    config: reading,
    schema: {
      tags,
      operationId: `read${nameIn(kind)}`,
      summary: `Read ${article} ${kind}`,
      description: whoSeesWhat,
      params: byId,
      response: { 200: ContentResponse, ...errors(401, 404) },
    },
    handler: async (request, reply) => {
      const content = await contentRequest(services, request);
      const address = { kind, id: request.params.id };
      const view = await readContent(content, address);
      await auditPrivateRead(content, address);
      return replyWithContent(reply, view);
    },
  });

  app.patch(`${url}/:id`, {
    config: writing,
    schema: {
      tags,
      operationId: `change${nameIn(kind)}`,
      summary: `Change ${article} ${kind}`,
      description:
        'Replaces only the given fields; null removes a field. Requires `If-Match`: if somebody ' +
        'else made changes in the meantime, the response is 412 and lists them.',
      params: byId,
      headers: ifMatchHeader,
      ...documentedBody(ContentChangeBody(contentSchemas[kind])),
      response: { 200: ContentResponse, ...errors(400, 401, 404, 409, 412, 428) },
    },
    handler: async (request, reply) => {
      const content = await contentRequest(services, request);
      const target = { kind, id: request.params.id, ifMatch: requireIfMatch(request) };
      const item = await changeContent(content, target, contentFields(request.body));
      return replyWithContent(reply, { item, copy: 'working' });
    },
  });

  app.delete(`${url}/:id`, {
    config: writing,
    schema: {
      tags,
      operationId: `delete${nameIn(kind)}`,
      summary: `Delete ${article} ${kind}`,
      description: 'Deletes it permanently, with its history. Refused while other content uses it.',
      params: byId,
      headers: ifMatchHeader,
      response: { 204: Type.Null(), ...errors(401, 404, 409, 412) },
    },
    handler: async (request, reply) => {
      const content = await contentRequest(services, request);
      await removeContent(content, { kind, id: request.params.id, ifMatch: readIfMatch(request) });
      return reply.code(204).send(null);
    },
  });
}

const ofViewers = Type.Optional(
  Type.Enum(['true', 'false'], {
    description:
      'Lists only dashboards that viewers made in a builder, including drafts. Requires ADMIN and is recorded in the audit log. ' +
      'Without it, such drafts are omitted.',
  }),
);

const ofTargets = Type.Optional(
  Type.String({
    maxLength: 8192,
    description:
      'Only embeds of this content: kind and identifier, such as `dashboard/sales`, separated by commas.',
  }),
);

const whoSeesWhat =
  'Administrators see everything. Others see apps of their own workspace that they have privileges on: with ' +
  '`view`, published content without rules and without parts that rules hide; with ' +
  '`contribute` or `validate`, also working copies.';
