import type {
  AlertDryRun,
  NewSubscription,
  Subscription,
  SubscriptionChange,
  Subscriptions,
} from '@inlay/content/subscription';
import type { ErrorBody } from '@inlay/protocol/error-body';
import type { FieldProblem } from '@inlay/protocol/shape-errors';
import type { EmbedRequest } from '../../embed-api.ts';
import { FrameError } from '../../frame-error.ts';
import type { PageContext } from '../../page/page-context.ts';
import { CODES } from '../../render-tiles.ts';

/** The server's refusal, with the fields that it names. */
export class SubscriptionRefusal extends FrameError {
  readonly status: number;
  readonly problems: readonly FieldProblem[];

  constructor(status: number, { message = '', details }: Partial<ErrorBody>) {
    super(status === 409 ? 'VALUE_INVALID' : (CODES[status] ?? 'INTERNAL'), message);
    this.status = status;
    this.problems = Array.isArray(details) ? details : [];
  }
}

export interface ReportPreview {
  readonly subject: string;
  readonly html: string;
}

/** JSON leaves out what is undefined. */
type Change = { readonly [Name in keyof SubscriptionChange]: SubscriptionChange[Name] | undefined };

type Named = Pick<Subscription, 'id' | 'title' | 'kind'>;

/** The viewer's reports and alerts of the content that the page shows. Changes are events of the embed. */
export interface SubscriptionsApi {
  list(): Promise<Subscriptions>;
  /** Those of other viewers too, for somebody with `canSeeAll`; empty if there are none. */
  listAll(): Promise<readonly Subscription[]>;
  create(body: NewSubscription): Promise<Subscription>;
  change(id: string, body: Change): Promise<Subscription>;
  remove(subscription: Named): Promise<void>;
  sendTest(id: string): Promise<unknown>;
  dryRun(body: NewSubscription): Promise<AlertDryRun>;
  preview(body: NewSubscription): Promise<ReportPreview>;
}

export function createSubscriptionsApi({ api, link, page }: PageContext): SubscriptionsApi {
  const send = async <Body>(path: string, init: EmbedRequest): Promise<Body> => {
    const response = await api.own(`subscriptions${path}`, init);
    if (!response.ok) throw new SubscriptionRefusal(response.status, await response.json().catch(() => ({})));
    return response.status === 204 ? (undefined as Body) : response.json();
  };
  const tell = (event: 'created' | 'changed' | 'deleted', { id: subscriptionId, title, kind }: Named) =>
    link.emit(`subscription-${event}`, { subscriptionId, title, kind });
  const at = (id: string) => `/${encodeURIComponent(id)}`;

  return {
    list: () =>
      send(page.timeZone === undefined ? '' : `?${new URLSearchParams({ timeZone: page.timeZone })}`, {}),
    listAll: async () => {
      const { data } = await send<Subscriptions>('?all=true', {});
      return data.some(({ isMine }) => !isMine) ? data : [];
    },
    create: async (body) => {
      const created = await send<Subscription>('', { body });
      tell('created', created);
      return created;
    },
    change: async (id, body) => {
      const changed = await send<Subscription>(at(id), { method: 'PATCH', body });
      tell('changed', changed);
      return changed;
    },
    remove: async (subscription) => {
      await send(at(subscription.id), { method: 'DELETE' });
      tell('deleted', subscription);
    },
    sendTest: (id) => send(`${at(id)}/test`, { method: 'POST', body: {} }),
    dryRun: (body) => send('/dry-run', { body }),
    preview: (body) => send('/preview', { body }),
  };
}
