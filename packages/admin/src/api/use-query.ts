import { useCallback, useEffect, useRef } from 'preact/hooks';
import type { ApiError } from './api-error.ts';
import type { Query } from './query.ts';
import { cachedQuery, refresh, replaceData, watchQuery } from './query-cache.ts';

export interface QueryResult<T> {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
  /** Shows the response of a write instead of requesting the query again. */
  readonly replace: (data: T) => void;
}

/**
 * The response of a query, once it is known which. A cached response is returned at once and refreshed in the background.
 * While the next page of a list loads, the previous one stays.
 */
export function useQuery<T>(query: Query<T> | undefined): QueryResult<T> {
  const address = query?.address;
  const last = useRef<T | undefined>(undefined);
  const { data, error } = address === undefined ? {} : cachedQuery(address).state.value;
  if (data !== undefined || error) last.current = data as T | undefined;
  useEffect(() => (address === undefined ? undefined : watchQuery(address)), [address]);
  const reload = useCallback(() => address !== undefined && refresh(address), [address]);
  const replace = useCallback(
    (changed: T) => address !== undefined && replaceData(address, changed),
    [address],
  );
  return { data: last.current, error, reload, replace };
}
