import { createPrivateKey, type KeyObject, randomUUID, sign } from 'node:crypto';
import { StartError } from '../../platform/errors.ts';
import { systemTime } from '../../platform/time/time.ts';

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
  token(context: object, expiresIn?: number): Promise<string>;
  revoke(token: string): Promise<void>;
}

const MAX_REQUESTS = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ATTEMPTS = 4;
const REQUEST_MS = 60_000;
/** A response that asks for more patience than this counts as it is. */
const MAX_WAIT_MS = 60_000;
const TOKEN_SECONDS = 3600;

export async function connectInstance(options: InstanceOptions): Promise<Instance> {
  const url = readUrl(options.url);
  const key = readKey(options.privateKey);
  let requests = 0;

  const attempt = async ({ method, path, token, json, form }: Request, basic?: string): Promise<Reply> => {
    requests += 1;
    if (requests > MAX_REQUESTS)
      throw new CannotVerify(`Stopped after ${MAX_REQUESTS} requests. List fewer embeds in the file.`);
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
        if (options.signal.aborted) throw new CannotVerify('Stopped: the time limit has passed.');
        if (error instanceof CannotVerify) throw error;
        const isLast = tries === MAX_ATTEMPTS;
        if (error instanceof TryLater && (isLast || error.waitMs > MAX_WAIT_MS)) return error.reply;
        if (isLast) throw new CannotVerify(`${url}${request.path} failed: ${reasonOf(error)}.`);
        const waitMs = error instanceof TryLater ? error.waitMs : 500 * tries;
        // If the time limit passes meanwhile, the next attempt says so.
        await systemTime.sleep(waitMs, { signal: options.signal }).catch(() => undefined);
      }
    }
  };

  const realm = `/api/auth/realms/${encodeURIComponent(options.tenant)}`;
  const metadata = await send({ path: `${realm}/.well-known/openid-configuration` });
  const { issuer } = metadata.json;
  if (metadata.status !== 200 || typeof issuer !== 'string')
    throw new CannotVerify(
      `${url} has no tenant '${options.tenant}' (HTTP ${metadata.status}). Check --instance and --tenant.`,
    );
  const named = (name: string, otherwise: string) =>
    typeof metadata.json[name] === 'string' ? metadata.json[name] : otherwise;
  // An identifier: https even if the instance runs on http.
  const aud = named('assertion_audience', issuer.replace(/^http:/, 'https:'));
  // The host may be another name of the instance; what is signed for anything but this tenant could be used there.
  if (!isRealm(aud, realm))
    throw new CannotVerify(
      `${url} asks for contexts signed for '${aud}', which is not the tenant '${options.tenant}'. Nothing was signed or sent.`,
    );
  const iss = named('assertion_issuer', `https://${options.tenant}-embed`);
  const claims = { iss, aud, sub: options.clientId };
  const basic = `Basic ${Buffer.from(`${formEncode(options.clientId)}:${formEncode(options.clientSecret)}`).toString('base64')}`;
  const endpoint = `${realm}/protocol/openid-connect`;

  return {
    url,
    requests: () => requests,
    send: (request) => send(request),
    async token(context, expiresIn = TOKEN_SECONDS) {
      const exp = Math.floor(Date.now() / 1000) + expiresIn;
      const payload = { ...claims, exp, jti: randomUUID(), embed_context: context };
      const form = {
        grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
        scope: 'embed',
        assertion: signJwt(key, options.keyId, payload),
      };
      const { status, json } = await send({ path: `${endpoint}/token`, form }, basic);
      if (status === 200 && typeof json.access_token === 'string') return json.access_token;
      throw new CannotVerify(
        `The token exchange was refused (HTTP ${status}): ${String(json.error_description ?? json.error ?? json.message ?? '')}`,
      );
    },
    async revoke(token) {
      const { status } = await send({ path: `${endpoint}/revoke`, form: { token } }, basic);
      if (status !== 200) throw new CannotVerify(`A token could not be revoked (HTTP ${status}).`);
    },
  };
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
    throw new CannotVerify(
      `--instance must be the address of the instance, such as https://analytics.example.com.`,
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

function isRealm(text: string, path: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.href.endsWith(path);
}

function readKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem);
  } catch {
    throw new CannotVerify('--private-key must be the PEM file of the private key that signs contexts.');
  }
}

const formEncode = (value: string) => new URLSearchParams({ v: value }).toString().slice('v='.length);
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

function signJwt(key: KeyObject, kid: string | undefined, payload: object): string {
  const input = `${encode({ alg: 'RS512', typ: 'JWT', ...(kid === undefined ? {} : { kid }) })}.${encode(payload)}`;
  return `${input}.${sign('sha512', Buffer.from(input), key).toString('base64url')}`;
}

async function readBytes(response: Response, path: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_BYTES) throw new CannotVerify(`${path} returned more than ${MAX_BYTES} bytes.`);
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
