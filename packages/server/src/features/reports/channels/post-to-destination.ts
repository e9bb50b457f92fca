import type { IncomingHttpHeaders } from 'node:http';
import type { Destination } from '@inlay/protocol/report-settings';
import { AddressNotAllowedError } from '../../../platform/egress/egress-rules.ts';
import { FetchError, fetchBounded } from '../../../platform/egress/fetch-bounded.ts';
import type { Services } from '../../../services.ts';
import { ReportError } from '../store/report-error.ts';

const POST_MS = 15_000;
/** Of the response, only the code of Slack is read. */
const MAX_RESPONSE_BYTES = 64 * 1024;
const MAX_RETRY_AFTER_MS = 60 * 60 * 1000;

export interface DestinationRequest {
  readonly kind: Destination['kind'];
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Sends one request, and resolves when the destination has accepted it. Throws `ReportError`, without the URL. */
export async function postToDestination(
  { time, egress }: Pick<Services, 'time'> & { readonly egress: ReturnType<Services['egressOf']> },
  { kind, url, headers, body }: DestinationRequest,
  signal?: AbortSignal,
): Promise<void> {
  const response = await fetchResponse();
  const refusal = explainStatus(kind, new URL(url).host, response, time.now());
  if (refusal) throw refusal;

  async function fetchResponse(): Promise<Response> {
    let status = 0;
    const checkStatus = (received: number) => {
      status = received;
    };
    try {
      const outgoing = { method: 'POST', headers: { ...COMMON_HEADERS, ...headers }, body, checkStatus };
      const { bytes, headers: received } = await fetchBounded(url, outgoing, {
        egress,
        time,
        timeoutMs: POST_MS,
        maxBytes: MAX_RESPONSE_BYTES,
        ...(signal && { signal }),
      });
      return { status, headers: received, text: bytes.toString() };
    } catch (error) {
      // The status has been received, and says it all.
      if (error instanceof FetchError && error.code === 'TOO_LARGE') return { status, headers: {}, text: '' };
      throw explainFailure(error);
    }
  }
}

/** Some gateways refuse requests that do not say what sends them. */
const COMMON_HEADERS = { 'content-type': 'application/json', 'user-agent': 'Inlay-Reports/1' };

interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function explainFailure(error: unknown): unknown {
  const failed = (effect: 'retry' | 'fail', message: string) =>
    new ReportError('delivery-failed', effect, message, { cause: error });
  if (error instanceof AddressNotAllowedError) return failed('fail', error.message);
  if (!(error instanceof FetchError)) return error;
  return failed(error.code === 'BAD_ADDRESS' ? 'fail' : 'retry', error.message);
}

function explainStatus(
  kind: Destination['kind'],
  host: string,
  { status, headers, text }: Response,
  now: number,
): ReportError | undefined {
  if (status >= 200 && status < 300) return undefined;
  const code = kind === 'slack' && /^[a-z_]{1,64}$/.test(text) ? text : undefined;
  const responded = `${host} responded with status ${status}${code === undefined ? '' : ` (${code})`}.`;
  if (status === 410 || (code !== undefined && GONE.includes(code)))
    return new ReportError(
      'destination-gone',
      'end',
      `${responded} The destination no longer exists. Choose another one.`,
    );
  if (status === 408 || status === 429 || status >= 500)
    return new ReportError('delivery-failed', 'retry', responded, {
      retryAfterMs: retryAfter(headers['retry-after'], now),
    });
  const hint =
    status >= 300 && status < 400
      ? 'Redirects are not followed. Enter the final URL.'
      : 'Check the URL of the destination, and what it accepts.';
  return new ReportError('delivery-failed', 'fail', `${responded} ${hint}`);
}

/** The webhook, its channel or its workspace was deleted: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const GONE: readonly string[] = [
  'no_service',
  'no_service_id',
  'no_active_hooks',
  'no_team',
  'team_disabled',
  'channel_not_found',
  'channel_is_archived',
];

/** RFC 9110 §10.2.3: seconds, or a date. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const delay = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return delay > 0 ? Math.min(delay, MAX_RETRY_AFTER_MS) : undefined;
}
