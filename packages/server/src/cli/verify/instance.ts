import { createEmbedClient, type EmbedClient, type EmbedContext, InlayError } from '@inlay/node';
import { StartError } from '../../platform/errors.ts';
import { systemTime } from '../../platform/time/time.ts';
import { CANNOT_VERIFY } from './messages.ts';

/** Nothing can be verified: the instance does not respond, or refuses the credentials. */
export class CannotVerify extends StartError {}

export interface InstanceOptions {
  readonly url: string;
  readonly tenant: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly privateKey: string;
  readonly keyId: string | undefined;
  /** Aborts when the time of the whole run is over. */
  readonly signal: AbortSignal;
}

export interface Request {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly json?: unknown;
  readonly form?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly type: string;
  readonly bytes: Buffer;
  /** The body as JSON; an empty object if it is none. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** A client of one instance: what a host application and its viewers' browsers can send, and nothing else. */
export interface Instance {
  readonly url: string;
  readonly requests: () => number;
  send(request: Request): Promise<Reply>;
  /** Signs a context and exchanges it, as the server of a host application does. */
  token(context: EmbedContext, expiresIn?: number): Promise<string>;
  revoke(token: string): Promise<void>;
}

const MAX_REQUESTS = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ATTEMPTS = 4;
const REQUEST_MS = 60_000;
/** A response that asks for more patience than this counts as it is. */
const MAX_WAIT_MS = 60_000;
/** For all attempts at a token. */
const TOKEN_MS = MAX_ATTEMPTS * REQUEST_MS;

export function connectInstance(options: InstanceOptions): Instance {
  const url = readUrl(options.url);
  let requests = 0;
  const countRequest = () => {
    requests += 1;
    if (requests > MAX_REQUESTS) throw new CannotVerify(CANNOT_VERIFY.tooManyRequests(String(MAX_REQUESTS)));
  };
  const client = createClient(url, options, countRequest);

  const attempt = async ({ method, path, token, json, form }: Request, basic?: string): Promise<Reply> => {
    countRequest();
    const body =
      json === undefined ? form && new URLSearchParams({ ...form }).toString() : JSON.stringify(json);
    const contentType = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
    const authorization = basic ?? (token === undefined ? undefined : `Bearer ${token}`);
    const deadline = systemTime.deadline(REQUEST_MS);
    const response = await fetch(`${url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        'user-agent': 'inlay-verify',
        ...(body === undefined ? {} : { 'content-type': contentType }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      ...(body === undefined ? {} : { body }),
      // Tokens and secrets must never follow a redirect to another address.
      redirect: 'manual',
      signal: AbortSignal.any([options.signal, deadline.signal]),
    }).catch((error) => {
      deadline.release();
      throw error;
    });
    const bytes = await readBytes(response, path).finally(deadline.release);
    const retryAfter = response.headers.get('retry-after');
    const type = response.headers.get('content-type')?.split(';', 1)[0] ?? '';
    const reply = { status: response.status, type, bytes, json: parseObject(type, bytes) };
    if ((response.status === 429 || response.status === 503) && retryAfter !== null)
      throw new TryLater(reply, Number(retryAfter) * 1000 || 1000);
    return reply;
  };

  const send = async (request: Request, basic?: string): Promise<Reply> => {
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(request, basic);
      } catch (error) {
        if (options.signal.aborted) throw new CannotVerify(CANNOT_VERIFY.timeLimit());
        if (error instanceof CannotVerify) throw error;
        const isLast = tries === MAX_ATTEMPTS;
        if (error instanceof TryLater && (isLast || error.waitMs > MAX_WAIT_MS)) return error.reply;
        if (isLast)
          throw new CannotVerify(CANNOT_VERIFY.unreachable(`${url}${request.path}`, reasonOf(error)));
        const waitMs = error instanceof TryLater ? error.waitMs : 500 * tries;
        // If the time limit passes meanwhile, the next attempt says so.
        await systemTime.sleep(waitMs, { signal: options.signal }).catch(() => undefined);
      }
    }
  };

  const revokePath = `/api/auth/realms/${encodeURIComponent(options.tenant)}/protocol/openid-connect/revoke`;
  const basic = `Basic ${Buffer.from(`${formEncode(options.clientId)}:${formEncode(options.clientSecret)}`).toString('base64')}`;

  return {
    url,
    requests: () => requests,
    send: (request) => send(request),
    async token(context, expiresIn) {
      const { signal } = options;
      try {
        return (await client.token(context, { signal, ...(expiresIn !== undefined && { expiresIn }) })).token;
      } catch (error) {
        if (signal.aborted) throw new CannotVerify(CANNOT_VERIFY.timeLimit());
        if (error instanceof InlayError) throw new CannotVerify(CANNOT_VERIFY.noToken(error.message));
        throw error;
      }
    },
    async revoke(token) {
      const { status } = await send({ path: revokePath, form: { token } }, basic);
      if (status !== 200) throw new CannotVerify(CANNOT_VERIFY.notRevoked(String(status)));
    },
  };
}

/** Signs as the servers of host applications do. */
function createClient(instanceUrl: string, options: InstanceOptions, countRequest: () => void): EmbedClient {
  const { tenant, clientId, clientSecret, privateKey, keyId } = options;
  try {
    return createEmbedClient({
      ...{ instanceUrl, tenantId: tenant, clientId, clientSecret, privateKey },
      ...(keyId !== undefined && { keyId }),
      ...{ timeoutMs: TOKEN_MS, attemptTimeoutMs: REQUEST_MS, maxAttempts: MAX_ATTEMPTS },
      // The instance drops entries of large contexts, and viewers must not get more without them.
      allowTruncation: true,
      fetch: (input, init) => {
        countRequest();
        return fetch(input, init);
      },
    });
  } catch (error) {
    if (error instanceof InlayError) throw new CannotVerify(CANNOT_VERIFY.options(error.message));
    throw error;
  }
}

class TryLater extends Error {
  readonly reply: Reply;
  readonly waitMs: number;

  constructor(reply: Reply, waitMs: number) {
    super(`HTTP ${reply.status}`);
    this.reply = reply;
    this.waitMs = waitMs;
  }
}

function readUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new CannotVerify(CANNOT_VERIFY.noUrl());
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const formEncode = (value: string) => new URLSearchParams({ v: value }).toString().slice('v='.length);

async function readBytes(response: Response, path: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new CannotVerify(CANNOT_VERIFY.tooLarge(path, String(MAX_BYTES)));
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parseObject(type: string, bytes: Buffer): Readonly<Record<string, unknown>> {
  if (!type.endsWith('json')) return {};
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

/** The message of `fetch` is only "fetch failed"; its cause has the reason. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}
