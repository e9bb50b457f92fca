import { AppError } from '../errors.ts';
import type { HttpApp } from './http-app.ts';

/** Reads JSON bodies and says where a broken one breaks, without repeating what was sent: it may be a secret. */
export function readJsonBodies(app: HttpApp): void {
  // Fastify also reads text/plain by itself; here it is a wrong type like any other.
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Clients that name the type on every request send it with a DELETE too: nothing was asked for, nothing is missing.
    if (body === '' && request.routeOptions.schema?.body === undefined) return done(null, undefined);
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

function whereBroken(body: string): string {
  try {
    JSON.parse(body);
    return ": it has a name such as '__proto__' that is refused";
  } catch (error) {
    const position = positionIn(error) ?? firstWrongCharacter(body);
    if (position >= body.length) return ': it ends too early';
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
