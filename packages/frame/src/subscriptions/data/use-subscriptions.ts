import type { Subscription, Subscriptions } from '@inlay/content/subscription';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SubscriptionsApi } from './subscriptions-api.ts';

export interface LoadedSubscriptions extends Pick<Subscriptions, 'content' | 'options'> {
  readonly mine: readonly Subscription[];
  /** Absent for viewers who see only their own. */
  readonly all: readonly Subscription[] | undefined;
}

/** When to look for the result of a test: the server begins within two seconds, and most messages take a few more. */
const LOOKS_MS = [2000, 2000, 4000, 8000, 16_000];

/** Loads them when the dialog opens, and again after a change. */
export function useSubscriptions(api: SubscriptionsApi) {
  const [loaded, setLoaded] = useState<LoadedSubscriptions | 'failed' | undefined>();
  const load = async () => {
    const { data, content, options } = await api.list();
    const all = options.canSeeAll ? (await api.listAll()).data : undefined;
    setLoaded({ mine: data, all, content, options });
    return data;
  };
  const reload = () => {
    setLoaded(undefined);
    load().catch(() => setLoaded('failed'));
  };
  const isOpen = useRef(true);
  useEffect(() => {
    reload();
    return () => {
      isOpen.current = false;
    };
  }, []);
  /** Loads them again until one has another last result, and returns it. Undefined if that takes too long. */
  const follow = async ({ id, last }: Subscription): Promise<Subscription | undefined> => {
    for (const ms of LOOKS_MS) {
      await new Promise((resolve) => setTimeout(resolve, ms));
      if (!isOpen.current) return undefined;
      const found = (await load().catch(() => [])).find((each) => each.id === id);
      if (found && found.last?.at !== last?.at) return found;
    }
    return undefined;
  };
  return { loaded, reload, refresh: load, follow };
}
