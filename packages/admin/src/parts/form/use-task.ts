import { isCanceled } from '@inlay/ui/form/is-canceled';
import { useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';

export interface Task {
  readonly busy: boolean;
  readonly error: ApiError | undefined;
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

/** Work that a person started: whether it is running, and why it failed. */
export function useTask(): Task {
  const [state, setState] = useState<{ busy: boolean; error?: ApiError }>({ busy: false });
  const run = async (work: () => Promise<void>) => {
    setState({ busy: true });
    try {
      await work();
      setState({ busy: false });
    } catch (error) {
      setState(isCanceled(error) ? { busy: false } : { busy: false, error: asApiError(error) });
    }
  };
  return { busy: state.busy, error: state.error, run };
}
