import { randomUUID } from 'node:crypto';
import type { SamlAddresses } from '@inlay/protocol/provider-addresses';
import { REALM } from './keycloak-realm.ts';
import { administerKeycloak } from './start-keycloak.ts';

/** Settings of a client, by the names that Keycloak stores them under. */
export type ClientSettings = Readonly<Record<string, string>>;

/** Inlay as an application of the realm. */
export interface KeycloakSamlClient {
  /** Changes settings as an administrator does. */
  change(settings: ClientSettings): Promise<void>;
  /** Without it, Keycloak cannot encrypt assertions. */
  makeEncryptionKey(): Promise<unknown>;
}

/** What the guide says, in the words of the admin console. */
export const GUIDE = {
  // Settings → SAML capabilities: Name ID format, Force name ID format
  saml_name_id_format: 'persistent',
  saml_force_name_id_format: 'true',
  // Settings → Signature and encryption: Sign documents, Sign assertions, Signature algorithm
  'saml.server.signature': 'true',
  'saml.assertion.signature': 'true',
  'saml.signature.algorithm': 'RSA_SHA256',
  // Keys: Client signature required, Encrypt assertions
  'saml.client.signature': 'false',
  'saml.encrypt': 'false',
} satisfies ClientSettings;

/** Creates it with the addresses that Inlay shows. */
export async function createSamlClient(
  url: string,
  { spEntityId, acsUrl }: SamlAddresses,
): Promise<KeycloakSamlClient> {
  const clients = `/${REALM}/clients`;
  const id = randomUUID();
  const path = `${clients}/${id}`;
  await administerKeycloak(url, 'POST', clients, {
    id,
    protocol: 'saml',
    clientId: spEntityId,
    // Settings → Access settings → Valid redirect URIs: the one field that Keycloak compares the address with
    redirectUris: [acsUrl],
    attributes: GUIDE,
    // Client scopes → …-dedicated → Add mapper → By configuration
    protocolMappers: [
      ...['email', 'firstName', 'lastName', 'username'].map(userProperty),
      mapper('groups', 'saml-group-membership-mapper', { 'attribute.name': 'member', 'full.path': 'true' }),
    ],
  });
  return {
    change: async (settings) => {
      await administerKeycloak(url, 'PUT', path, { clientId: spEntityId, attributes: settings });
    },
    makeEncryptionKey: () => administerKeycloak(url, 'POST', `${path}/certificates/saml.encryption/generate`),
  };
}

const mapper = (name: string, protocolMapper: string, config: ClientSettings) => ({
  ...{ name, protocol: 'saml', protocolMapper },
  config: { 'attribute.nameformat': 'Basic', ...config },
});

const userProperty = (name: string) =>
  mapper(name, 'saml-user-property-mapper', { 'user.attribute': name, 'attribute.name': name });
