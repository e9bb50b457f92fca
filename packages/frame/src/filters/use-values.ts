import type { FilterValuesResponse } from '@inlay/content/embed-api';
import { useEffect, useState } from 'preact/hooks';
import type { AskValues } from './panel-props.ts';

const TYPING_MS = 180;

/** The values that a filter offers; while others are asked for, the last ones stay. */
export function useValues(
  ask: AskValues,
  more: Parameters<AskValues>[0],
): { readonly answer: FilterValuesResponse | undefined; readonly failed: boolean } {
  const [answer, setAnswer] = useState<FilterValuesResponse>();
  const [failed, setFailed] = useState(false);
  const key = JSON.stringify(more);
  useEffect(() => {
    let current = true;
    const wait = setTimeout(
      () =>
        ask(more).then(
          (given) => {
            if (!current) return;
            setAnswer(given);
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
  return { answer, failed };
}
