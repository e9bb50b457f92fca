import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { type Config, isLoopback } from '../../config.ts';
import { OPERATOR } from '../../platform/identity/acting.ts';
import type { Services } from '../../services.ts';
import {
  changeDestination,
  changeReportSettings,
  createDestination,
  findDestination,
  hasReportSettings,
  openAddress,
  readReportSetup,
  regenerateDestinationSecret,
} from '../reports/index.ts';
import { demoHostFolder } from './enroll-demo-host.ts';

const NAME = 'Back office inbox';
const PATH = '/demo/inbox';
const acting = { actor: null, caller: OPERATOR };

const secretFile = (services: Services) => join(demoHostFolder(services), 'inbox-secret');

/**
 * Lets viewers of the demo subscribe, and send to an inbox on the page of the demo host, once. Settings that an administrator
 * has changed are left alone. Only while the server listens on loopback: elsewhere the inbox is no address that this tenant
 * may send to.
 */
export async function enrollDemoInbox(services: Services, tenantId: TenantId): Promise<void> {
  const { config, store } = services;
  if (!config.demoMayReachLoopback) return;
  const isNew = !(await hasReportSettings(store, tenantId));
  const inbox = await findInbox(services, tenantId);
  if (inbox) {
    if (!existsSync(secretFile(services))) await resetDemoInbox(services, tenantId);
    if (inbox.url !== inboxUrl(config)) await moveInbox(services, tenantId, inbox);
  } else if (isNew) await createInbox(services, tenantId);
  // Last, so that an interrupted start is repeated.
  const change = { rights: 'stored-context', pageUrl: pageUrl(config, config.demoPort) } as const;
  if (isNew) await changeReportSettings(services, tenantId, change, acting);
}

/** Gives the inbox a new signing secret, which replaces the previous one. */
export async function resetDemoInbox(services: Services, tenantId: TenantId): Promise<void> {
  const inbox = await findInbox(services, tenantId);
  if (!inbox) return;
  const secret = await regenerateDestinationSecret(services, tenantId, inbox.id, acting);
  await writeSecret(services, secret);
}

async function createInbox(services: Services, tenantId: TenantId): Promise<void> {
  const destination = {
    name: NAME,
    kind: 'webhook',
    workspaceId: 'main',
    url: inboxUrl(services.config),
  } as const;
  const { secret } = await createDestination(services, tenantId, destination, acting);
  if (secret !== null) await writeSecret(services, secret);
}

interface Inbox {
  readonly id: string;
  readonly url: string;
}

/** The destination, unless an administrator has deleted it, renamed it or sent it elsewhere. */
async function findInbox({ store, vault }: Services, tenantId: TenantId): Promise<Inbox | undefined> {
  const row = await findDestination(store, tenantId, { name: NAME });
  if (row?.kind !== 'webhook') return undefined;
  const { url } = openAddress(vault, row);
  return new URL(url).pathname === PATH ? { id: row.id, url } : undefined;
}

/** Follows the demo host to another port. */
async function moveInbox(services: Services, tenantId: TenantId, { id, url }: Inbox): Promise<void> {
  const { config, store } = services;
  await changeDestination(services, tenantId, { id, change: { url: inboxUrl(config) } }, acting);
  const { settings } = await readReportSetup(store, tenantId);
  if (settings.pageUrl !== pageUrl(config, Number(new URL(url).port))) return;
  const change = { pageUrl: pageUrl(config, config.demoPort) };
  await changeReportSettings(services, tenantId, change, acting);
}

const writeSecret = (services: Services, secret: string) =>
  writeFile(secretFile(services), secret, { mode: 0o600 });

const inboxUrl = ({ host, demoPort }: Config): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${demoPort}${PATH}`;

/** On the page, each embed is in an element with its id. */
const pageUrl = ({ publicUrl: { hostname } }: Config, port: number): string | null =>
  isLoopback(hostname) ? `http://${hostname}:${port}/#{embed}` : null;
