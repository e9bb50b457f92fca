import ajvCompiler from '@fastify/ajv-compiler';
import serializerCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaValidationError } from 'fastify';
import type { HttpApp } from './http-app.ts';

type Validate = ((data: unknown) => unknown) & { errors?: FastifySchemaValidationError[] | null };

const customOptions = {
  coerceTypes: false,
  removeAdditional: false,
  allErrors: true,
  verbose: true,
  keywords: ['x-problem', 'x-openapi'],
} as const;

/**
 * Compiles a route's schemas when its first request comes. Compiling those of every route took most of the start, and
 * most routes of most nodes are never asked.
 */
export function compileOnFirstUse(app: HttpApp): void {
  const makeValidator = ajvCompiler()({}, { customOptions, plugins: [] } as never);
  const makeSerializer = serializerCompiler()({}, {} as never);

  app.setValidatorCompiler((route) => {
    let compiled: Validate | undefined;
    const validate: Validate = (data) => {
      compiled ??= makeValidator(route as never) as unknown as Validate;
      const verdict = compiled(data);
      validate.errors = compiled.errors ?? null;
      return verdict;
    };
    return validate as never;
  });
  app.setSerializerCompiler((route) => {
    let compiled: ((data: unknown) => string) | undefined;
    return (data: unknown) => {
      compiled ??= makeSerializer(route as never) as unknown as (data: unknown) => string;
      return compiled(data);
    };
  });
}
