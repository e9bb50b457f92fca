import type { FastifyInstance } from 'fastify';
import { otherCharset } from './other-charset.ts';

type Scope = Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>;

const FORM = 'application/x-www-form-urlencoded';

/** In this scope bodies are forms, passed on as text; other types are refused. */
export function readForms(scope: Scope, bodyLimit?: number): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'string', ...(bodyLimit === undefined ? {} : { bodyLimit }) } as const;
  scope.addContentTypeParser(FORM, options, (request, body, done) => {
    const refusal = otherCharset(request);
    if (refusal) done(refusal);
    else done(null, body);
  });
}

/** In this scope bodies of any type stay streams, because they may be larger than memory. */
export function readStreams(scope: Scope): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}
