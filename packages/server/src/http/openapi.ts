import swagger from '@fastify/swagger';
import type { HttpApp } from './http-app.ts';

type Json = Record<string, unknown>;

/** Schemas that refer to themselves, by name. */
type Shared = Map<string, unknown>;

/** Collects the routes' schemas into an OpenAPI 3.1 document. Registered before the routes it describes. */
export function describeRoutes(app: HttpApp, version: string): void {
  const shared: Shared = new Map();
  app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Inlay API',
        version,
        description:
          'The public API of an Inlay tenant. Log in for a token, then send it as `Authorization: Bearer <token>`. ' +
          'Lists answer `data` and `meta`; every error answers `statusCode` and `message`. ' +
          'Routes under `v0` grow by addition only.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'this instance' }],
      components: {
        securitySchemes: {
          login: { type: 'http', scheme: 'bearer', description: 'The token that `POST /api/login` answers.' },
          embed: {
            type: 'http',
            scheme: 'bearer',
            description: 'The opaque token that a page got from its server.',
          },
          client: {
            type: 'http',
            scheme: 'basic',
            description: 'Embed client identifier and client secret.',
          },
        },
      },
      tags: [
        { name: 'session', description: 'Logging in and out, and who one is.' },
        { name: 'users', description: 'The people of a tenant.' },
        { name: 'groups', description: 'Groups of people, for visibility rules.' },
        { name: 'workspaces', description: 'Where people and apps belong.' },
        { name: 'apps', description: 'What belongs together; privileges are given by app.' },
        { name: 'tiles', description: 'Charts and figures.' },
        { name: 'stories', description: 'Findings told step by step.' },
        { name: 'dashboards', description: 'Tiles and texts on a grid, with filters.' },
        { name: 'embeds', description: "What customers' pages name, and how it is shown there." },
        { name: 'embed settings', description: "How the tenant's server proves itself." },
        { name: 'embed tokens', description: 'From a signed user context to an opaque token.' },
        { name: 'embed', description: 'What a page asks with an embed token.' },
        { name: 'audit', description: 'Who did what.' },
      ],
    },
    transform: ({ schema, url, route }) => {
      const access = route.config?.access;
      if (access === undefined) return { schema: { ...schema, hide: true }, url };
      const security = schema?.security ?? (access === 'public' ? [] : [{ login: [] }]);
      const { 'x-openapi-body': form, ...described } = (schema ?? {}) as Json;
      const body = form === undefined ? {} : { body: form };
      return { schema: asOpenApi({ ...described, ...body, security }, shared) as typeof schema, url };
    },
    transformObject: (document) =>
      withSharedSchemas('openapiObject' in document ? document.openapiObject : {}, shared),
  });
}

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

/** Where the wire's schema is stricter than what clients should see, `x-openapi` says what they see. */
function asOpenApi(node: unknown, shared: Shared): unknown {
  if (Array.isArray(node)) return node.map((item) => asOpenApi(item, shared));
  if (node === null || typeof node !== 'object') return node;
  const { 'x-openapi': shown, 'x-problem': _, $defs, $ref, pattern, type, ...rest } = node as Json;
  if (shown) {
    const schema = typeof shown === 'function' ? shown() : shown;
    return { ...rest, ...(asOpenApi(schema, shared) as Json) };
  }
  for (const [name, schema] of Object.entries(($defs ?? {}) as Json))
    if (!shared.has(name)) shared.set(name, asOpenApi(schema, shared));
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
