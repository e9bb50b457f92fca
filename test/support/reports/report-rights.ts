import assert from 'node:assert/strict';
import type { ReportSettings, ReportSettingsChange } from '@inlay/protocol/report-settings';
import type { TenantId } from '@inlay/protocol/tenant-id';
import { createEmbedRequest, renderTiles, resolveEmbed } from '@inlay/server/features/embeds/index';
import { openEmbed } from '@inlay/server/features/embeds/request/open-embed';
import { viewerSetting } from '@inlay/server/features/embeds/request/viewer-setting';
import { contextColumns } from '@inlay/server/features/reports/rights/context-columns';
import { viewerNow } from '@inlay/server/features/reports/rights/viewer-now';
import type { ReportError } from '@inlay/server/features/reports/store/report-error';
import { findSubscription } from '@inlay/server/features/reports/store/subscriptions';
import { readTenantSettings } from '@inlay/server/features/tenants/index';
import { authenticateEmbed } from '@inlay/server/features/tokens/index';
import { AppError } from '@inlay/server/platform/errors';
import type { EmbedPrincipal } from '@inlay/server/platform/identity/embed-principal';
import { newId } from '@inlay/server/platform/new-id';
import type { Given } from '../embeds/describe-embedding.ts';
import { viewerToken } from '../embeds/embed-world.ts';
import { call } from '../http/api-client.ts';

export const DEMO = 'demo' as TenantId;

/** Subscriptions and the rights of their viewers, below the routes that viewers use. */
export function reportRights(given: Given) {
  const services = () => given.inlay.services;
  const url = () => `${given.inlay.url}/api/v0/report-settings`;
  const change = async (body: ReportSettingsChange) => {
    const response = await call<ReportSettings>(url(), {
      method: 'PATCH',
      token: given.setup.adminToken,
      body,
    });
    assert.equal(response.status, 200, JSON.stringify(response.body));
  };
  const newSecret = async () => {
    const { body } = await call<{ secret: string }>(`${url()}/secret`, {
      method: 'POST',
      token: given.setup.adminToken,
    });
    return body.secret;
  };
  const principal = async (token: string): Promise<EmbedPrincipal> => {
    const viewer = await authenticateEmbed(services().store, DEMO, token, given.now());
    assert.ok(viewer);
    return viewer;
  };
  const columnsOf = (id: string, viewer: EmbedPrincipal) =>
    services().store.write((transaction) =>
      contextColumns(services(), transaction, { id, viewer, now: given.now() }),
    );
  /** Saves a subscription with a token, as its route does. */
  const subscribeWith = async (token: string, fields: object = {}) => {
    const viewer = await principal(token);
    const now = given.now();
    const id = newId(now);
    const row = {
      id,
      kind: 'report' as const,
      workspace_id: viewer.workspaceId,
      username: viewer.username,
      username_key: viewer.username,
      app_id: 'sales',
      embed_id: 'e-dashboard',
      content_kind: 'dashboard' as const,
      content_id: 'overview',
      tile_id: null,
      title: 'Overview',
      settings: '{}',
      status: 'active' as const,
      reason: null,
      sealed_alert_state: null,
      version: 1,
      next_at: now,
      last_at: null,
      last_state: null,
      last_reason: null,
      last_code: null,
      created_at: now,
      updated_at: now,
      ...(await columnsOf(id, viewer)),
      ...fields,
    };
    await services().store.write((transaction) =>
      transaction.tenant(DEMO).insertInto('subscriptions', row).execute(),
    );
    return id;
  };
  const subscription = async (id: string) => {
    const found = await findSubscription(services().store, DEMO, id);
    assert.ok(found);
    return found;
  };
  const viewerOf = async (id: string, signal = new AbortController().signal) =>
    viewerNow(services(), await subscription(id), signal);
  return {
    change,
    newSecret,
    principal,
    columnsOf,
    subscribeWith,
    /** Saves a subscription with the usual context but for these fields. */
    subscribe: async (context: object = {}, fields: object = {}) =>
      subscribeWith(await viewerToken(given.setup, context, given.now()), fields),
    subscription,
    viewerOf,
    /** Why nothing is sent. */
    whyNot: async (id: string, signal?: AbortSignal) => {
      try {
        await viewerOf(id, signal);
      } catch (thrown) {
        assert.equal((thrown as Error).name, 'ReportError', String((thrown as Error).stack));
        const { reason, effect, message } = thrown as ReportError;
        return { reason, effect, message };
      }
      return assert.fail('The viewer has rights.');
    },
    /** What an embed shows: the values of each tile, or the code of its error. */
    see: (viewer: EmbedPrincipal, embedId: string) => see(given, viewer, embedId),
  };
}

async function see({ inlay: { services } }: Given, viewer: EmbedPrincipal, embedId: string): Promise<object> {
  const setting = { lang: 'en', timeZone: 'UTC' };
  try {
    const opened = await openEmbed(services, viewer, await resolveEmbed(services, viewer, embedId));
    const request = createEmbedRequest({
      services,
      viewer,
      opened,
      setting: viewerSetting(setting, await readTenantSettings(services.store, DEMO), viewer),
      filters: {},
      variables: {},
      signal: new AbortController().signal,
    });
    const seen: Record<string, unknown> = {};
    for await (const result of renderTiles(
      request,
      [...request.tiles.keys()].map((id) => ({ id })),
    ))
      seen[result.id] =
        result.state === 'ready'
          ? result.result.columns.map(({ name, values }) => [name, ...values])
          : result.error.code;
    return seen;
  } catch (error) {
    if (error instanceof AppError) return { refused: error.code };
    throw error;
  }
}
