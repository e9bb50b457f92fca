import assert from 'node:assert/strict';
import type { DeliverTo, Delivery, NewSubscription } from '@inlay/content/subscription';
import type { Page } from '@inlay/protocol/pagination';
import type { ReportSettingsChange } from '@inlay/protocol/report-settings';
import type { TenantId } from '@inlay/protocol/tenant-id';
import type { EngineName } from '@inlay/server/platform/engines/engines';
import { type SmtpServer, startSmtpServer } from '../mail/start-smtp-server.ts';
import { settleReports } from '../reports/report-world.ts';
import { startWebhookServer, type WebhookServer } from '../reports/start-webhook-server.ts';
import { type FakeTime, standingTime } from '../time/fake-time.ts';
import { publishDeliveryContent } from './delivery-content.ts';
import { openShop, type Shop } from './isolation-shop.ts';
import { canary } from './isolation-shop-data.ts';
import { TENANTS, type Tenant } from './isolation-tables.ts';
import { readMail, readRequest } from './read-message.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export type Channel = 'email' | 'webhook' | 'slack' | 'teams';

/** What customers sign as `secrets`: in one place of the store, sealed, and nowhere else. */
export const contextSecret = (tenant: Tenant) => canary(tenant, 'context', 1);

/** The shop of two tenants, whose viewers have reports and alerts sent to a real mail server and a real webhook server. */
export interface DeliveryWorld {
  readonly shop: Shop;
  readonly smtp: SmtpServer;
  readonly hooks: WebhookServer;
  readonly time: FakeTime;
  /** As the administrator of a tenant. */
  admin<Body = Record<string, unknown>>(
    tenant: Tenant,
    method: string,
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly body: Body }>;
  setReports(settings: ReportSettingsChange): Promise<void>;
  /** Where a message goes that nobody else sends to. */
  receiver(tenant: Tenant, channel: Channel, name: string): Promise<Receiver>;
  /** A schedule that is due next. */
  soon(): NewSubscription['schedule'];
  /** Lets it be due, and everything be sent. */
  passDue(): Promise<void>;
  /** What became of a subscription, the latest first. */
  deliveries(tenant: Tenant, id: string): Promise<readonly Delivery[]>;
  /** Sends subscriptions now, for an administrator, and returns what happened to each. */
  run(tenant: Tenant, ids: readonly string[]): Promise<readonly (readonly Delivery[])[]>;
  close(): Promise<void>;
}

export interface Receiver {
  readonly to: DeliverTo;
  /** All of what it received, readable, the oldest first. */
  received(): readonly string[];
  remove(): Promise<void>;
}

export async function openDeliveryWorld(engines: readonly EngineName[]): Promise<DeliveryWorld> {
  const smtp = await startSmtpServer();
  const hooks = await startWebhookServer();
  // No day ends while a test runs, and what is due at the same time says the same about it.
  const time = standingTime(Math.floor(Date.now() / DAY) * DAY + 2 * HOUR);
  const env = { INLAY_SMTP_URL: smtp.url, INLAY_MAIL_FROM: 'reports@vendor.example' };
  const more = (tenant: Tenant) => ({ secrets: { vault: contextSecret(tenant) } });
  const shop = await openShop(engines, { env, time, more });
  for (const tenant of TENANTS)
    for (const engine of engines) await publishDeliveryContent(shop.clients[tenant], engine, tenant);
  const { store } = shop.inlay.services;
  // Messages name the tenant.
  for (const tenant of TENANTS)
    await store.everyTenant
      .updateTable('tenants')
      .set({ name: 'Shop' })
      .where('id', '=', tenant as TenantId)
      .execute();

  let due = 0;
  const admin: DeliveryWorld['admin'] = (tenant, method, path, body) =>
    shop.clients[tenant].ask(path, {
      method,
      headers: { 'if-match': '*' },
      ...(body !== undefined && { body }),
    });
  const world: DeliveryWorld = {
    shop,
    smtp,
    hooks,
    time,
    admin,
    setReports: async (settings) => {
      for (const tenant of TENANTS) {
        const { status, body } = await admin(tenant, 'PATCH', 'report-settings', settings);
        assert.equal(status, 200, JSON.stringify(body));
      }
    },
    receiver: (tenant, channel, name) =>
      channel === 'email' ? mailbox(world, tenant, name) : destination(world, tenant, channel, name),
    soon: () => {
      due = Math.ceil((time.now() + 1) / MINUTE) * MINUTE;
      return { every: 'day', at: new Date(due).toISOString().slice(11, 16), timeZone: 'UTC' };
    },
    passDue: async () => {
      time.setClockBy(Math.max(0, due - time.now()));
      await settleReports(shop.inlay.services, time);
    },
    deliveries: async (tenant, id) => {
      const { body } = await admin<Page<Delivery>>(tenant, 'GET', `subscriptions/${id}/deliveries`);
      return body.data;
    },
    run: async (tenant, ids) => {
      const known = new Set<string>();
      for (const id of ids) for (const each of await world.deliveries(tenant, id)) known.add(each.id);
      // Deliveries of one moment are one.
      time.setClockBy(1000);
      for (const id of ids) {
        const { status, body } = await admin(tenant, 'POST', `subscriptions/${id}/run`);
        assert.equal(status, 202, JSON.stringify(body));
      }
      await settleReports(shop.inlay.services, time);
      const all = await Promise.all(ids.map((id) => world.deliveries(tenant, id)));
      return all.map((deliveries) => deliveries.filter((each) => !known.has(each.id)));
    },
    close: async () => {
      await shop.stop();
      await hooks.close();
      await smtp.close();
    },
  };
  await world.setReports({
    rights: 'stored-context',
    allowedDomains: TENANTS.map((tenant) => `${tenant}.customer.example`),
    maxPerViewer: 100,
    pageUrl: 'https://app.customer.example/{embed}',
  });
  return world;
}

async function mailbox({ smtp }: DeliveryWorld, tenant: Tenant, name: string): Promise<Receiver> {
  const address = `${name}@${tenant}.customer.example`;
  return {
    to: { kind: 'email', recipients: [address] },
    received: () => smtp.received.filter(({ to }) => to.includes(address)).map(readMail),
    remove: async () => {},
  };
}

async function destination(
  { hooks, admin }: DeliveryWorld,
  tenant: Tenant,
  kind: Exclude<Channel, 'email'>,
  name: string,
): Promise<Receiver> {
  const url = `${hooks.url}/${tenant}/${name}`;
  const given = { name, kind, workspaceId: 'main', url };
  const { status, body } = await admin<{ id: string }>(tenant, 'POST', 'report-destinations', given);
  assert.equal(status, 201, JSON.stringify(body));
  const { pathname } = new URL(url);
  return {
    to: { kind: 'destination', id: body.id },
    received: () => hooks.received.filter(({ path }) => path === pathname).map(readRequest),
    remove: async () => {
      assert.equal((await admin(tenant, 'DELETE', `report-destinations/${body.id}`)).status, 204);
    },
  };
}
