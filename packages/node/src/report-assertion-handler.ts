import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { EmbedClient, TokenOptions } from './create-embed-client.ts';
import type { EmbedContext } from './embed-context.ts';
import { configurationError } from './errors.ts';
import { type FastifyReplyLike, type Reply, sendReply } from './send-reply.ts';
import { parseObject } from './send-request.ts';
import { verifyInlaySignature } from './verify-inlay-signature.ts';

export interface ReportAssertionHandlerOptions extends Pick<TokenOptions, 'expiresIn'> {
  /** The secret of the report settings, or the new and the old one while you replace it. */
  readonly secret: string | readonly string[] | undefined;
  /** Receives errors, for your log. Default: `console.error`. */
  readonly onError?: (error: unknown) => void;
}

/** For whom Inlay makes a report or checks an alert. */
export interface ReportViewer {
  /** As in the signed context of the viewer when they subscribed. The context that you return must have the same. */
  readonly username: string;
  readonly workspaceId: string;
  readonly tenant: string;
  readonly subscription: string;
  readonly embed: string;
  readonly purpose: 'report' | 'alert';
}

/** Nothing if the viewer has lost access. */
type Viewer = EmbedContext | null | undefined;

type IncomingRequest = { readonly headers: IncomingHttpHeaders } & (
  | IncomingMessage
  | { readonly raw: IncomingMessage; readonly body?: unknown }
);

/**
 * A route handler for Express, Fastify and `node:http` that tells Inlay what a viewer may see when a report is made. It
 * verifies that the request is from Inlay. Your function returns the context that the viewer has now, or `null` if they
 * have lost access, which ends the subscription. If you cannot tell, throw: Inlay asks again later.
 *
 * @example
 * ```ts
 * const secret = process.env.INLAY_REPORT_SECRET
 * app.post('/inlay/assertion', reportAssertionHandler(client, async ({ username }) => {
 *   const user = await findActiveUser(username)
 *   return user && { username, workspaceId: 'main', privileges: { sales: ['view'] } }
 * }, { secret }))
 * ```
 *
 * @throws InlayError with the code `CONFIGURATION` if there is no secret
 */
export function reportAssertionHandler(
  client: EmbedClient,
  contextOf: (viewer: ReportViewer) => Viewer | Promise<Viewer>,
  { secret, onError = console.error, expiresIn }: ReportAssertionHandlerOptions,
): (request: IncomingRequest, response: ServerResponse | FastifyReplyLike) => Promise<unknown> {
  if (!secret?.length)
    throw configurationError(
      'secret is required: pass the secret of the report settings to reportAssertionHandler.',
    );
  const options = expiresIn === undefined ? {} : { expiresIn };
  // Never rejects: in Express 4 and `node:http` a rejected handler ends the process.
  const createReply = async (request: IncomingRequest): Promise<Reply> => {
    try {
      const body = await readBody(request);
      if (body === undefined) return { status: 413, body: { message: 'The body is too large.' } };
      if (!verifyInlaySignature(body, request.headers, secret))
        return { status: 401, body: { message: 'The signature is missing, wrong or too old.' } };
      const context = await contextOf(readViewer(body));
      if (!context) return { status: 403, body: { refused: true } };
      return { status: 200, body: { assertion: await client.assertion(context, options) } };
    } catch (error) {
      return { status: 500, body: { message: 'There is no assertion right now. Ask again later.' }, error };
    }
  };
  return async (request, response) => {
    const reply = await createReply(request);
    const sent = sendReply(response, reply);
    if ('error' in reply) onError(reply.error);
    return sent;
  };
}

/** The signature has proved that Inlay wrote it. */
function readViewer(body: string | Uint8Array): ReportViewer {
  const { username, workspace_id, tenant, subscription, embed, purpose } = parseObject(
    Buffer.from(body).toString('utf8'),
  );
  return {
    username: String(username),
    workspaceId: String(workspace_id),
    tenant: String(tenant),
    subscription: String(subscription),
    embed: String(embed),
    purpose: purpose === 'alert' ? 'alert' : 'report',
  };
}

/** Inlay sends less than 4 KB. */
const maxBytes = 64 * 1024;

/**
 * The body as received. Where a framework has parsed it, it is written again: what Inlay sends comes out as it was, and
 * anything else fails the signature.
 */
async function readBody(request: IncomingRequest): Promise<string | Uint8Array | undefined> {
  const given = 'body' in request ? request.body : undefined;
  if (typeof given === 'string' || given instanceof Uint8Array) return given;
  if (typeof given === 'object' && given !== null) return JSON.stringify(given);
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of 'raw' in request ? request.raw : request) {
    bytes += part.length;
    if (bytes > maxBytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
