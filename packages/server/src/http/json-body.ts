import { AppError } from '../errors.ts';
import type { HttpApp } from './http-app.ts';

/** Reads JSON bodies and says where a broken one breaks, without repeating what was sent: it may be a secret. */
export function readJsonBodies(app: HttpApp): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
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
    const position = /at position (\d+)/.exec(String(error))?.[1];
    if (position === undefined) return ': it ends too early';
    const before = body.slice(0, Number(position)).split('\n');
    return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
  }
}
