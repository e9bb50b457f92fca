import type {
  OidcProvider as OidcProviderDto,
  ProviderTest,
  SamlProvider as SamlProviderDto,
} from '@inlay/protocol/identity-provider';
import type { OidcAddresses, SamlAddresses } from '@inlay/protocol/provider-addresses';
import type { SignInProvider } from '@inlay/protocol/sign-in';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { IdentityProviderRow } from '../../../platform/store/schema.ts';
import type { Queries } from '../../../platform/store/store.ts';

type OfTheServer = 'id' | 'isEnabled' | 'test' | 'isTested' | 'createdAt' | 'updatedAt';

/** What owners set, without the secret. */
export type OidcSettings = Omit<OidcProviderDto, OfTheServer | 'hasClientSecret' | keyof OidcAddresses>;

/** What owners set, with what the metadata says. */
export interface SamlSettings
  extends Omit<SamlProviderDto, OfTheServer | 'certificates' | keyof SamlAddresses> {
  /** PEM. */
  readonly certificates: readonly string[];
}

export type ProviderSettings = OidcSettings | SamlSettings;

/** What decides about accounts, with either protocol. */
export type AccountSettings = Omit<Pick<OidcSettings, keyof OidcSettings & keyof SamlSettings>, 'kind'>;

interface ProviderWith<Settings> {
  readonly tenantId: TenantId;
  readonly id: string;
  readonly settings: Settings;
  /** The client secret of an OpenID provider. */
  readonly sealedSecret: string | null;
  readonly isEnabled: boolean;
  /** The time of creation, plus one for each change after which a test is repeated. */
  readonly version: number;
  readonly test: ProviderTest | null;
  readonly testedVersion: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type OidcProvider = ProviderWith<OidcSettings>;
export type SamlProvider = ProviderWith<SamlSettings>;

/** An identity provider of a tenant. */
export type Provider = OidcProvider | SamlProvider;

export const isOidc = (provider: Provider): provider is OidcProvider => provider.settings.kind === 'oidc';
export const isSaml = (provider: Provider): provider is SamlProvider => provider.settings.kind === 'saml';

const ACCOUNT_DEFAULTS: Omit<AccountSettings, 'name'> = {
  logo: null,
  usernameClaim: 'email',
  createUsers: false,
  linkByEmail: false,
  roles: [],
  groups: [],
  workspaces: [],
};

export const OIDC_DEFAULTS: Omit<OidcSettings, 'name' | 'issuer' | 'clientId'> = {
  kind: 'oidc',
  ...ACCOUNT_DEFAULTS,
  scopes: ['profile', 'email'],
  signOutAtProvider: false,
};

export const SAML_DEFAULTS: Pick<SamlSettings, 'kind' | keyof typeof ACCOUNT_DEFAULTS> = {
  kind: 'saml',
  ...ACCOUNT_DEFAULTS,
};

/** In the order in which they were created, which is that of the buttons. */
export async function listProviders(queries: Queries, tenantId: TenantId): Promise<readonly Provider[]> {
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('identity_providers')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(toProvider);
}

export async function findProvider(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<Provider | undefined> {
  const row = await queries
    .tenant(tenantId)
    .selectFrom('identity_providers')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toProvider(row);
}

/**
 * Locks the provider and reads it, so that nobody signs in with one that is being changed.
 *
 * @param lock `share` for sign-ins, which do not wait for each other
 */
export async function lockProvider(
  transaction: Queries,
  tenantId: TenantId,
  id: string,
  lock: 'share' | 'own',
): Promise<Provider | undefined> {
  const row = await transaction
    .tenant(tenantId)
    .selectFrom('identity_providers')
    .selectAll()
    .where('id', '=', id)
    // On SQLite the transaction itself is the lock.
    .$if(transaction.engine === 'postgres', (query) =>
      lock === 'share' ? query.forShare() : query.forUpdate(),
    )
    .executeTakeFirst();
  return row && toProvider(row);
}

/** The buttons of the sign-in page. */
export async function offeredProviders(
  queries: Queries,
  tenantId: TenantId,
): Promise<readonly SignInProvider[]> {
  const rows = await queries
    .tenant(tenantId)
    .selectFrom('identity_providers')
    .select(['id', 'settings'])
    .where('is_enabled', '=', 1)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, settings }) => {
    const { name, logo } = parseSettings(settings);
    return { id, name, logo };
  });
}

/** The provider that can confirm its sessions. */
export async function confirmingProvider(
  queries: Queries,
  tenantId: TenantId,
  id: string,
): Promise<{ readonly id: string; readonly name: string } | undefined> {
  const provider = await findProvider(queries, tenantId, id);
  return provider?.isEnabled ? { id, name: provider.settings.name } : undefined;
}

export const isTested = ({ test, version, testedVersion }: Provider): boolean =>
  test?.passed === true && testedVersion === version;

/** What the vault binds the client secret to. */
export const secretPurpose = (id: string): string => `secret of identity provider ${id}`;

function parseSettings(text: string): ProviderSettings {
  const stored = JSON.parse(text);
  return { ...(stored.kind === 'saml' ? SAML_DEFAULTS : OIDC_DEFAULTS), ...stored };
}

const toProvider = (row: IdentityProviderRow): Provider => {
  const provider: ProviderWith<ProviderSettings> = {
    tenantId: row.tenant_id,
    id: row.id,
    settings: parseSettings(row.settings),
    sealedSecret: row.sealed_secret,
    isEnabled: row.is_enabled === 1,
    version: row.version,
    test: row.test === null ? null : JSON.parse(row.test),
    testedVersion: row.tested_version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
  // The settings decide which of the two it is.
  return provider as Provider;
};
