import type { MailSettings } from '@inlay/protocol/mail-settings';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { readMailAddress } from '../../platform/mail/mail-address.ts';
import type { MailServer } from '../../platform/mail/mail-server.ts';
import type { Queries } from '../../platform/store/store.ts';
import type { Services } from '../../services.ts';
import { findTenant } from '../tenants/index.ts';

/** What a tenant set, without the password. */
export type StoredMailSettings = Omit<
  MailSettings,
  'hasPassword' | 'instanceSender' | 'canSend' | 'waiting' | 'failures'
>;

export interface MailSetup {
  readonly settings: StoredMailSettings;
  readonly sealedPassword: string | null;
}

const NO_MAIL_SETTINGS: StoredMailSettings = {
  useOwnServer: false,
  host: null,
  port: null,
  encryption: 'starttls',
  username: null,
  senderName: null,
  senderAddress: null,
  replyTo: null,
  theme: null,
  logo: null,
};

export const PASSWORD_PURPOSE = 'mail password';

export async function readMailSetup(queries: Queries, tenantId: TenantId): Promise<MailSetup> {
  const row = await queries.tenant(tenantId).selectFrom('mail_settings').selectAll().executeTakeFirst();
  return {
    settings: row ? { ...NO_MAIL_SETTINGS, ...JSON.parse(row.settings) } : NO_MAIL_SETTINGS,
    sealedPassword: row?.sealed_password ?? null,
  };
}

export async function writeMailSetup(
  transaction: Queries,
  tenantId: TenantId,
  { settings, sealedPassword }: MailSetup,
): Promise<void> {
  const row = { settings: JSON.stringify(settings), sealed_password: sealedPassword };
  await transaction
    .tenant(tenantId)
    .insertInto('mail_settings', row)
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(row))
    .execute();
}

/** Whether the tenant can send mail: with its own server, or with that of the operator. */
export const canSend = ({ useOwnServer }: StoredMailSettings, { mail }: Services['config']): boolean =>
  useOwnServer || mail !== undefined;

/** Whether an email to this address can be sent now. Without one, an administrator passes links on. */
export async function canSendTo(
  { config }: Pick<Services, 'config'>,
  queries: Queries,
  tenantId: TenantId,
  address: string | null,
): Promise<boolean> {
  if (address === null || readMailAddress(address) === undefined) return false;
  return canSend((await readMailSetup(queries, tenantId)).settings, config);
}

type MailServices = Pick<Services, 'store' | 'config' | 'vault' | 'egressOf' | 'operatorEgress'>;

/** The server that a tenant's mail is sent through now; undefined if there is none. */
export async function findMailServer(
  services: MailServices,
  tenantId: TenantId,
): Promise<MailServer | undefined> {
  const { store, config } = services;
  const tenant = await findTenant(store, tenantId);
  const setup = await readMailSetup(store, tenantId);
  if (tenant?.status !== 'active' || !canSend(setup.settings, config)) return undefined;
  const name = setup.settings.senderName ?? tenant.name;
  return setup.settings.useOwnServer
    ? ownServer(services, tenantId, setup, name)
    : operatorServer(services, setup.settings, name);
}

function ownServer(
  { config, vault, egressOf }: MailServices,
  tenantId: TenantId,
  { settings, sealedPassword }: MailSetup,
  name: string,
): MailServer | undefined {
  const { host, port, encryption, username, senderAddress, replyTo } = settings;
  // `checkMailSettings` requires them.
  if (host === null || port === null || senderAddress === null) return undefined;
  const egress = egressOf(tenantId);
  const password = sealedPassword === null ? '' : vault.open(tenantId, PASSWORD_PURPOSE, sealedPassword);
  return {
    host,
    port,
    encryption,
    login: username === null ? undefined : { user: username, password },
    sender: { name, address: senderAddress },
    replyTo,
    rule: encryption === 'none' ? egress.onlyListed : egress.anyAllowed,
    clientName: config.publicUrl.hostname,
  };
}

function operatorServer(
  { config, operatorEgress }: MailServices,
  { replyTo }: StoredMailSettings,
  name: string,
): MailServer | undefined {
  if (config.mail === undefined) return undefined;
  const { from, ...server } = config.mail;
  return {
    ...server,
    sender: { name, address: from },
    replyTo,
    rule: operatorEgress,
    clientName: config.publicUrl.hostname,
  };
}
