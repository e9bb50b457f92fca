import { useCallback, useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from './api-error.ts';
import type { Query } from './query.ts';
import { loadQuery, refresh, replaceData } from './query-cache.ts';
import type { QueryResult } from './use-query.ts';

/**
 * The response of a query for an editor: never an earlier one from the cache, and not replaced in the background, because
 * a draft must be saved against the version that it began with.
 */
export function useSnapshot<T>(query: Query<T> | undefined): QueryResult<T> {
  const [state, setState] = useState<{ readonly data?: T; readonly error?: ApiError }>({});
  const [round, setRound] = useState(0);
  const address = query?.address;
  useEffect(() => {
    if (query === undefined) return undefined;
    let isWanted = true;
    loadQuery(query).then(
      (data) => isWanted && setState({ data }),
      (error: unknown) => isWanted && setState({ error: asApiError(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [address, round]);
  const reload = useCallback(() => {
    if (address === undefined) return;
    refresh(address);
    setRound((count) => count + 1);
  }, [address]);
  const replace = useCallback(
    (data: T) => {
      if (address !== undefined) replaceData(address, data);
      setState({ data });
    },
    [address],
  );
  return { data: state.data, error: state.error, reload, replace };
}
