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

/** Pause after typing and dragging before the database is queried. */
const REST_MS = 250;

type State = Omit<Preview, 'retry'> & { readonly by?: EditorBackend };

const NOTHING: State = { loading: false, result: undefined, refusal: undefined };

/** The result of the current query. The previous one is aborted as soon as the query changes. */
export function usePreview(backend: EditorBackend, tile: TileContent): Preview {
  const [state, setState] = useState(NOTHING);
  const [round, setRound] = useState(0);
  const { datasetId, query } = tile;
  // Title and appearance use the same result: only a changed query runs again.
  const question = JSON.stringify([datasetId, query]);
  const isAsking = datasetId !== '' && query.dimensions.length + query.measures.length > 0;
  useEffect(() => {
    if (!isAsking) {
      setState(NOTHING);
      return undefined;
    }
    const asking = new AbortController();
    // Another backend means another user: nothing of the previous one may stay.
    setState((before) => ({ ...(before.by === backend ? before : NOTHING), by: backend, loading: true }));
    const timer = setTimeout(async () => {
      try {
        const result = await backend.preview({ ...tile, title: tile.title || ' ' }, asking.signal);
        if (!asking.signal.aborted) setState({ by: backend, loading: false, result, refusal: undefined });
      } catch (error) {
        if (asking.signal.aborted) return;
        const refusal = error instanceof EditorRefusal ? error : new EditorRefusal('INTERNAL', String(error));
        setState({ by: backend, loading: false, result: undefined, refusal });
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [question, isAsking, backend, round]);
  const shown = state.by === backend ? state : NOTHING;
  return { ...shown, retry: () => setRound((count) => count + 1) };
}
