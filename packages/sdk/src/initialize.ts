import { createInstance, type InlayInstance } from './create-instance.ts';
import type { InitializeOptions } from './embed-options.ts';
import { InlayError, type InlayErrorCode } from './errors.ts';

/**
 * Prepares the page for embeds. We recommend to pass no SDK token: each embed then uses the token of its viewer. An SDK
 * token is verified first, and used by embeds that have no token.
 *
 * @example
 * ```ts
 * const inlay = await initialize(undefined, {
 *   instanceUrl: 'https://analytics.example.com',
 *   tokenProvider: () => fetch('/embed-token', { method: 'POST' }),
 * })
 * ```
 */
export async function initialize(
  sdkAuthToken?: string,
  { instanceUrl, ...shared }: InitializeOptions = {},
): Promise<InlayInstance> {
  const address = normalUrl(instanceUrl);
  if (sdkAuthToken) await verifySdkToken(address, sdkAuthToken);
  return createInstance(address, sdkAuthToken, shared);
}

function normalUrl(given: string | undefined): string {
  if (!given) throw new InlayError('INSTANCE_UNKNOWN');
  if (!/^https?:\/\/[^/?#]+[^?#]*$/.test(given)) {
    throw new InlayError('CONFIGURATION', '`instanceUrl` must be like https://analytics.example.com.');
  }
  return given.replace(/\/+$/, '');
}

/** A form in CORS terms: no preflight, so one round trip. */
async function verifySdkToken(instanceUrl: string, token: string): Promise<void> {
  const outcome: { readonly status?: number; readonly cause?: unknown } = await fetch(
    `${instanceUrl}/scripts/sdk-session`,
    {
      method: 'POST',
      body: new URLSearchParams({ token }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    },
  ).catch((cause: unknown) => ({ cause }));
  const { status } = outcome;
  if (status === 200) return;
  const [code, message]: [InlayErrorCode, string] =
    status === 401
      ? ['TOKEN_INVALID', 'The SDK token must have the role ADMIN.']
      : status === 403
        ? ['ORIGIN_REFUSED', `${self.origin} is not allowed: add it to the allowed origins.`]
        : ['UNREACHABLE', `${instanceUrl} did not respond: check the address, network and \`connect-src\`.`];
  throw new InlayError(code, message, outcome);
}
