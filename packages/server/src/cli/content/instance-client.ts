import { ERRORS, type ErrorCode } from '@inlay/protocol/error-codes';
import { AppError, StartError } from '../../platform/errors.ts';
import { printable } from '../../platform/printable.ts';
import { systemTime, type Time } from '../../platform/time/time.ts';
import { VERSION } from '../../version.ts';
import { UsageError } from '../usage-error.ts';

export interface InstanceAccess {
  readonly url: string | undefined;
  readonly key: string | undefined;
}

interface Sent {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Under `/api/v0/`. */
  readonly path: string;
  readonly json?: unknown;
  readonly stream?: ReadableStream<Uint8Array>;
  readonly timeoutMs?: number;
  /** Whether sending it twice does no harm. */
  readonly isRepeatable: boolean;
}

/** A client of an instance's API. */
export interface InstanceClient {
  readonly url: string;
  get(path: string): Promise<unknown>;
  /** For requests that change nothing. */
  ask(path: string, body: unknown): Promise<unknown>;
  change(path: string, body: unknown): Promise<unknown>;
  download(path: string): Promise<AsyncIterable<Uint8Array>>;
  upload(path: string, body: ReadableStream<Uint8Array>): Promise<void>;
}

const MAX_ATTEMPTS = 5;
const MAX_WAIT_MS = 60_000;
const REQUEST_MS = 5 * 60_000;
const TRANSFER_MS = 60 * 60_000;
const MAX_JSON_BYTES = 256 * 1024 * 1024;

export function connectTo({ url: text, key }: InstanceAccess, time: Time = systemTime): InstanceClient {
  const url = readUrl(text);
  const token = readKey(key);

  const attempt = async ({ method, path, json, stream, timeoutMs = REQUEST_MS }: Sent) => {
    const deadline = time.deadline(timeoutMs);
    const body = json === undefined ? stream : JSON.stringify(json);
    const type = json === undefined ? 'application/octet-stream' : 'application/json';
    const response = await fetch(`${url}/api/v0/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'user-agent': `inlay-content/${VERSION}`,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      ...(body === undefined ? {} : { body, duplex: 'half' }),
      // The key must never follow a redirect to another address.
      redirect: 'manual',
      signal: deadline.signal,
    } as RequestInit).catch((error) => {
      deadline.release();
      throw error;
    });
    return { response, release: deadline.release };
  };

  /** Tries again where the instance asks for it, and after a broken connection if that does no harm. */
  const send = async (sent: Sent) => {
    for (let tries = 1; ; tries += 1) {
      try {
        const { response, release } = await attempt(sent);
        const waitMs = retryAfter(response);
        if (waitMs === undefined || tries === MAX_ATTEMPTS || sent.stream) return { response, release };
        release();
        await response.body?.cancel();
        await time.sleep(waitMs);
      } catch (error) {
        const code = codeOf(error);
        const wasSent = code !== 'ECONNREFUSED' && code !== 'EAI_AGAIN';
        const isLost = isTransient(code) && (sent.isRepeatable || !wasSent) && !sent.stream;
        if (!isLost || tries === MAX_ATTEMPTS) throw unreachable(url, code, error, sent);
        await time.sleep(500 * tries);
      }
    }
  };

  const sendForJson = async (sent: Sent): Promise<unknown> => {
    const { response, release } = await send(sent);
    const bytes = await readBytes(response)
      .catch((error) => {
        if (error instanceof StartError) throw error;
        throw unreachable(url, codeOf(error), error, sent);
      })
      .finally(release);
    const value = parse(response, bytes);
    if (!response.ok) throw refusal(url, sent.path, response, value);
    if (value === undefined) throw notInlay(url);
    return value;
  };

  return {
    url,
    get: (path) => sendForJson({ method: 'GET', path, isRepeatable: true }),
    ask: (path, json) => sendForJson({ method: 'POST', path, json, isRepeatable: true }),
    change: (path, json) => sendForJson({ method: 'POST', path, json, isRepeatable: false }),
    async download(path) {
      const sent = { method: 'GET', path, timeoutMs: TRANSFER_MS, isRepeatable: true } as const;
      const { response, release } = await send(sent);
      if (response.ok && response.body) return endingWith(response.body, release);
      const value = parse(response, await readBytes(response).finally(release));
      throw refusal(url, path, response, value);
    },
    async upload(path, stream) {
      await sendForJson({ method: 'PUT', path, stream, timeoutMs: TRANSFER_MS, isRepeatable: false });
    },
  };
}

async function* endingWith(body: AsyncIterable<Uint8Array>, end: () => void): AsyncIterable<Uint8Array> {
  try {
    yield* body;
  } finally {
    end();
  }
}

function readUrl(text: string | undefined): string {
  if (text === undefined || text === '')
    throw new UsageError('The option --url is missing. Pass the URL of the instance, or set INLAY_URL.');
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search || url.hash)
    throw new UsageError('--url must be the URL of the instance, such as https://analytics.example.com.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new UsageError(
      `The key is not sent to ${url.origin}, because anybody on the way could read it. Use https.`,
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}

const isLoopback = (host: string) =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '[::1]' ||
  /^127(?:\.\d{1,3}){3}$/.test(host);

function readKey(key: string | undefined): string {
  const token = key?.trim() ?? '';
  if (token === '')
    throw new UsageError('The key is missing. Set the environment variable INLAY_KEY, or pass --key.');
  // Checked here, because the error of an invalid header would quote it.
  if (!/^[A-Za-z0-9._~+/=-]+$/.test(token))
    throw new UsageError('The key contains characters that no key has. Copy it again.');
  return token;
}

function retryAfter({ status, headers }: Response): number | undefined {
  const given = headers.get('retry-after');
  if ((status !== 429 && status !== 503) || given === null) return undefined;
  const ms = Number(given) * 1000;
  return Number.isFinite(ms) && ms <= MAX_WAIT_MS ? Math.max(ms, 100) : undefined;
}

/** The message of `fetch` is only "fetch failed"; its cause has the reason. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

const isTransient = (code: string) =>
  /^(?:ECONN|EPIPE|EAI_AGAIN|UND_ERR_SOCKET|UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)/.test(code);
const isTls = (code: string) => /CERT|TLS|SSL|UNABLE_TO_|SELF_SIGNED|EPROTO/.test(code);

function unreachable(url: string, code: string, error: unknown, { isRepeatable, method }: Sent): StartError {
  const { host, origin } = new URL(url);
  const lost = isRepeatable || method === 'GET' ? '' : ` ${LOST}`;
  if (code === 'ENOTFOUND') return new StartError(`The host ${host} was not found. Check --url.`);
  if (code === 'ECONNREFUSED')
    return new StartError(`No server responds at ${origin}. Check --url, and that the instance runs.`);
  if (isTls(code))
    return new StartError(
      `The connection to ${origin} is not secure (${code}). Check --url. If your organization signs certificates itself, ` +
        'set NODE_EXTRA_CA_CERTS to the file of its certificate.',
    );
  if (/Timeout|Abort/i.test(code))
    return new StartError(`${origin} did not respond in time.${lost || ' Try again later.'}`);
  const reason = printable(error instanceof Error && isTransient(code) ? code : String(code));
  return new StartError(`The connection to ${origin} broke off (${reason}).${lost || ' Try again.'}`);
}

const LOST =
  'The instance may have applied the changes, all or none of them. Plan again to see whether anything is left to apply.';

async function readBytes(response: Response): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_JSON_BYTES) throw new StartError('The response of the instance is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function parse(response: Response, bytes: Buffer): unknown {
  if (!response.headers.get('content-type')?.startsWith('application/json')) return undefined;
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

const notInlay = (url: string) =>
  new StartError(`${url} did not respond like an Inlay instance. Check --url.`);

interface ErrorBody {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
}

function refusal(url: string, path: string, response: Response, value: unknown): Error {
  const { status } = response;
  if (status >= 300 && status < 400) {
    const target = URL.parse(response.headers.get('location') ?? '', url);
    return new StartError(`${url} redirects to ${target ? target.origin : 'another address'}. Use that URL.`);
  }
  const { code, message, details } = (value ?? {}) as ErrorBody;
  if (status === 401 && /insufficient_scope/.test(response.headers.get('www-authenticate') ?? ''))
    return new StartError(
      'The key lacks a scope. A plan and an export need content:read and data:read, an application also content:write, ' +
        'embeds:write and data:write, and files data:query.',
    );
  if (status === 401)
    return new StartError(
      `The instance refused the key. Check that it belongs to the tenant at ${url}, and that it is still valid.`,
    );
  if (status === 413)
    return new StartError('The folder is larger than the instance accepts. Split the app into several.');
  if (typeof code !== 'string' || typeof message !== 'string') return notInlay(url);
  if (status === 404 && message === ERRORS.NOT_FOUND[1])
    return new StartError(
      `${url} does not support /api/v0/${path.split('?', 1)[0]}. Check --url; if it is correct, upgrade the instance.`,
    );
  if (status === 400 || status === 409)
    return new AppError(isKnown(code) ? code : 'REQUEST_INVALID', { message: printable(message), details });
  if (status === 404 || status === 412) return new StartError(printable(message));
  return new StartError(`The instance responded with ${status}: ${printable(message)}`);
}

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(ERRORS, code);
