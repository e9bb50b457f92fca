import { freePort } from '../../test/support/server/free-port.ts';
import { installKeycloak, KEYCLOAK_PATH } from '../../test/support/sign-in/install-keycloak.ts';
import { administerKeycloak, keycloakCommand } from '../../test/support/sign-in/start-keycloak.ts';
import { startPostgres } from '../../test/support/stores/start-postgres.ts';
import {
  CLIENT_ID,
  type Contender,
  ISSUER,
  LIFETIME_SECONDS,
  PUBLIC_KEY,
  PUBLIC_URL,
  SCOPE,
} from '../load/assertions.ts';
import { startPeer } from './start-peer.ts';

const REALM = 'demo';
const SECRET = 'peer-secret-peer-secret-peer-secret';

/**
 * Keycloak in production mode on PostgreSQL, with its JWT authorization grant (RFC 7523), which rejects an assertion that
 * was used before. It remembers used assertions in memory, and signs the access token, which is a JWT.
 */
export async function startKeycloak(): Promise<Contender> {
  const installed = await installKeycloak();
  const postgres = await startPostgres();
  const port = await freePort();
  const server = await startPeer(
    keycloakCommand(installed, { port, hostname: PUBLIC_URL + KEYCLOAK_PATH, postgresUrl: postgres.url }),
    port,
    `${KEYCLOAK_PATH}/realms/master`,
    {},
  );
  const stop = async () => {
    await server.stop();
    await postgres.stop();
  };
  const url = server.url + KEYCLOAK_PATH;
  try {
    await administerKeycloak(url, 'POST', '', realm);
  } catch (error) {
    await stop();
    throw error;
  }
  const tokenUrl = `${url}/realms/${REALM}/protocol/openid-connect/token`;
  return { server, client: { secret: SECRET, tokenUrl }, stop };
}

const provider = 'host';
const realm = {
  realm: REALM,
  enabled: true,
  sslRequired: 'none',
  clientScopes: [{ name: SCOPE, protocol: 'openid-connect' }],
  clients: [
    {
      clientId: CLIENT_ID,
      secret: SECRET,
      standardFlowEnabled: false,
      defaultClientScopes: [],
      optionalClientScopes: [SCOPE],
      attributes: {
        'oauth2.jwt.authorization.grant.enabled': 'true',
        'oauth2.jwt.authorization.grant.idp': provider,
      },
    },
  ],
  identityProviders: [
    {
      alias: provider,
      providerId: 'jwt-authorization-grant',
      config: {
        issuer: ISSUER,
        useJwksUrl: 'false',
        publicKeySignatureVerifier: PUBLIC_KEY,
        jwtAuthorizationGrantEnabled: 'true',
        jwtAuthorizationGrantMaxAllowedAssertionExpiration: String(LIFETIME_SECONDS),
      },
    },
  ],
  users: [
    {
      username: 'ann',
      enabled: true,
      email: 'ann@customer.example',
      firstName: 'Ann',
      lastName: 'Example',
      federatedIdentities: [{ identityProvider: provider, userId: CLIENT_ID, userName: CLIENT_ID }],
    },
  ],
};
