import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { type Context, Provider } from 'oidc-provider';

/** Claims of a person at the provider, without `sub`. */
export type PersonClaims = Readonly<Record<string, unknown>>;

interface RegisteredAddresses {
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
  readonly backchannelLogoutUri: string;
}

/** `oidc-provider` on loopback, at which the named person signs in without a form. */
export interface CompanyProvider {
  readonly issuer: string;
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  /** By subject. */
  readonly people: Map<string, PersonClaims>;
  /** The subject that signs in next; undefined for somebody who cancels. */
  person: string | undefined;
  register(addresses: RegisteredAddresses): Promise<void>;
  /** Signs with another key from now on, and withdraws the former. */
  rotateKeys(): Promise<void>;
  close(): void;
}

const CLIENT = { clientId: 'inlay', clientSecret: 'secret of inlay +&=% at the company' };

export async function startCompanyProvider(): Promise<CompanyProvider> {
  const people = new Map<string, PersonClaims>();
  let provider: Provider | undefined;
  let keys: readonly JWK[] = [await newKey()];
  let addresses: RegisteredAddresses | undefined;
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const build = () => {
    provider = new Provider(issuer, configuration({ keys, people, addresses }));
  };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (!provider) return void response.writeHead(503).end();
    if (!request.url?.startsWith('/interaction/')) return void (await provider.callback()(request, response));
    const login = { accountId: company.person, amr: ['pwd', 'mfa'] };
    const result =
      company.person === undefined
        ? { error: 'access_denied', error_description: 'The person canceled.' }
        : { login };
    await provider.interactionFinished(request, response, result);
  };
  const company: CompanyProvider = {
    issuer,
    client: CLIENT,
    people,
    person: undefined,
    register: async (registered) => {
      addresses = registered;
      build();
    },
    rotateKeys: async () => {
      keys = [await newKey()];
      build();
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return company;
}

let made = 0;

async function newKey(): Promise<JWK> {
  made += 1;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid: `key-${made}`, use: 'sig', alg: 'RS256' };
}

interface World {
  readonly keys: readonly JWK[];
  readonly people: CompanyProvider['people'];
  readonly addresses: RegisteredAddresses | undefined;
}

const configuration = ({ keys, people, addresses }: World) => ({
  clients: [
    {
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      redirect_uris: addresses ? [addresses.redirectUri] : [],
      post_logout_redirect_uris: addresses ? [addresses.postLogoutRedirectUri] : [],
      backchannel_logout_uri: addresses?.backchannelLogoutUri,
      backchannel_logout_session_required: true,
      grant_types: ['authorization_code'],
      response_types: ['code'],
    },
  ],
  jwks: { keys },
  cookies: { keys: ['cookies of the company'] },
  claims: {
    openid: ['sub', 'amr'],
    email: ['email', 'email_verified'],
    profile: ['given_name', 'family_name', 'preferred_username'],
    company: ['groups', 'realm_access', 'hd'],
  },
  scopes: ['openid', 'email', 'profile', 'company'],
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  interactions: { url: (_ctx: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
  findAccount: (_ctx: unknown, sub: string) => ({
    accountId: sub,
    claims: async () => ({ sub, ...people.get(sub) }),
  }),
  async loadExistingGrant(this: void, ctx: Context & { readonly oidc: { readonly provider?: Provider } }) {
    const { client, session, params, provider } = ctx.oidc;
    if (!provider) throw new Error('The context has no provider.');
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope(params.scope ?? '');
    await grant.save();
    return grant;
  },
  ttl: { AccessToken: 300, AuthorizationCode: 60, IdToken: 300, Interaction: 600, Session: 600, Grant: 600 },
  // Its own refuses addresses on loopback.
  fetch: (url: string, init: RequestInit) => fetch(url, { ...init, dispatcher: undefined } as RequestInit),
});
