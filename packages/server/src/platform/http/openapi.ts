import { STATUS_CODES } from 'node:http';
import swagger from '@fastify/swagger';
import { ErrorBodySchema } from '@inlay/protocol/error-body';
import { ERRORS, type ErrorCode } from '@inlay/protocol/error-codes';
import type { FastifyContextConfig, FastifySchema, RouteOptions } from 'fastify';
import { AppError } from '../errors.ts';
import { errorBody } from './error-reply.ts';
import type { Access, HttpApp } from './http-app.ts';

type Json = Record<string, unknown>;

/** Schemas that refer to themselves, by name. */
type Shared = Map<string, unknown>;

const introduction = `The public API of an Inlay tenant.

1. [Log in](/docs/api/session#logIn) with a username and a password to get a token.
2. Send the token with every other request: \`Authorization: Bearer <token>\`. Programs send an [API key](/docs/guide/api-keys) instead, whose scopes each route lists. To try a request, choose *Try it* next to its sample and paste the token.

Lists return \`data\` and \`meta\`. Every error has a \`statusCode\` and a \`message\` that says what to do; most have a stable \`code\` for programs. Each response has its request id in \`X-Request-Id\`. Changes to routes under \`v0\` are backward compatible.`;

/**
 * Collects the schemas of the routes that are registered after it. Returns a function that builds the OpenAPI 3.1
 * document from them, once.
 */
export function describeRoutes(app: HttpApp, version: string): () => Json {
  const shared: Shared = new Map();
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Inlay API',
        version,
        description: introduction,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'This instance' }],
      components: {
        securitySchemes: {
          login: { type: 'http', scheme: 'bearer', description: 'Token from `POST /api/login`.' },
          key: {
            type: 'http',
            scheme: 'bearer',
            description: 'API key with the scopes of the route: `Authorization: Bearer inl_key_…`.',
          },
          embed: {
            type: 'http',
            scheme: 'bearer',
            description: 'Opaque token that the page received from its server.',
          },
          client: {
            type: 'http',
            scheme: 'basic',
            description: 'Embed client id and client secret.',
          },
        },
      },
      tags: [
        tag('session', 'Session', 'Log in, log out and manage your own account.'),
        tag('sign-in', 'Sign-in', 'How people sign in to the admin app, and how long they stay signed in.'),
        tag('users', 'Users', 'Users of a tenant.'),
        tag('groups', 'Groups', 'Groups of users, for visibility rules.'),
        tag('scim', 'SCIM', 'Automatic provisioning of users and groups by an identity provider.'),
        tag('workspaces', 'Workspaces', 'Isolated areas of a tenant. Users and apps belong to a workspace.'),
        tag('apps', 'Apps', 'Collections of content. Privileges are granted per app.'),
        tag('tiles', 'Tiles', 'Charts, KPIs and tables.'),
        tag('stories', 'Stories', 'Narrated step-by-step insights.'),
        tag('dashboards', 'Dashboards', 'Tiles and texts on a grid, with filters.'),
        tag('embeds', 'Embeds', 'Content that host pages can embed, with its options.'),
        tag(
          'content as code',
          'Content as code',
          'Export an app as files, plan their changes and apply them.',
        ),
        tag('connections', 'Connections', 'Connections to databases.'),
        tag('files', 'Files', 'Uploaded CSV, Parquet and JSON files. Each one is a table.'),
        tag('datasets', 'Datasets', 'Columns, measures and row rules.'),
        tag('api keys', 'API keys', 'Keys for programs that call this API.'),
        tag('embed settings', 'Embed settings', 'How your server authenticates viewers.'),
        tag(
          'tenant settings',
          'Tenant settings',
          'Language, time zone, calendar and currency of the tenant.',
        ),
        tag('identity providers', 'Identity providers', 'Lets people sign in with their company account.'),
        tag('mail settings', 'Mail settings', 'How a tenant sends email.'),
        tag('themes', 'Themes', 'Named themes, for light and dark mode.'),
        tag('embed tokens', 'Embed tokens', 'Exchange a signed user context for an opaque token.'),
        tag('embed', 'Embed', 'Requests of embeds, authenticated with an embed token.'),
        tag('builder', 'Builder', 'Requests of the Dashboard Builder, authenticated with an embed token.'),
        tag(
          'reports',
          'Reports',
          'Subscriptions of viewers, what was delivered, and where rights and addresses come from.',
        ),
        tag('audit', 'Audit', 'Who did what, and which actions were refused.'),
      ],
    },
    transform: ({ schema, url, route }) => {
      const access = route.config?.access;
      if (access === undefined) return { schema: { ...schema, hide: true }, url };
      const security = schema?.security ?? securityOf(access, route.config ?? {});
      const { 'x-openapi-body': form, ...described }: FastifySchema & Json = { ...schema };
      const body = form === undefined ? {} : { body: form };
      const derived = derivedErrors(route, described, security.length > 0);
      const response = {
        ...Object.fromEntries(derived.map((status) => [status, ErrorBodySchema])),
        ...(described.response as Json),
      };
      return {
        schema: asOpenApi({ ...described, ...body, security, response }, shared) as FastifySchema,
        url,
      };
    },
  });
  let document: Json | undefined;
  return () => {
    document ??= withSharedSchemas(finishOpenApi({ ...app.swagger() }), shared);
    return document;
  };
}

/** OpenAPI 3.1 lists the roles that a route requires for any scheme: here the scopes of the API key. */
function securityOf(access: Access, { scopes = [], loginOnly }: FastifyContextConfig) {
  if (access === 'public') return [];
  return loginOnly ? [{ login: [] }] : [{ login: [] }, { key: [...scopes] }];
}

/**
 * The errors that follow from what a route is: malformed requests, other methods and large headers everywhere; a tenant
 * that is missing or disabled; bodies wherever the method may have one; If-Match where the route reads it.
 */
function derivedErrors({ method }: RouteOptions, { headers }: FastifySchema, needsToken: boolean): number[] {
  const mayHaveBody = ![method].flat().some((name) => name === 'GET' || name === 'HEAD');
  const readsIfMatch = JSON.stringify(headers ?? {}).includes('"if-match"');
  return [
    ...[400, 403, 404, 405, 431, 500, 503],
    ...(needsToken ? [401] : []),
    ...(mayHaveBody ? [413, 415] : []),
    ...(readsIfMatch ? [412] : []),
  ];
}

const tag = (name: string, displayName: string, description: string) => ({
  name,
  description,
  'x-displayName': displayName,
});

/** Schemas that refer to themselves move to the document's components, which is where a reference can reach them. */
function withSharedSchemas(document: Json, shared: Shared): Json {
  const { components, ...rest } = resolveShared(document) as { components?: Json };
  const schemas = Object.fromEntries([...shared].map(([name, schema]) => [name, resolveShared(schema)]));
  return {
    ...rest,
    components: { ...components, schemas: { ...(components?.schemas as Json), ...schemas } },
  };
}

function resolveShared(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(resolveShared);
  if (node === null || typeof node !== 'object') return node;
  const { 'x-shared': name, ...rest } = node as Json;
  if (name !== undefined) return { $ref: `#/components/schemas/${name}`, ...rest };
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, resolveShared(value)]));
}

/** If a wire schema is stricter than clients need to know, they see its `x-openapi`. */
function asOpenApi(node: unknown, shared: Shared): unknown {
  if (Array.isArray(node)) return node.map((item) => asOpenApi(item, shared));
  if (node === null || typeof node !== 'object') return node;
  const {
    'x-openapi': documented,
    'x-problem': _,
    $defs,
    $ref,
    pattern,
    type = typeOfEnum(node),
    ...rest
  } = node as Json;
  if (documented) {
    const schema = asOpenApi(typeof documented === 'function' ? documented() : documented, shared) as Json;
    // In schema order, so that the same schema is serialized identically everywhere.
    return { ...schema, ...rest, ...schema };
  }
  for (const [name, schema] of Object.entries(($defs ?? {}) as Json))
    if (!shared.has(name)) shared.set(name, asOpenApi({ ...(schema as Json), $id: undefined }, shared));
  if ($ref !== undefined) return { ...rest, 'x-shared': $ref };
  const kept = Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, asOpenApi(value, shared)]),
  );
  return {
    ...kept,
    ...(type === undefined ? {} : { type: asOpenApi(type, shared) }),
    ...(pattern === undefined ? {} : { pattern: asOpenApi(pattern, shared) }),
  };
}

function typeOfEnum(node: object): 'string' | undefined {
  return 'enum' in node && Array.isArray(node.enum) && node.enum.every((value) => typeof value === 'string')
    ? 'string'
    : undefined;
}

interface Operation {
  security?: readonly unknown[];
  requestBody?: unknown;
  responses: Record<string, Json>;
}

const errorTitle = 'Error';
const statuses = [...new Set(Object.values(ERRORS).map(([status]) => status))];

/** Gives each titled schema and each error response one place under `components`. */
function finishOpenApi(document: Json): Json {
  const schemas: Json = {};
  const paths = mapValues(document.paths as Record<string, Record<string, Operation>>, (path) =>
    mapValues(path, (operation) => byReference(withErrorReferences(operation), schemas)),
  );
  const components = { ...(document.components as Json), responses: errorResponses() };
  return {
    ...document,
    paths,
    components: { ...components, schemas: sorted({ ...schemas, [errorTitle]: plain(ErrorBodySchema) }) },
  };
}

function withErrorReferences(operation: Operation): Operation {
  const isPublic = !operation.security?.length;
  const responses = Object.entries(operation.responses).map(([status, response]) => [
    status,
    describeResponse(Number(status), response, isPublic),
  ]);
  return { ...operation, responses: Object.fromEntries(responses) };
}

function describeResponse(status: number, response: Json, isPublic: boolean): Json {
  const { schema } = (response.content as Record<string, { schema?: Json }>)?.['application/json'] ?? {};
  // Of the operations that need no token, only the login returns 401.
  if (schema?.title === errorTitle && status === 401 && isPublic) return loginFailed;
  if (schema?.title === errorTitle) return errorReference(status);
  return response.description === 'Default Response'
    ? { ...response, description: STATUS_CODES[status] ?? '' }
    : response;
}

const responseName = (status: number) => (STATUS_CODES[status] ?? String(status)).replaceAll(/\W/g, '');

const loginFailed = { $ref: '#/components/responses/LoginFailed' };

const errorReference = (status: number) => ({ $ref: `#/components/responses/${responseName(status)}` });

/** One response per status. */
function errorResponses(): Json {
  const codesOf = (status: number) =>
    (Object.keys(ERRORS) as ErrorCode[]).filter(
      (code) => ERRORS[code][0] === status && code !== 'LOGIN_FAILED',
    );
  const named = statuses.map((status) => [responseName(status), errorResponse(status, codesOf(status))]);
  return { ...Object.fromEntries(named), LoginFailed: errorResponse(401, ['LOGIN_FAILED']) };
}

/** With an example for each code of the error table. */
function errorResponse(status: number, codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => ERRORS[code][1]).join(' / '),
    ...(headersOf[status] ? { headers: headersOf[status] } : {}),
    content: {
      'application/json': {
        schema: { $ref: `#/components/schemas/${errorTitle}` },
        examples: Object.fromEntries(codes.map((code) => [code, { value: errorBody(new AppError(code)) }])),
      },
    },
  };
}

const header = (description: string) => ({ description, schema: { type: 'string' } });

const headersOf: Readonly<Record<number, Json>> = {
  401: { 'WWW-Authenticate': header('Authentication challenge, RFC 6750.') },
  405: { Allow: header('Methods that the address supports.') },
  429: { 'Retry-After': header('Seconds to wait before the next attempt.') },
};

/** Moves titled schemas to `schemas` and leaves references. Throws if two different schemas have the same title. */
function byReference<T>(node: T, schemas: Json): T {
  if (Array.isArray(node)) return node.map((item) => byReference(item, schemas)) as T;
  if (node === null || typeof node !== 'object') return node;
  const { title } = node as Json;
  const content = mapValues(node as Json, (value, key) =>
    key === 'examples' || key === 'example' ? value : byReference(value, schemas),
  );
  if (typeof title !== 'string') return content as T;
  const known = schemas[title];
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(content)) {
    throw new Error(`Two different schemas of the API have the title ${title}. Rename one of them.`);
  }
  schemas[title] = content;
  return { $ref: `#/components/schemas/${title}` } as T;
}

function mapValues<V, R>(record: Record<string, V>, change: (value: V, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

function sorted(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema));
