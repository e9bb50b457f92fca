import ajvCompiler from '@fastify/ajv-compiler';
import serializerCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaValidationError } from 'fastify';
import type { HttpApp } from './http-app.ts';

type Validate = ((data: unknown) => unknown) & { errors?: FastifySchemaValidationError[] | null };

const customOptions = {
  coerceTypes: false,
  removeAdditional: false,
  verbose: true,
  keywords: ['x-problem', 'x-openapi'],
} as const;

/** A person corrects that many fields at most at once; of a larger value only the first problem is told. */
const maxListed = 5_000;

// Routes share schemas, such as that of an error: each is compiled once, and remembered by its identity.
const makeValidator = compilerOf({ allErrors: false });
const makeLister = compilerOf({ allErrors: true });
const serializers = new WeakMap<object, (data: unknown) => string>();
const makeSerializer = serializerCompiler()({}, {} as never);

/**
 * Compiles a route's schemas when its first request comes. Compiling those of every route took most of the start, and
 * most routes of most nodes are never asked.
 */
export function compileOnFirstUse(app: HttpApp): void {
  app.setValidatorCompiler((route) => {
    let compiled: Validate | undefined;
    let listing: Validate | undefined;
    const validate: Validate = (data) => {
      compiled ??= makeValidator(route);
      const isValid = compiled(data);
      validate.errors = compiled.errors ?? null;
      // Listing every problem of a megabyte of wrong values would hold up everybody else.
      if (isValid || !hasFewerValues(data, maxListed)) return isValid;
      listing ??= makeLister(route);
      listing(data);
      validate.errors = listing.errors ?? validate.errors;
      return false;
    };
    return validate as never;
  });
  app.setSerializerCompiler((route) => {
    const schema = route.schema as object;
    return (data: unknown) => {
      let compiled = serializers.get(schema);
      if (!compiled) {
        compiled = makeSerializer(route as never) as unknown as (data: unknown) => string;
        serializers.set(schema, compiled);
      }
      return compiled(data);
    };
  });
}

function compilerOf(options: { readonly allErrors: boolean }): (route: unknown) => Validate {
  const make = ajvCompiler()({}, { customOptions: { ...customOptions, ...options }, plugins: [] } as never);
  return (route) => make(route as never) as unknown as Validate;
}

/** Whether a value holds fewer than `most` values, however they nest; stops counting there. */
function hasFewerValues(value: unknown, most: number): boolean {
  const waiting = [value];
  for (let count = 0; waiting.length > 0; count += 1) {
    if (count + waiting.length > most) return false;
    const next = waiting.pop();
    if (typeof next === 'object' && next !== null)
      for (const inner of Object.values(next)) waiting.push(inner);
  }
  return true;
}
