import { AddressNotAllowedError } from '../../../platform/egress/egress-rules.ts';
import { FetchError, type Fetched, fetchBounded } from '../../../platform/egress/fetch-bounded.ts';
import { isObject } from '../../../platform/identity/strict-json.ts';
import { isoTime } from '../../../platform/time/time.ts';
import type { Services } from '../../../services.ts';
import { openReportSecret, type ReportSetup } from '../settings/report-settings.ts';
import { signRequest } from '../settings/sign-request.ts';
import { ReportError } from '../store/report-error.ts';
import type { StoredSubscription } from '../store/subscriptions.ts';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 64 * 1024;
const MAX_REASON = 200;

type AskServices = Pick<Services, 'time' | 'vault' | 'egressOf'>;

export interface HostRequest {
  readonly setup: ReportSetup;
  /** A new one for each attempt: an assertion that the host remembered would be refused as a replay. */
  readonly requestId: string;
  readonly signal: AbortSignal;
}

/** Asks the tenant's server for an assertion of the viewer of a subscription, in a signed request. */
export async function askHost(
  services: AskServices,
  subscription: StoredSubscription,
  { setup, requestId, signal }: HostRequest,
): Promise<string> {
  const { time, vault, egressOf } = services;
  const { tenant_id: tenantId } = subscription;
  const { assertionUrl } = setup.settings;
  const secret = openReportSecret(vault, tenantId, setup);
  // The settings require both.
  if (assertionUrl === null || secret === undefined)
    throw new ReportError('reports-off', 'skip', 'The report settings have no endpoint or no secret.');
  const now = time.now();
  const request = {
    tenant: tenantId,
    subscription: subscription.id,
    username: subscription.username,
    workspace_id: subscription.workspace_id,
    embed: subscription.embed_id,
    purpose: subscription.kind,
    sent_at: isoTime(now),
  };
  const body = Buffer.from(JSON.stringify(request));
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'inlay-request-id': requestId,
    ...(await signRequest(secret, body, now)),
  };
  const limits = { egress: egressOf(tenantId), time, timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal };
  try {
    const reply = await fetchBounded(assertionUrl, { method: 'POST', headers, body }, limits);
    return readReply(reply, new URL(assertionUrl).host);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof FetchError || error instanceof AddressNotAllowedError)
      throw unavailable(error.message, error);
    throw error;
  }
}

/**
 * Only a host that says so itself ends a subscription: a bare 403 or 404 is also what proxies and servers without the
 * route respond with, and would end all subscriptions of the tenant.
 */
function readReply({ status, bytes }: Fetched, host: string): string {
  const body = parseObject(bytes);
  if (status === 410 || ([200, 403, 404].includes(status) && body.refused === true))
    throw new ReportError('refused-by-host', 'end', `${host} refused this viewer${reasonIn(body)}.`);
  if (status === 200 && typeof body.assertion === 'string') return body.assertion;
  if (status === 200) throw unavailable(`${host} responded without an assertion.`);
  throw unavailable(`${host} responded with status ${status}.${hintFor(status)}`);
}

function hintFor(status: number): string {
  if (status >= 300 && status < 400) return ' Redirects are not followed. Enter the final URL.';
  if (status === 401) return ' Check that it verifies the signature with the secret of the report settings.';
  if (status === 403 || status === 404)
    return ' To end the subscription, it has to respond with {"refused": true}.';
  return '';
}

function parseObject(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** As the host wrote it, for a list that people read. */
function reasonIn({ reason }: Readonly<Record<string, unknown>>): string {
  if (typeof reason !== 'string') return '';
  const visible = reason.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\s]+/gu, ' ').trim();
  const text = [...visible].slice(0, MAX_REASON).join('').replace(/\.$/, '');
  return text === '' ? '' : `: ${text}`;
}

const unavailable = (message: string, cause?: Error) =>
  new ReportError('host-unavailable', 'retry', message, { cause });
