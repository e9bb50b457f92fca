import { PageOf } from '@inlay/protocol/pagination';
import { Timestamp } from '@inlay/protocol/schema-parts';
import { ThemeContentSchema, ThemeNameSchema } from '@inlay/protocol/theme';
import Type from 'typebox';
import { AppError } from '../../platform/errors.ts';
import { errors } from '../../platform/http/documented-errors.ts';
import { actingIn, type HttpApp, tenantOf, viewerOf } from '../../platform/http/http-app.ts';
import { ifMatchHeader, readIfMatch } from '../../platform/http/if-match.ts';
import { forAdmins } from '../../platform/http/route-access.ts';
import { pageQuery, readPageQuery } from '../../platform/http/route-parameters.ts';
import { themeStyleSheet } from '../../platform/render/page-theme.ts';
import { isoTime } from '../../platform/time/time.ts';
import type { Services } from '../../services.ts';
import { removeTheme, storeTheme } from './manage-themes.ts';
import { findTheme, listThemes, type NamedTheme } from './themes.ts';

const ofTheme = Type.Object({ name: Type.String({ maxLength: 64 }) });
const toStore = Type.Object({ name: ThemeNameSchema });
const ThemeBody = Type.Object(
  {
    name: Type.String(),
    ...ThemeContentSchema.properties,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Theme' },
);

const tags = ['themes'];
const url = '/api/v0/themes';

/** A tenant's named themes: administrators store them, embeds and host pages refer to them. */
export function themesRoutes(app: HttpApp, services: Services): void {
  readRoutes(app, services);
  changeRoutes(app, services);
}

function readRoutes(app: HttpApp, services: Services): void {
  const { store } = services;

  app.get(url, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'listThemes',
      summary: 'List themes',
      querystring: Type.Object(pageQuery),
      response: { 200: PageOf(ThemeBody) },
    },
    handler: async (request) => {
      const { data, meta } = await listThemes(
        store.lists,
        tenantOf(request).id,
        readPageQuery(request.query),
      );
      return { data: data.map(toThemeDto), meta };
    },
  });

  app.get(`${url}/:name`, {
    config: forAdmins('settings:read'),
    schema: {
      tags,
      operationId: 'readTheme',
      summary: 'Read a theme',
      params: ofTheme,
      response: { 200: ThemeBody },
    },
    handler: async (request, reply) => {
      const theme = found(await findTheme(store, tenantOf(request).id, request.params.name));
      return reply.header('etag', etagOf(theme)).send(toThemeDto(theme));
    },
  });

  app.get('/embed/api/v0/themes/:name', {
    config: { access: 'embed' },
    schema: {
      tags: ['embed'],
      operationId: 'readWornTheme',
      summary: 'Read a theme with its style sheet',
      security: [{ embed: [] }],
      params: ofTheme,
      response: {
        200: Type.Object(
          {
            name: Type.String(),
            ...ThemeContentSchema.properties,
            css: Type.String({
              description: 'A complete style sheet, to be placed after the one of the page.',
            }),
          },
          { title: 'WornTheme' },
        ),
      },
    },
    handler: async (request) => {
      const { name, content } = found(
        await findTheme(store, viewerOf(request).tenantId, request.params.name),
      );
      return { name, ...content, css: themeStyleSheet([content]) };
    },
  });
}

function changeRoutes(app: HttpApp, services: Services): void {
  app.put(`${url}/:name`, {
    config: forAdmins('settings:write'),
    schema: {
      tags,
      operationId: 'storeTheme',
      summary: 'Create or replace a theme',
      description:
        'Rejected if texts or marks would have too little contrast (WCAG AA); the error names each color and suggests another. `If-None-Match: *` only creates, `If-Match` only replaces the given version.',
      params: toStore,
      headers: Type.Intersect([
        ifMatchHeader,
        Type.Object({ 'if-none-match': Type.Optional(Type.String({ examples: ['*'] })) }),
      ]),
      body: ThemeContentSchema,
      response: { 200: ThemeBody, 201: ThemeBody, ...errors(409) },
    },
    handler: async (request, reply) => {
      const { name } = request.params;
      const acting = actingIn(request);
      const overwrites = request.headers['if-none-match'] === '*' ? 'none' : readIfMatch(request);
      const tenantId = tenantOf(request).id;
      const { theme, created } = await storeTheme(
        services,
        tenantId,
        { name, content: request.body },
        acting,
        overwrites,
      );
      if (created) reply.code(201).header('location', `${url}/${name}`);
      return reply.header('etag', etagOf(theme)).send(toThemeDto(theme));
    },
  });

  app.delete(`${url}/:name`, {
    config: forAdmins('settings:write'),
    schema: {
      tags,
      operationId: 'deleteTheme',
      summary: 'Delete a theme',
      description: 'Embeds that use it fall back to the default theme.',
      params: ofTheme,
      response: { 204: Type.Null() },
    },
    handler: async (request, reply) => {
      const { name } = request.params;
      if (!(await removeTheme(services, tenantOf(request).id, name, actingIn(request)))) throw notFound();
      return reply.code(204).send(null);
    },
  });
}

const etagOf = ({ updatedAt }: NamedTheme) => `"${updatedAt}"`;

const notFound = () =>
  new AppError('NOT_FOUND', {
    message: 'Theme not found. An administrator can create it under Themes.',
  });

function found(theme: NamedTheme | undefined): NamedTheme {
  if (theme) return theme;
  throw notFound();
}

const toThemeDto = ({ name, content, createdAt, updatedAt }: NamedTheme) => ({
  name,
  ...content,
  createdAt: isoTime(createdAt),
  updatedAt: isoTime(updatedAt),
});
