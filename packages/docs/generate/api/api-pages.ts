import { STATUS_CODES } from 'node:http';
import { attributes, type Html, html } from '../../../server/src/platform/render/html.ts';
import { codeBlock } from '../highlight.ts';
import type { NavigationGroup } from '../navigation.ts';
import type { Page } from '../page.ts';
import { renderText, type Section } from '../render-markdown.ts';
import {
  type ApiDescription,
  type NamedOperation,
  nameOf,
  operationsOf,
  type Parameter,
  type Response,
  type Schema,
} from './api-description.ts';
import { curlOf } from './curl.ts';
import { exampleOf } from './example.ts';
import { createSchemaRenderer, objectUrl, type SchemaRenderer } from './schema-fields.ts';

/** A page of the reference, and what the search finds on it. */
export interface ApiPage extends Page {
  readonly sections: readonly Section[];
}

interface Context {
  readonly api: ApiDescription;
  readonly schemas: SchemaRenderer;
}

const AUTHORIZATION: Readonly<Record<string, Html>> = {
  login: html`<a href="/docs/api#authentication">Login token</a>`,
  embed: html`<a href="/docs/guide/authenticate-embeds">Embed token</a>`,
  client: html`Client id and secret (HTTP Basic)`,
};

/** Which requests belong together, in the order of the navigation. */
const GROUPS: readonly (readonly [title: string, tags: readonly string[]])[] = [
  ['Access', ['session', 'users', 'groups', 'workspaces']],
  ['Content', ['apps', 'tiles', 'stories', 'dashboards', 'embeds', 'themes']],
  ['Data', ['connections', 'files', 'datasets']],
  ['Settings', ['embed settings', 'tenant settings', 'audit']],
  ['Embedding', ['embed tokens', 'embed', 'builder']],
];

export function apiNavigation(api: ApiDescription): readonly NavigationGroup[] {
  const listed = GROUPS.flatMap(([, tags]) => tags);
  const others = api.tags.map(({ name }) => name).filter((name) => !listed.includes(name));
  const page = (title: string, url: string, description = '') => ({ title, url, description, file: '' });
  const groups = [...GROUPS, ...(others.length > 0 ? [['More', others] as const] : [])];
  return [
    { title: 'API reference', pages: [page('Overview', '/docs/api'), page('Errors', '/docs/api/errors')] },
    ...groups.map(([title, tags]) => ({
      title,
      pages: api.tags
        .filter(({ name }) => tags.includes(name))
        .sort((a, b) => tags.indexOf(a.name) - tags.indexOf(b.name))
        .map((tag) => page(tag['x-displayName'], tagUrl(tag.name), tag.description)),
    })),
  ];
}

/** The reference: an overview, the errors, a page per tag, and a page for each object that is too large to repeat. */
export function apiPages(api: ApiDescription): readonly ApiPage[] {
  const context: Context = { api, schemas: createSchemaRenderer(api.components.schemas) };
  const operations = operationsOf(api);
  const pages = [
    overviewPage(api, operations),
    errorsPage(api),
    ...api.tags.map((tag) =>
      tagPage(
        context,
        tag,
        operations.filter(({ tags }) => tags.includes(tag.name)),
      ),
    ),
  ];
  const objects: ApiPage[] = [];
  // Rendering an object may link to further ones, which a set visits as well.
  for (const name of context.schemas.linked) objects.push(objectPage(context, name));
  return [...pages, ...objects];
}

function overviewPage(api: ApiDescription, operations: readonly NamedOperation[]): ApiPage {
  const [summary = '', ...rest] = api.info.description.split('\n\n');
  return {
    url: '/docs/api',
    title: 'API reference',
    description: summary,
    side: 'api',
    layout: 'article',
    headings: [
      { level: 2, id: 'authentication', text: 'Authentication' },
      ...api.tags.map((tag) => ({ level: 3, id: slug(tag.name), text: tag['x-displayName'] })),
    ],
    sections: [{ id: 'authentication', heading: 'Authentication', text: rest.join(' ') }],
    body: html`<p class="lead">${summary}</p>
<h2 id="authentication"><a class="anchor" href="#authentication">Authentication</a></h2>
${renderText(rest.join('\n\n'))}
${codeBlock(
  `curl http://localhost:4000/api/login \\
  -H 'content-type: application/json' \\
  -d '{"username":"admin@demo.test","password":"PASSWORD"}'

curl http://localhost:4000/api/v0/me -H "authorization: Bearer $TOKEN"`,
  'sh',
)}
<p>The description for programs, OpenAPI 3.1, is at <a href="/api/openapi.json">/api/openapi.json</a>.</p>
${api.tags.map((tag) => {
  const own = operations.filter(({ tags }) => tags.includes(tag.name));
  return html`<h3${attributes({ id: slug(tag.name) })}><a class="anchor"${attributes({ href: tagUrl(tag.name) })}>${tag['x-displayName']}</a></h3><p>${tag.description}</p>${operationList(own)}`;
})}`,
  };
}

function operationList(operations: readonly NamedOperation[]): Html {
  return html`<ul class="operations">${operations.map(
    (each) =>
      html`<li><a${attributes({ href: operationUrl(each) })}>${method(each)}<span class="operation-path">${each.path}</span><span class="operation-summary">${each.summary}</span></a></li>`,
  )}</ul>`;
}

function tagPage(
  context: Context,
  tag: ApiDescription['tags'][number],
  operations: readonly NamedOperation[],
): ApiPage {
  return {
    url: tagUrl(tag.name),
    title: tag['x-displayName'],
    description: `${tag.description} ${operations.map(({ summary }) => summary).join(', ')}.`,
    side: 'api',
    layout: 'api',
    sections: operations.map((each) => ({
      id: each.operationId,
      heading: each.summary,
      text: `${each.method.toUpperCase()} ${each.path} ${each.description ?? ''}`.trim(),
    })),
    body: html`<p class="lead">${tag.description}</p>
<nav class="overview" aria-label="Operations">${operationList(operations)}</nav>
${operations.map((each) => renderOperation(context, each))}`,
  };
}

function renderOperation(context: Context, operation: NamedOperation): Html {
  const { operationId, summary, description, requestBody, responses, security, path } = operation;
  const parameters = (place: Parameter['in'], title: string) => {
    const own = (operation.parameters ?? []).filter((each) => each.in === place);
    if (own.length === 0) return false;
    const schema: Schema = {
      properties: Object.fromEntries(
        own.map((each) => [
          each.name,
          { ...each.schema, ...(each.description && { description: each.description }) },
        ]),
      ),
      required: own.filter(({ required }) => required).map(({ name }) => name),
    };
    return html`<h3>${title}</h3>${context.schemas.fields(schema, 'request')}`;
  };
  const [scheme] = Object.keys(security[0] ?? {});
  const named = Object.entries(responses).map(([status, response]) => ({
    status,
    shared: nameOf(response as { $ref?: string }),
    response: resolveResponse(context.api, response),
  }));
  const successes = named.filter(({ status }) => Number(status) < 400);
  const errors = named.filter(({ status }) => Number(status) >= 400);
  return html`<section class="operation"${attributes({ id: operationId, 'data-trial': trialOf(context.api, operation) })}>
<div class="operation-text">
<h2><a class="anchor"${attributes({ href: `#${operationId}` })}>${summary}</a></h2>
<p class="address">${method(operation)}<code>${breakable(path)}</code></p>
${description && renderText(description)}
<p class="authorization"><strong>Authorization</strong> ${AUTHORIZATION[scheme ?? ''] ?? 'None'}</p>
${parameters('path', 'Path parameters')}
${parameters('query', 'Query parameters')}
${parameters('header', 'Headers')}
${requestBody && Object.entries(requestBody.content).map(([type, { schema }]) => html`<h3>Body <span class="media">${type}</span></h3>${schema && context.schemas.fields(schema, 'request')}`)}
${successes.map(({ status, response }) => renderResponse(context, status, response))}
<h3>Errors</h3>
<p class="errors">${errors.map(({ status, shared }) => html`<a${attributes({ href: shared === undefined ? '/docs/guide/authenticate-embeds' : `/docs/api/errors#${status}` })}><code>${status}</code> ${STATUS_CODES[status]}</a> `)}</p>
</div>
<div class="operation-samples">
${codeBlock(curlOf(operation, context.api.components.schemas), 'sh', 'Request')}
${successes.slice(0, 1).map(({ status, response }) => responseSample(context, status, response))}
</div>
</section>`;
}

const TOKENS: Readonly<Record<string, string>> = { login: 'Login token', embed: 'Embed token' };

/** What the page needs to send the request; undefined for forms and files. */
function trialOf(api: ApiDescription, operation: NamedOperation): string | undefined {
  const { method: name, path, parameters = [], requestBody, security } = operation;
  const [scheme = ''] = Object.keys(security[0] ?? {});
  const { schema } = requestBody?.content['application/json'] ?? {};
  if (scheme === 'client' || (requestBody && !schema)) return undefined;
  return JSON.stringify({
    method: name,
    path,
    parameters: parameters.map((each) => ({
      name: each.name,
      in: each.in,
      required: each.required === true,
    })),
    token: TOKENS[scheme],
    body: schema && JSON.stringify(exampleOf(api.components.schemas, schema, 'request'), null, 2),
  });
}

function renderResponse({ schemas }: Context, status: string, { content = {}, description }: Response): Html {
  const entries = Object.entries(content);
  const title = html`Response <span class="media">${status} ${description}</span>`;
  if (entries.length === 0) return html`<h3>${title}</h3><p>No content.</p>`;
  return html`<h3>${title}</h3>${entries.map(([type, { schema }]) =>
    schema && type === 'application/json'
      ? schemas.fields(schema, 'response')
      : html`<p><code>${type}</code></p>`,
  )}`;
}

function responseSample({ api }: Context, status: string, { content = {} }: Response): Html | false {
  const { schema } = content['application/json'] ?? {};
  if (!schema) return false;
  const example = JSON.stringify(exampleOf(api.components.schemas, schema, 'response'), null, 2);
  return codeBlock(example, 'json', `Response ${status}`);
}

function errorsPage(api: ApiDescription): ApiPage {
  const shared = Object.values(api.components.responses);
  const codes = shared.flatMap(({ content }) =>
    Object.entries(content?.['application/json']?.examples ?? {}).map(([code, { value }]) => {
      const { statusCode, message } = value as { statusCode: number; message: string };
      return { code, statusCode, message };
    }),
  );
  const byStatus = [...Map.groupBy(codes, ({ statusCode }) => statusCode)].sort(([a], [b]) => a - b);
  const intro =
    'Every error has the HTTP status as `statusCode` and a `message` that says what to do. Most have a stable `code` for programs, and `details` that name the fields. `X-Request-Id` is in every response and in the log of the server.';
  return {
    url: '/docs/api/errors',
    title: 'Errors',
    description: intro.replaceAll('`', ''),
    side: 'api',
    layout: 'article',
    headings: byStatus.map(([status]) => ({
      level: 2,
      id: String(status),
      text: `${status} ${STATUS_CODES[status]}`,
    })),
    sections: byStatus.map(([status, own]) => ({
      id: String(status),
      heading: `${status} ${STATUS_CODES[status]}`,
      text: own.map(({ code, message }) => `${code} ${message}`).join(' '),
    })),
    body: html`${renderText(intro)}
${codeBlock('{ "statusCode": 400, "message": "/username is required.", "code": "REQUEST_INVALID", "details": [{ "path": "/username", "problem": "is required" }] }', 'json')}
${byStatus.map(
  ([status, own]) =>
    html`<h2${attributes({ id: String(status) })}><a class="anchor"${attributes({ href: `#${status}` })}>${status} ${STATUS_CODES[status]}</a></h2>
<ul class="fields">${own.map(({ code, message }) => html`<li><p class="field"><code class="field-name">${code}</code></p><p class="field-text">${message}</p></li>`)}</ul>`,
)}`,
  };
}

function objectPage({ api, schemas }: Context, name: string): ApiPage {
  const schema: Schema = { $ref: `#/components/schemas/${name}` };
  const { description = '' } = api.components.schemas[name] ?? {};
  return {
    url: objectUrl(name),
    title: `The ${name} object`,
    description: description || `The fields of ${name} in the API.`,
    side: 'api',
    layout: 'api',
    sections: [{ id: '', heading: '', text: description }],
    body: html`<p class="lead">An object that several requests and responses share.</p><div class="operation"><div class="operation-text">${description && renderText(description)}${schemas.fields(schema, 'response')}</div>
<div class="operation-samples">${codeBlock(JSON.stringify(exampleOf(api.components.schemas, schema, 'response'), null, 2), 'json', 'Example')}</div></div>`,
  };
}

function resolveResponse(api: ApiDescription, response: Response | { readonly $ref: string }): Response {
  const name = nameOf(response as { $ref?: string });
  return (name === undefined ? response : api.components.responses[name]) as Response;
}

const slug = (tag: string) => tag.replaceAll(' ', '-');
const tagUrl = (tag: string) => `/docs/api/${slug(tag)}`;
const operationUrl = ({ tags: [tag], operationId }: NamedOperation) => `${tagUrl(tag)}#${operationId}`;

function method({ method: name }: NamedOperation): Html {
  return html`<span class="${`method method-${name}`}">${name.toUpperCase()}</span>`;
}

/** Long addresses break after a slash. */
function breakable(path: string): Html {
  return html`${path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)}`;
}
