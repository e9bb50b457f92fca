import swagger from '@fastify/swagger';
import { finishOpenApi } from './finish-openapi.ts';
import type { HttpApp } from './http-app.ts';

type Json = Record<string, unknown>;

/** Schemas that refer to themselves, by name. */
type Shared = Map<string, unknown>;

const introduction = `The public API of an Inlay tenant.

1. [Log in](#tag/session/POST/api/login) with a username and a password for a token.
2. Send it with every other request: \`Authorization: Bearer <token>\`. To try the requests on this page, paste it into the field *Bearer Token*.

Lists answer \`data\` and \`meta\`. Every error answers \`statusCode\` and a \`message\` that says what to change; most carry a \`code\` for programs. Each answer names its request in \`X-Request-Id\`. Routes under \`v0\` grow by addition only.`;

/** Collects the routes' schemas into an OpenAPI 3.1 document. Registered before the routes it describes. */
export function describeRoutes(app: HttpApp, version: string): void {
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
        tag('session', 'Session', 'Logging in and out, and the account one is logged in with.'),
        tag('users', 'Users', 'The people of a tenant.'),
        tag('groups', 'Groups', 'Groups of people, for visibility rules.'),
        tag('workspaces', 'Workspaces', 'Where people and apps belong.'),
        tag('apps', 'Apps', 'What belongs together; privileges are given by app.'),
        tag('tiles', 'Tiles', 'Charts and figures.'),
        tag('stories', 'Stories', 'Findings told step by step.'),
        tag('dashboards', 'Dashboards', 'Tiles and texts on a grid, with filters.'),
        tag('embeds', 'Embeds', "What customers' pages name, and how it is shown there."),
        tag('connections', 'Connections', 'Where the data is, and how it is reached.'),
        tag('files', 'Files', 'Uploaded CSV, Parquet and JSON files; each is a table.'),
        tag('datasets', 'Datasets', 'Columns, measures and the rules that say who sees which rows.'),
        tag('embed settings', 'Embed settings', "How the tenant's server proves itself."),
        tag('tenant settings', 'Tenant settings', 'How the tenant counts days and money.'),
        tag('themes', 'Themes', 'Looks by name, for light and dark.'),
        tag('embed tokens', 'Embed tokens', 'From a signed user context to an opaque token.'),
        tag('embed', 'Embed', 'What a page asks with an embed token.'),
        tag('builder', 'Builder', 'Dashboards that viewers make themselves, with an embed token.'),
        tag('audit', 'Audit', 'Who did what, and what was refused.'),
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
    transformObject: (made) => {
      const document = finishOpenApi('openapiObject' in made ? (made.openapiObject as Json) : {});
      return withSharedSchemas(document, shared) as never;
    },
  });
}

const tag = (name: string, shown: string, description: string) => ({
  name,
  description,
  'x-displayName': shown,
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

/** Where the wire's schema is stricter than what clients should see, `x-openapi` says what they see. */
function asOpenApi(node: unknown, shared: Shared): unknown {
  if (Array.isArray(node)) return node.map((item) => asOpenApi(item, shared));
  if (node === null || typeof node !== 'object') return node;
  const {
    'x-openapi': shown,
    'x-problem': _,
    $defs,
    $ref,
    pattern,
    type = typeOfEnum(node),
    ...rest
  } = node as Json;
  if (shown) {
    const schema = asOpenApi(typeof shown === 'function' ? shown() : shown, shared) as Json;
    // In the order of the schema itself, so that one that is shown in two places is the same text in both.
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
