import type { Operations } from './operations.ts';
import type { Method } from './request.ts';

/** The addresses of the API that have this method: `/users/{id}`. */
export type Paths<M extends Method> = {
  [Name in keyof Operations]: Name extends `${M} ${infer Path}` ? Path : never;
}[keyof Operations];

type Operation<M extends Method, P extends Paths<M>> = Operations[`${M} ${P}` & keyof Operations];

export type ResponseOf<M extends Method, P extends Paths<M>> = Operation<M, P>['response'];
export type QueryOf<P extends Paths<'GET'>> = NonNullable<Operation<'GET', P>['query']>;

/** A part of a request: not there, optional where all of it is, or required. */
type Part<Name extends string, T> = [T] extends [undefined]
  ? { readonly [N in Name]?: never }
  : undefined extends T
    ? { readonly [N in Name]?: T }
    : Record<never, never> extends T
      ? { readonly [N in Name]?: T }
      : { readonly [N in Name]: T };

export type AddressParts<M extends Method, P extends Paths<M>> = Part<'path', Operation<M, P>['path']> &
  Part<'query', Operation<M, P>['query']>;

export type BodyPart<M extends Method, P extends Paths<M>> = Part<'body', Operation<M, P>['body']>;

/** The parts as an argument, which may be left out where none is required. */
export type Argument<Parts> = Record<never, never> extends Parts ? [parts?: Parts] : [parts: Parts];

interface GivenParts {
  readonly path?: Readonly<Record<string, string | number>> | undefined;
  readonly query?: object | undefined;
}

/** Fills the parameters of a path in: `/users/{id}` becomes `/users/anna?…`. */
export function addressOf(path: string, { path: params = {}, query = {} }: GivenParts = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([name, value]) => [name, String(value)]),
  );
  return search.size === 0 ? filled : `${filled}?${search}`;
}
