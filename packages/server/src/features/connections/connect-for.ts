import { join } from 'node:path';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { ConnectionConfig } from '../../platform/engines/connection-config.ts';
import { AppError } from '../../platform/errors.ts';
import { openSecrets } from '../../platform/identity/embed-context.ts';
import type { ContextReader } from '../../platform/rules/context-reading.ts';
import { inEnglish, type Reason } from '../../platform/rules/reason.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import type { Services } from '../../services.ts';
import { type Connection, PASSWORD_PURPOSE } from './connections.ts';
import {
  type ConnectionDenial,
  contextPathsOf,
  isDenial,
  type ReadContextValue,
  resolveConnection,
} from './resolve-connection.ts';

/** The viewer of a query: the values that rules read, and the secrets, still sealed. */
export interface DataViewer extends ContextReader {
  readonly tenantId: TenantId;
  readonly sealedSecrets: string | null;
  /** Row rules do not apply if set. */
  readonly bypassesRowRules?: boolean;
}

type ConnectServices = Pick<Services, 'config' | 'vault'>;

/** The connection, resolved for this viewer. This file is the only place where a viewer's secrets are decrypted. */
export function connectFor(
  services: ConnectServices,
  connection: Connection,
  viewer: DataViewer,
): ConnectionConfig {
  const resolved = resolveFor(services, connection, viewer);
  if (!isDenial(resolved)) return resolved;
  throw new AppError('DATA_DENIED', { detail: inEnglish(denialOf(connection, resolved)) });
}

/** Why this viewer cannot open the connection, if they cannot. */
export function whyNotOpened(
  services: ConnectServices,
  connection: Connection,
  viewer: DataViewer,
): Reason | undefined {
  const resolved = resolveFor(services, connection, viewer);
  return isDenial(resolved) ? denialOf(connection, resolved) : undefined;
}

const denialOf =
  ({ id }: Connection, { denied }: ConnectionDenial): Reason =>
  (t) =>
    t.connection.denied({ connection: id, reason: denied(t) });

const resolveFor = ({ vault }: ConnectServices, connection: Connection, viewer: DataViewer) =>
  resolveConnection(
    connection.definition,
    openPassword(vault, viewer.tenantId, connection),
    contextValues(vault, viewer),
  );

/** The connection for an administrator without a user context. Refused if the connection uses one. */
export function connectAsAdmin(
  services: ConnectServices,
  tenantId: TenantId,
  connection: Connection,
): ConnectionConfig {
  const reads = readsOfContext(services.vault, tenantId, connection);
  if (reads.length === 0) {
    const nobody = { tenantId, sealedSecrets: null, ...NOBODY };
    return connectFor(services, connection, nobody);
  }
  throw new AppError('REQUEST_INVALID', {
    message: `This connection uses ${reads.join(', ')} from the user context. Send a context to test it with.`,
  });
}

export function readsOfContext(vault: Vault, tenantId: TenantId, connection: Connection): readonly string[] {
  return contextPathsOf(connection.definition, openPassword(vault, tenantId, connection));
}

/** The folder of a tenant's uploads. Tenant ids are host labels, so none can traverse out of it. */
export function filesFolder({ config }: Pick<Services, 'config'>, tenantId: TenantId): string {
  return join(config.filesDir, tenantId);
}

function openPassword(vault: Vault, tenantId: TenantId, { sealedPassword }: Connection): string | null {
  return sealedPassword === null ? null : vault.open(tenantId, PASSWORD_PURPOSE, sealedPassword);
}

const NOBODY: ContextReader = {
  username: '',
  workspaceId: '',
  attribute: () => ({ kind: 'missing' }),
  groups: () => ({ kind: 'missing' }),
  roles: () => ({ kind: 'missing' }),
};

function contextValues(vault: Vault, viewer: DataViewer): ReadContextValue {
  let secrets: Readonly<Record<string, unknown>> | undefined;
  const opened = () => (secrets ??= openSecrets(vault, viewer.tenantId, viewer.sealedSecrets));
  return (path) => {
    const key = path.slice(path.indexOf('.') + 1);
    if (path.startsWith('secrets.')) {
      const its = opened();
      return Object.hasOwn(its, key) ? asText(its[key]) : undefined;
    }
    const reading = viewer.attribute(key);
    return reading.kind === 'value' ? asText(reading.value) : undefined;
  };
}

/** Only strings and whole numbers: a list or boolean cannot identify an account or a database. */
function asText(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' || value.includes('\0') ? undefined : value;
  return typeof value === 'bigint' || Number.isSafeInteger(value) ? String(value) : undefined;
}
