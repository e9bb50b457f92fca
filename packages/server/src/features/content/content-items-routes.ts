import { type ContentKind, ContentStateSchema } from '@inlay/protocol/content';
import { PageOf } from '@inlay/protocol/pagination';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { byId } from '../../platform/http/by-id.ts';
import { documentedBody } from '../../platform/http/documented-body.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { callerOf, type HttpApp, principalOf, tenantOf } from '../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch, requireIfMatch } from '../../platform/http/if-match.ts';
import { ofWorkspace } from '../../platform/http/of-workspace.ts';
import { pageQuery, readPageQuery } from '../../platform/http/page-query.ts';
import type { Services } from '../../services.ts';
import { changeContent } from './change-content.ts';
import { contentSchemas } from './check-content.ts';
import { type ContentActing, contentCaller } from './content-caller.ts';
import { ContentBody, ContentChangeBody, NewContentBody } from './content-schemas.ts';
import { createContent } from './create-content.ts';
import { notePrivateListing, notePrivateReading } from './note-private-reading.ts';
import { isManaged } from './open-content.ts';
import { listContent, readContent, type SeenItem } from './read-content.ts';
import { removeContent } from './remove-content.ts';
import { contentEtag, showContent } from './show-content.ts';

/** One kind of content under its plural: the routes that all kinds have. */
export interface ContentResource {
  readonly kind: ContentKind;
  readonly plural: string;
  readonly article: 'a' | 'an';
}

/** How a kind is written in the middle of an operation's identifier: `listTiles`. */
export const nameIn = (word: string): string => `${word[0]?.toUpperCase()}${word.slice(1)}`;

export async function contentActing({ store }: Services, request: FastifyRequest): Promise<ContentActing> {
  const principal = principalOf(request);
  return {
    as: await contentCaller(store, principal),
    actor: principal.username,
    caller: callerOf(request),
  };
}

export function replyWithContent(reply: FastifyReply, seen: SeenItem) {
  return reply.header('etag', contentEtag(seen)).send(showContent(seen));
}

/** List, create, read, change and delete. */
export function contentItemRoutes(
  app: HttpApp,
  services: Services,
  { kind, plural, article }: ContentResource,
): void {
  const { store } = services;
  const url = `/api/v0/${plural}`;
  const tags = [plural];
  const reading = { access: 'USER' } as const;
  const writing = { access: isManaged(kind) ? 'ADMIN' : 'USER' } as const;
  const Shown = ContentBody(contentSchemas[kind]);

  app.get(url, {
    config: reading,
    schema: {
      tags,
      operationId: `list${nameIn(plural)}`,
      summary: `List ${plural}`,
      description: `By creation time, then id. ${whoSeesWhat}`,
      querystring: Type.Object({
        ...pageQuery,
        app: Type.Optional(Type.String({ maxLength: 128, description: 'Identifier of an app.' })),
        state: Type.Optional(ContentStateSchema),
        q: Type.Optional(Type.String({ maxLength: 256, description: 'Part of a title or description.' })),
        ...(kind === 'dashboard' ? { owned: ofViewers } : {}),
        ...(kind === 'app' ? { workspace: ofWorkspace } : {}),
      }),
      response: { 200: PageOf(Shown), ...errors(400, 401) },
    },
    handler: async (request) => {
      const {
        app: appId,
        state,
        q,
        owned,
        workspace,
      } = request.query as typeof request.query & { owned?: string; workspace?: string };
      const acting = await contentActing(services, request);
      const filter = { app: appId, state, q: q?.trim() || undefined, workspace, owned: owned === 'true' };
      if (filter.owned) await notePrivateListing(services, tenantOf(request).id, appId, acting);
      const page = readPageQuery(request.query);
      const { data, meta } = await listContent(
        store.lists,
        tenantOf(request).id,
        kind,
        page,
        filter,
        acting.as,
      );
      return { data: data.map(showContent), meta };
    },
  });

  app.post(url, {
    config: writing,
    schema: {
      tags,
      operationId: `create${nameIn(kind)}`,
      summary: `Create ${article} ${kind}`,
      ...documentedBody(NewContentBody(contentSchemas[kind], !isManaged(kind))),
      response: { 201: Shown, ...errors(400, 401, 409) },
    },
    handler: async (request, reply) => {
      const acting = await contentActing(services, request);
      const item = await createContent(services, tenantOf(request).id, kind, request.body, acting);
      return replyWithContent(reply.code(201).header('location', `${url}/${item.id}`), {
        item,
        side: 'working',
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
      response: { 200: Shown, ...errors(401, 404) },
    },
    handler: async (request, reply) => {
      const acting = await contentActing(services, request);
      const address = { kind, id: request.params.id };
      const seen = await readContent(store, tenantOf(request).id, address, acting.as);
      await notePrivateReading(services, tenantOf(request).id, address, acting);
      return replyWithContent(reply, seen);
    },
  });

  app.patch(`${url}/:id`, {
    config: writing,
    schema: {
      tags,
      operationId: `change${nameIn(kind)}`,
      summary: `Change ${article} ${kind}`,
      description:
        'Only the fields that are sent change, each as a whole; null removes one. Needs `If-Match`: where somebody ' +
        'else was faster, the answer is 412 and says what they changed.',
      params: byId,
      headers: ifMatchHeader,
      ...documentedBody(ContentChangeBody(contentSchemas[kind])),
      response: { 200: Shown, ...errors(400, 401, 404, 409, 412, 428) },
    },
    handler: async (request, reply) => {
      const acting = await contentActing(services, request);
      const address = { kind, id: request.params.id };
      const item = await changeContent(
        services,
        tenantOf(request).id,
        address,
        fieldsOf(request.body),
        requireIfMatch(request),
        acting,
      );
      return replyWithContent(reply, { item, side: 'working' });
    },
  });

  app.delete(`${url}/:id`, {
    config: writing,
    schema: {
      tags,
      operationId: `delete${nameIn(kind)}`,
      summary: `Delete ${article} ${kind}`,
      description: 'With its history, for good. Refused while something else uses it.',
      params: byId,
      headers: ifMatchHeader,
      response: { 204: Type.Null(), ...errors(401, 404, 409, 412) },
    },
    handler: async (request, reply) => {
      const acting = await contentActing(services, request);
      const address = { kind, id: request.params.id };
      await removeContent(services, tenantOf(request).id, address, readIfMatch(request), acting);
      return reply.code(204).send(null);
    },
  });
}

const ofViewers = Type.Optional(
  Type.Enum(['true', 'false'], {
    description:
      'Only dashboards that viewers made in a builder, their drafts included; for administrators, and audited. ' +
      'Without it such drafts are left out.',
  }),
);

const whoSeesWhat =
  'An administrator sees everything. Others see apps of their own workspace on which they have privileges: with ' +
  '`view` what is published, as an embed would show it to them: without what rules hide, and without the rules; with ' +
  '`contribute` or `validate` the working copies too.';

function fieldsOf(body: unknown): Readonly<Record<string, unknown>> {
  if (typeof body === 'object' && body !== null && !Array.isArray(body))
    return body as Record<string, unknown>;
  throw new AppError('REQUEST_INVALID', { message: 'The request body must be a JSON object.' });
}
