import type { TileContent } from '@inlay/charts/tile';
import type { QueryResult } from '@inlay/protocol/result';
import { useEffect, useState } from 'preact/hooks';
import { type EditorBackend, EditorRefusal } from './editor-backend.ts';

export interface Preview {
  readonly loading: boolean;
  readonly result: QueryResult | undefined;
  readonly refusal: EditorRefusal | undefined;
  readonly retry: () => void;
}

/** How long typing or dragging must pause before the database is queried. */
const DEBOUNCE_MS = 250;

type State = Omit<Preview, 'retry'> & { readonly by?: EditorBackend };

const NOTHING: State = { loading: false, result: undefined, refusal: undefined };

/** The result of the current query. The previous one is aborted as soon as the query changes. */
export function usePreview(backend: EditorBackend, tile: TileContent): Preview {
  const [state, setState] = useState(NOTHING);
  const [round, setRound] = useState(0);
  const { datasetId, query, kind } = tile;
  // Only a changed query runs again: title and appearance use the same result. A kind may query totals of its own.
  const queryKey = JSON.stringify([datasetId, query, kind]);
  const hasQuery = datasetId !== '' && query.dimensions.length + query.measures.length > 0;
  useEffect(() => {
    if (!hasQuery) {
      setState(NOTHING);
      return undefined;
    }
    const request = new AbortController();
    // Another backend means another user: discard the previous user's data.
    setState((before) => ({ ...(before.by === backend ? before : NOTHING), by: backend, loading: true }));
    const timer = setTimeout(async () => {
      try {
        const result = await backend.preview({ ...tile, title: tile.title || ' ' }, request.signal);
        if (!request.signal.aborted) setState({ by: backend, loading: false, result, refusal: undefined });
      } catch (error) {
        if (request.signal.aborted) return;
        const refusal = error instanceof EditorRefusal ? error : new EditorRefusal('INTERNAL', String(error));
        setState({ by: backend, loading: false, result: undefined, refusal });
      }
    }, DEBOUNCE_MS);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [queryKey, hasQuery, backend, round]);
  const shown = state.by === backend ? state : NOTHING;
  return { ...shown, retry: () => setRound((count) => count + 1) };
}
