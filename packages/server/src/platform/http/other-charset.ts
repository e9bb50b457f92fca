import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';

/** Bodies are read as UTF-8, of which ASCII is a part: in another encoding, they would mean something else. */
const READ_AS_UTF8 = /^(?:utf-?8|us-ascii)$/i;

const CHARSET = /;\s*charset\s*=\s*"?([^\s";,]*)/i;

/** Why a body cannot be read, if its type names an encoding other than UTF-8. */
export function otherCharset({ headers }: Pick<FastifyRequest, 'headers'>): AppError | undefined {
  const charset = CHARSET.exec(headers['content-type'] ?? '')?.[1];
  if (charset === undefined || READ_AS_UTF8.test(charset)) return undefined;
  return new AppError('UNSUPPORTED_MEDIA_TYPE', {
    message: 'The charset of the request body is not supported. Send it in UTF-8.',
  });
}
