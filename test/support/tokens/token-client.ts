import {
  basic,
  type EmbedSetup,
  exchange,
  goodClaims,
  signJwt,
  type TokenResponse,
} from '../embeds/embed-client.ts';
import { call } from '../http/api-client.ts';

/** A token for a good assertion. */
export async function newToken(setup: EmbedSetup, now?: number, claims = {}): Promise<string> {
  const { status, body } = await exchange(setup, signJwt({ ...goodClaims(setup, now), ...claims }));
  if (status !== 200) throw new Error(`The exchange answered ${status}: ${JSON.stringify(body)}`);
  return body.access_token as string;
}

/** Posts a form to the introspection or the revocation endpoint. */
export async function askAbout(
  endpoint: 'introspect' | 'revoke',
  setup: EmbedSetup,
  fields: Readonly<Record<string, string>>,
  authorization: string = basic(setup.clientId, setup.secret),
): Promise<TokenResponse> {
  const url =
    endpoint === 'introspect' ? `${setup.tokenUrl}/introspect` : setup.tokenUrl.replace(/token$/, 'revoke');
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization },
    body: new URLSearchParams(fields).toString(),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as TokenResponse['body'],
  };
}

/** The status that the embed API returns for a token. */
export async function sessionStatus(setup: EmbedSetup, token: string): Promise<number> {
  return (await call(`${setup.inlay.url}/embed/api/v0/session`, { token })).status;
}
