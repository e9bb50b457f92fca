import type { Subscription, SubscriptionOptions } from '@inlay/content/subscription';
import { useEffect, useState } from 'preact/hooks';
import type { SubscriptionsApi } from './subscriptions-api.ts';

export interface LoadedSubscriptions {
  readonly mine: readonly Subscription[];
  /** Empty for viewers who see only their own. */
  readonly all: readonly Subscription[];
  readonly options: SubscriptionOptions;
}

/** Loads them when the dialog opens, and again after a change. */
export function useSubscriptions(api: SubscriptionsApi) {
  const [loaded, setLoaded] = useState<LoadedSubscriptions | 'failed' | undefined>();
  const load = async () => {
    const { data, options } = await api.list();
    setLoaded({ mine: data, all: options.canSeeAll ? await api.listAll() : [], options });
  };
  const reload = () => {
    setLoaded(undefined);
    load().catch(() => setLoaded('failed'));
  };
  useEffect(reload, []);
  return { loaded, reload, refresh: load };
}
