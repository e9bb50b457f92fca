import type { FilterValuesResponse } from '@inlay/content/embed-api';
import { useEffect, useState } from 'preact/hooks';
import type { LoadValues } from './panel-props.ts';

const TYPING_MS = 180;

/** The values of a filter; the previous ones stay while others load. */
export function useValues(
  load: LoadValues,
  more: Parameters<LoadValues>[0],
): { readonly response: FilterValuesResponse | undefined; readonly failed: boolean } {
  const [response, setResponse] = useState<FilterValuesResponse>();
  const [failed, setFailed] = useState(false);
  const key = JSON.stringify(more);
  useEffect(() => {
    let current = true;
    const wait = setTimeout(
      () =>
        load(more).then(
          (given) => {
            if (!current) return;
            setResponse(given);
            setFailed(false);
          },
          () => current && setFailed(true),
        ),
      more.search ? TYPING_MS : 0,
    );
    return () => {
      current = false;
      clearTimeout(wait);
    };
  }, [key]);
  return { response, failed };
}
