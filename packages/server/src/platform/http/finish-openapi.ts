import { STATUS_CODES } from 'node:http';
import { ERRORS, type ErrorCode } from '@inlay/protocol/error-codes';
import { AppError } from '../errors.ts';
import { ErrorBody, errorBody } from './error-reply.ts';

type Json = Record<string, unknown>;

interface Operation {
  security?: readonly unknown[];
  requestBody?: unknown;
  responses: Record<string, Json>;
}

const errorTitle = 'Error';
const statuses = [...new Set(Object.values(ERRORS).map(([status]) => status))];

/**
 * Gives each titled schema and each error response one place under `components`, and adds the errors that a
 * route need not list because every route of its kind can answer them.
 */
export function finishOpenApi(document: Json): Json {
  const schemas: Json = {};
  const paths = mapValues(document.paths as Record<string, Record<string, Operation>>, (path) =>
    mapValues(path, (operation) => byReference(withEveryError(operation), schemas)),
  );
  const components = { ...(document.components as Json), responses: errorResponses() };
  return {
    ...document,
    paths,
    components: { ...components, schemas: sorted({ ...schemas, [errorTitle]: plain(ErrorBody) }) },
  };
}

function withEveryError(operation: Operation): Operation {
  const always = [
    ...(operation.security?.length ? [401] : []),
    403,
    ...(operation.requestBody ? [400, 413, 415] : []),
    500,
    503,
  ];
  const added = Object.fromEntries(always.map((status) => [status, errorReference(status)]));
  const isPublic = !operation.security?.length;
  const own = Object.entries(operation.responses).map(([status, response]) => [
    status,
    describeResponse(Number(status), response, isPublic),
  ]);
  return { ...operation, responses: sorted({ ...added, ...Object.fromEntries(own) }) };
}

function describeResponse(status: number, response: Json, isPublic: boolean): Json {
  const { schema } = (response.content as Record<string, { schema?: Json }>)?.['application/json'] ?? {};
  // Only a login refuses with 401 somebody whose request needs no token.
  if (schema?.title === errorTitle && status === 401 && isPublic) return loginFailed;
  if (schema?.title === errorTitle) return errorReference(status);
  return response.description === 'Default Response'
    ? { ...response, description: STATUS_CODES[status] ?? '' }
    : response;
}

const responseName = (status: number) => (STATUS_CODES[status] ?? String(status)).replaceAll(/\W/g, '');

const loginFailed = { $ref: '#/components/responses/LoginFailed' };

const errorReference = (status: number) => ({ $ref: `#/components/responses/${responseName(status)}` });

/** One response a status. */
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
  401: { 'WWW-Authenticate': header('How to authenticate, RFC 6750.') },
  405: { Allow: header('The methods that this address answers.') },
  429: { 'Retry-After': header('Seconds until the next attempt may succeed.') },
};

/** Moves titled schemas to `schemas` and leaves a reference. Two schemas of one title are a mistake of ours. */
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
    throw new Error(`Two different schemas of the API have the title ${title}: rename one of them.`);
  }
  schemas[title] = content;
  return { $ref: `#/components/schemas/${title}` } as T;
}

function mapValues<V, R>(record: Record<string, V>, change: (value: V, key: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value, key)]));
}

function sorted(record: Json): never {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1))) as never;
}

const plain = (schema: unknown): unknown => JSON.parse(JSON.stringify(schema));
