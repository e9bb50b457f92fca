import type { Delivery, Subscription } from '@inlay/content/subscription';
import type { MailSettings } from '@inlay/protocol/mail-settings';
import { FREQUENCIES } from '@inlay/protocol/report-schedule';
import type { ReportSettings, ReportSettingsChange } from '@inlay/protocol/report-settings';
import { list, type Responses } from './fake-api.ts';
import { AT, sampleWorld } from './sample-world.ts';

export const REPORT_SETTINGS: ReportSettings = {
  rights: 'stored-context',
  assertionUrl: null,
  contextDays: 90,
  keepSecrets: false,
  recipientFrom: 'username',
  allowedDomains: [],
  maxRecipients: 1,
  maxPerViewer: 20,
  frequencies: [...FREQUENCIES],
  pageUrl: null,
  isPaused: false,
  hasSecret: false,
};

export const CAN_SEND: MailSettings = {
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
  hasPassword: false,
  instanceSender: 'analytics@vendor.example',
  canSend: true,
  waiting: 0,
  failures: [],
};

/** A weekly report of the embed of the sample world. */
export const WEEKLY: Subscription = {
  id: 'weekly',
  title: 'Revenue on Mondays',
  kind: 'report',
  appId: 'sales',
  embedId: 'sales-overview',
  content: { kind: 'tile', id: 'revenue' },
  tileId: null,
  state: {},
  schedule: { every: 'week', weekday: 1, at: '08:30', timeZone: 'Europe/Berlin' },
  format: 'pdf',
  to: { kind: 'email', recipients: ['ann@customer.example'] },
  alert: null,
  username: 'ann@customer.example',
  workspaceId: 'main',
  isMine: false,
  status: 'active',
  reason: null,
  nextAt: '2126-05-06T06:30:00.000Z',
  endsAt: '2126-08-01T10:00:00.000Z',
  last: { at: AT, state: 'sent', code: null, reason: null },
  createdAt: AT,
  updatedAt: AT,
};

export const ALERT: Subscription = {
  ...WEEKLY,
  id: 'returns',
  title: 'Returns above 8',
  kind: 'alert',
  schedule: { every: 'hour', timeZone: 'Europe/Berlin' },
  format: 'message',
  // Nothing to report.
  last: { at: AT, state: 'skipped', code: null, reason: null },
  alert: { kind: 'above', measure: 'returns', by: 'region', limit: 8, margin: 1, quietMinutes: 60 },
};

export const FAILED: Delivery = {
  id: 'one',
  subscriptionId: 'weekly',
  title: 'Revenue on Mondays',
  kind: 'report',
  recipient: 'ann@customer.example',
  dueAt: AT,
  state: 'failed',
  attempts: 5,
  reason: 'The mail server refused the message: 550 No such user.',
  finishedAt: AT,
};

interface Stored {
  readonly settings?: Partial<ReportSettings>;
  readonly subscriptions?: readonly Subscription[];
  readonly deliveries?: readonly Delivery[];
}

/** The sample world with these subscriptions and deliveries, which follow what the screens do. */
export function storedReports({ settings, subscriptions = [], deliveries = [] }: Stored = {}): Responses {
  let setup: ReportSettings = { ...REPORT_SETTINGS, ...settings };
  let stored = subscriptions;
  const one = (id: string) => stored.find((each) => each.id === id) ?? WEEKLY;
  return {
    ...sampleWorld,
    'GET /mail-settings': () => CAN_SEND,
    'GET /report-settings': () => setup,
    'PATCH /report-settings': ({ body }: { readonly body: ReportSettingsChange }) => {
      setup = { ...setup, ...body };
      return setup;
    },
    'POST /report-settings/secret': () => {
      setup = { ...setup, hasSecret: true };
      return { secret: 'inl_report_a_new_secret' };
    },
    'GET /subscriptions': () => list(...stored),
    'GET /subscriptions/{id}': ({ path: { id } }) => one(id),
    'PATCH /subscriptions/{id}': ({ path: { id }, body: { isPaused } }) => {
      const changed: Subscription = { ...one(id), status: isPaused ? 'paused' : 'active' };
      stored = stored.map((each) => (each.id === id ? changed : each));
      return changed;
    },
    'DELETE /subscriptions/{id}': ({ path: { id } }) => {
      stored = stored.filter((each) => each.id !== id);
      return undefined;
    },
    'POST /subscriptions/{id}/run': () => ({ data: [] }),
    'GET /subscriptions/{id}/deliveries': ({ path: { id } }) =>
      list(...deliveries.filter(({ subscriptionId }) => subscriptionId === id)),
    'GET /report-deliveries': ({ query }) =>
      list(...deliveries.filter(({ state }) => query.state === undefined || state === query.state)),
    'POST /report-deliveries/{id}/resend': () => ({ ...FAILED, state: 'waiting' }),
    'GET /report-destinations': () => list(),
  };
}
