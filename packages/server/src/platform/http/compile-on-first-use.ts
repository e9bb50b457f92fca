import ajvCompiler, { type Ajv } from '@fastify/ajv-compiler';
import serializerCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import type { HttpApp } from './http-app.ts';

type Compiler = FastifySchemaCompiler<unknown>;
type Problems = readonly FastifySchemaValidationError[];

/** The problems of a value; undefined if it is valid. */
type Validate = (data: unknown) => Problems;

/** Nobody corrects more fields at once. For larger values, only the first problem is reported. */
const maxListed = 5_000;

// Routes share schemas, such as that of an error: each is compiled once, and remembered by its identity.
const makeValidator = compilerOf({ allErrors: false });
const makeLister = compilerOf({ allErrors: true });
const serializers = new WeakMap<object, (data: unknown) => string>();
const makeSerializer = serializerCompiler()({}, {});

/**
 * Compiles a route's schemas for its first request. With all of them compiled at the start, a server uses 1.6 s of CPU
 * until its first response instead of 0.4 (budget: 1 s), and 207 MB at rest instead of 139 (budget: 150 MB).
 */
export function compileOnFirstUse(app: HttpApp): void {
  app.setValidatorCompiler((declared) => {
    const route = refusesOthers(declared) ? withoutOthers(declared) : declared;
    let first: Validate | undefined;
    let all: Validate | undefined;
    const validate: ReturnType<Compiler> = (data: unknown) => {
      first ??= makeValidator(route);
      let problems = first(data);
      // Listing every problem of a megabyte of invalid values would block other requests.
      if (problems.length > 0 && hasFewerValues(data, maxListed)) {
        all ??= makeLister(route);
        problems = all(data);
      }
      validate.errors = problems.length > 0 ? [...problems] : null;
      return problems.length === 0;
    };
    return validate;
  });
  app.setSerializerCompiler<object>(({ schema, method, url, httpStatus = '' }) => (data: unknown) => {
    let compiled = serializers.get(schema);
    if (!compiled) {
      compiled = makeSerializer({ schema, method, url, httpStatus });
      serializers.set(schema, compiled);
    }
    return compiled(data);
  });
}

/** Pages and scripts ignore parameters that others append to their addresses. */
const refusesOthers = ({ httpPart, url }: Parameters<Compiler>[0]) =>
  httpPart === 'querystring' && url.includes('/api/v0/');

/** A misspelled parameter, such as `perPage`, would be ignored and the response taken for what was requested. */
function withoutOthers(route: Parameters<Compiler>[0]): Parameters<Compiler>[0] {
  return { ...route, schema: { ...(route.schema as object), additionalProperties: false } };
}

function compilerOf({ allErrors }: { readonly allErrors: boolean }) {
  const customOptions = {
    allErrors,
    coerceTypes: false,
    removeAdditional: false,
    verbose: true,
    keywords: ['x-problem', 'x-openapi'],
  };
  const make = ajvCompiler()({}, { customOptions, plugins: [compareItemsOnce] });
  return (route: Parameters<Compiler>[0]): Validate => {
    const check = make({ ...route });
    return (data) => (check(data) === true ? [] : (check.errors ?? []));
  };
}

/**
 * Finds repeated items in one pass, and not in a list that is too long anyway: the validator's own check compares each item
 * with each other.
 */
function compareItemsOnce(ajv: Ajv): Ajv {
  ajv.removeKeyword('uniqueItems');
  return ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    error: { message: 'must not contain duplicates' },
    compile:
      (isRequired: boolean, { maxItems = Number.POSITIVE_INFINITY }) =>
      (items: readonly unknown[]) =>
        !isRequired ||
        items.length > maxItems ||
        new Set(items.map((item) => JSON.stringify(item))).size === items.length,
  });
}

/** Whether a value contains fewer than `max` nested values; stops counting there. */
function hasFewerValues(value: unknown, max: number): boolean {
  const waiting = [value];
  for (let count = 0; waiting.length > 0; count += 1) {
    if (count + waiting.length > max) return false;
    const next = waiting.pop();
    if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) waiting.push(inner);
  }
  return true;
}
