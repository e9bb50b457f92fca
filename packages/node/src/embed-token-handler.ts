import type { IncomingMessage, ServerResponse } from 'node:http';
import type { EmbedClient, TokenOptions } from './create-embed-client.ts';
import type { EmbedContext } from './embed-context.ts';
import { InlayError, type InlayErrorCode } from './errors.ts';
import { type FastifyReplyLike, type Reply, sendReply } from './send-reply.ts';

export interface EmbedTokenHandlerOptions extends Pick<TokenOptions, 'expiresIn'> {
  /** Receives errors, for your log; the page gets a generic message. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** Nothing if nobody is logged in. */
type Viewer = EmbedContext | null | undefined;

/**
 * A route handler for Express, Fastify and `node:http` that responds with `{ token, expiresAt }`. Your function returns
 * the context of the logged-in user, or `null` if nobody is logged in, which responds with 401.
 *
 * @example
 * ```ts
 * // Fastify: the same, with (request: FastifyRequest)
 * app.post('/embed-token', embedTokenHandler(client, async (request: express.Request) => {
 *   const user = await userOfSession(request)
 *   return user && { username: user.email, workspaceId: 'main', privileges: { sales: ['view'] } }
 * }))
 * ```
 */
export function embedTokenHandler<Request = IncomingMessage>(
  client: EmbedClient,
  contextOf: (request: Request) => Viewer | Promise<Viewer>,
  { onError = console.error, expiresIn }: EmbedTokenHandlerOptions = {},
): (request: Request, response: ServerResponse | FastifyReplyLike) => Promise<unknown> {
  const tokenOptions = expiresIn === undefined ? {} : { expiresIn };
  return async (request, response) => {
    const reply = await createReply(client, () => contextOf(request), tokenOptions);
    const sent = sendReply(response, reply);
    if ('error' in reply) onError(reply.error);
    return sent;
  };
}

/** Never rejects: in Express 4 and `node:http` a rejected handler ends the process. */
async function createReply(
  client: EmbedClient,
  readContext: () => Viewer | Promise<Viewer>,
  options: TokenOptions,
): Promise<Reply> {
  try {
    const context = await readContext();
    if (!context) return { status: 401, body: { message: 'Please log in to see this content.' } };
    return { status: 200, body: await client.token(context, options) };
  } catch (error) {
    const body = { message: 'This content is not available right now. Please try again in a moment.' };
    return { status: isExchangeFailure(error) ? 502 : 500, body, error };
  }
}

const exchangeFailures: readonly InlayErrorCode[] = ['TOKEN_REFUSED', 'UNREACHABLE', 'TIMEOUT'];

function isExchangeFailure(error: unknown): boolean {
  return error instanceof InlayError && exchangeFailures.includes(error.code);
}
