import type {
  AlertDryRun,
  NewSubscription,
  Subscription,
  SubscriptionChange,
  SubscriptionOptions,
} from '@inlay/content/subscription';

/** What the fake server has, for tests to change. */
export interface FakeSubscriptions {
  readonly all: Subscription[];
  options: SubscriptionOptions;
  /** The refusal of the next change. */
  refusal: { readonly status: number; readonly body: object } | undefined;
  dryRun: AlertDryRun;
  reset(): void;
}

interface Reply {
  readonly status: number;
  readonly value: unknown;
}

const OPTIONS: SubscriptionOptions = {
  isAvailable: true,
  ownAddress: 'anna@example.com',
  allowedDomains: [],
  maxRecipients: 5,
  frequencies: ['hour', 'day', 'workday', 'week', 'month'],
  formats: ['message', 'pdf', 'xlsx', 'csv'],
  canEmail: true,
  destinations: [],
  canAlert: true,
  canSeeAll: false,
  timeZone: 'UTC',
};
const WEEKS = [5.1, 5.6, 6.2, 9.4, 7.1, 6.6, 8.3, 5.9, 5.2, 10.1, 6.4, 5.8];

export function createFakeSubscriptions(): FakeSubscriptions {
  const fake: FakeSubscriptions = {
    all: [],
    options: OPTIONS,
    refusal: undefined,
    dryRun: {
      fired: 3,
      checks: WEEKS.map((value, month) => ({
        at: new Date(Date.UTC(2025, month, 1)).toISOString(),
        member: null,
        value,
        text: `${value}%`,
        fires: value > 8,
      })),
    },
    reset: () => {
      fake.all.length = 0;
      Object.assign(fake, { options: OPTIONS, refusal: undefined });
    },
  };
  return fake;
}

/** A subscription that exists, with what a test says about it. */
export function fakeSubscription(more: Partial<Subscription> = {}): Subscription {
  return {
    id: `s${Math.random().toString(36).slice(2)}`,
    title: 'Weekly sales',
    kind: more.alert ? 'alert' : 'report',
    schedule: { every: 'week', weekday: 1, at: '08:00', timeZone: 'Europe/Berlin' },
    format: 'pdf',
    to: { kind: 'email', recipients: ['anna@example.com'] },
    alert: null,
    appId: 'shop',
    embedId: 'dashboard',
    content: { kind: 'dashboard', id: 'dashboard' },
    tileId: null,
    state: {},
    username: 'anna',
    workspaceId: 'w1',
    isMine: true,
    status: 'active',
    reason: null,
    nextAt: '2026-11-23T07:00:00.000Z',
    endsAt: null,
    last: null,
    createdAt: '2026-11-01T00:00:00.000Z',
    updatedAt: '2026-11-01T00:00:00.000Z',
    ...more,
  };
}

/** The reply to a request under `/subscriptions`. */
export function replyAboutSubscriptions(
  fake: FakeSubscriptions,
  { path, method, search, body }: { path: string; method: string; search: string; body: unknown },
): Reply | undefined {
  const [, id, action] = /\/subscriptions(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(path) ?? [];
  if (!path.includes('/subscriptions')) return undefined;
  const ok = (value: unknown, status = 200): Reply => ({ status, value });
  if (method === 'GET') {
    const wantsAll = search.includes('all=true');
    if (wantsAll && !fake.options.canSeeAll) return { status: 403, value: { statusCode: 403 } };
    const timeZone = new URLSearchParams(search).get('timeZone') ?? fake.options.timeZone;
    const data = fake.all.filter(({ isMine }) => wantsAll || isMine);
    return ok({ data, options: { ...fake.options, timeZone } });
  }
  if (fake.refusal) {
    const { status, body: value } = fake.refusal;
    fake.refusal = undefined;
    return { status, value };
  }
  if (id === 'dry-run') return ok(fake.dryRun);
  if (id === 'preview') {
    const { title } = body as NewSubscription;
    return ok({ subject: `${title} – Nov 19`, html: previewOf(title) });
  }
  if (action === 'test') return ok({}, 202);
  if (id === undefined) {
    const {
      alert = null,
      tileId = null,
      state = {},
      lang: _,
      variables: __,
      ...rest
    } = body as NewSubscription;
    const made = fakeSubscription({ ...rest, alert, tileId, state, kind: alert ? 'alert' : 'report' });
    fake.all.push(made);
    return ok(made, 201);
  }
  const at = fake.all.findIndex((each) => each.id === id);
  const found = fake.all[at];
  if (!found) return { status: 404, value: { statusCode: 404, message: 'There is no such subscription.' } };
  if (method === 'DELETE') {
    fake.all.splice(at, 1);
    return ok(undefined, 204);
  }
  const { isPaused, lang: _, variables: __, ...change } = body as SubscriptionChange;
  const changed: Subscription = {
    ...found,
    ...change,
    ...(isPaused !== undefined && { status: isPaused ? 'paused' : 'active' }),
  };
  fake.all[at] = changed;
  return ok(changed);
}

const previewOf = (title: string) =>
  `<!doctype html><html><head><style>.big{font-size:24px}</style></head><body style="margin:0;background:#f4f5f7"><div style="padding:24px;max-width:552px;margin:auto;background:#fff"><h1 class="big" style="color:#0b6e4f">${title}</h1><p><a href="https://host.example/">Open</a></p><img alt="Chart" src="data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7" width="480" height="240"></div></body></html>`;
