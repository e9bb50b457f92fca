import type { Subscription, Subscriptions } from '@inlay/content/subscription';
import { useEffect, useState } from 'preact/hooks';
import type { SubscriptionsApi } from './subscriptions-api.ts';

export interface LoadedSubscriptions extends Pick<Subscriptions, 'content' | 'options'> {
  readonly mine: readonly Subscription[];
  /** Absent for viewers who see only their own. */
  readonly all: readonly Subscription[] | undefined;
}

/** Loads them when the dialog opens, and again after a change. */
export function useSubscriptions(api: SubscriptionsApi) {
  const [loaded, setLoaded] = useState<LoadedSubscriptions | 'failed' | undefined>();
  const load = async () => {
    const { data, content, options } = await api.list();
    const all = options.canSeeAll ? (await api.listAll()).data : undefined;
    setLoaded({ mine: data, all, content, options });
  };
  const reload = () => {
    setLoaded(undefined);
    load().catch(() => setLoaded('failed'));
  };
  useEffect(reload, []);
  return { loaded, reload, refresh: load };
}
