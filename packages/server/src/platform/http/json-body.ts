import { AppError } from '../errors.ts';
import type { HttpApp } from './http-app.ts';
import { otherCharset } from './other-charset.ts';

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = [...'"\\[]{}'].map(
  (character) => character.charCodeAt(0),
);

/** Deeper than any content, and shallow enough for recursive functions. */
export const maxDepth = 100;

/** Locating the error takes about twenty passes, which is too slow for a large body. */
const maxLocatedLength = 64 * 1024;

/** Parses JSON bodies and reports the position of a syntax error, without repeating the body: it may hold a secret. */
export function readJsonBodies(app: HttpApp, types: readonly string[] = ['application/json']): void {
  // Fastify also parses text/plain by default; here it is an unsupported type.
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser([...types], { parseAs: 'string' }, (request, body, done) => {
    // Some clients send a content type with every request, DELETE included: an empty body is fine where none is expected.
    if (body === '' && request.routeOptions.schema?.body === undefined) return done(null, undefined);
    const refusal = otherCharset(request);
    if (refusal) return done(refusal);
    // Before parsing: a megabyte of brackets costs the parser a hundred times more than this check.
    if (isDeeperThan(body as string, maxDepth))
      return done(
        new AppError('BODY_MALFORMED', {
          message: `The request body is nested more than ${maxDepth} levels deep. Send a flatter value.`,
        }),
      );
    parse(request, body as string, (error, value) => {
      if (!error) return done(null, value);
      if (body === '')
        return done(new AppError('BODY_MALFORMED', { message: 'The request body is empty. Send JSON.' }));
      done(
        new AppError('BODY_MALFORMED', {
          message: `The request body is not valid JSON${whereBroken(body as string)}.`,
        }),
      );
    });
  });
}

/** Counts brackets outside of strings. The parser checks whether they match. */
export function isDeeperThan(body: string, max: number): boolean {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < body.length; at += 1) {
    const character = body.charCodeAt(at);
    if (character === QUOTE) isInString = !isInString;
    else if (isInString) at += character === BACKSLASH ? 1 : 0;
    else if (character === OPEN_BRACKET || character === OPEN_BRACE) {
      depth += 1;
      if (depth > max) return true;
    } else if (character === CLOSE_BRACKET || character === CLOSE_BRACE) depth -= 1;
  }
  return false;
}

function whereBroken(body: string): string {
  try {
    JSON.parse(body);
    return ": it contains a forbidden name such as '__proto__'";
  } catch (error) {
    if (body.length > maxLocatedLength) return '';
    const position = positionIn(error) ?? firstWrongCharacter(body);
    if (position >= body.length) return ': it is incomplete';
    const before = body.slice(0, position).split('\n');
    return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  }
}

function positionIn(error: unknown): number | undefined {
  const position = /at position (\d+)/.exec(String(error))?.[1];
  return position === undefined ? undefined : Number(position);
}

/** V8 names no position for an unexpected token: the longest beginning that could still become JSON ends before it. */
function firstWrongCharacter(body: string): number {
  let [good, bad] = [0, body.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (couldContinue(body.slice(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

function couldContinue(beginning: string): boolean {
  try {
    JSON.parse(beginning);
    return true;
  } catch (error) {
    const position = positionIn(error);
    if (position !== undefined) return position >= beginning.length;
    return String(error).includes('end of JSON input');
  }
}
