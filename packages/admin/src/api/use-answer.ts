import { useCallback, useEffect, useState } from 'preact/hooks';
import { takeAnswer } from './ahead.ts';
import { ApiError } from './ask.ts';

export interface Answer<T> {
  readonly data: T | undefined;
  readonly error: ApiError | undefined;
  readonly reload: () => void;
  /** Puts in what a change answered, instead of asking again. */
  readonly replace: (data: T) => void;
}

/** The response of a GET, once its path is known. While the next page of a list loads, the previous one stays. */
export function useAnswer<T>(path: string | undefined): Answer<T> {
  const [state, setState] = useState<{ data?: T; error?: ApiError }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (path === undefined) return undefined;
    let wanted = true;
    takeAnswer<T>(path).then(
      (data) => wanted && setState({ data }),
      (error: unknown) => wanted && setState({ error: asApiError(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [path, round]);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const replace = useCallback((data: T) => setState({ data }), []);
  return { data: state.data, error: state.error, reload, replace };
}

export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError(0, String(error));
}
