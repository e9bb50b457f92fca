import type { TileContent } from '@inlay/charts/tile';
import type { EditorBackend } from '@inlay/editor/editor-backend';
import type { QueryResult } from '@inlay/protocol/result';
import { useEffect, useRef, useState } from 'preact/hooks';
import { contentOf, type ShownTile } from '../../api/content.ts';

/** The results of these tiles, requested once each while the page is open. */
export function useTileResults(
  backend: EditorBackend,
  tiles: readonly ShownTile[],
  wanted: readonly string[],
): ReadonlyMap<string, QueryResult> {
  const [state, setState] = useState<Results>({ by: backend, results: NONE });
  const asked = useRef({ by: backend, ids: new Set<string>() });
  const key = wanted.join(' ');
  useEffect(() => {
    if (asked.current.by !== backend) asked.current = { by: backend, ids: new Set() };
    const { ids } = asked.current;
    for (const id of wanted) {
      const tile = tiles.find((each) => each.id === id);
      if (!tile || ids.has(id)) continue;
      ids.add(id);
      backend.preview(contentOf(tile) as TileContent, new AbortController().signal).then(
        (result) => {
          if (asked.current.ids !== ids) return;
          setState((before) => ({ by: backend, results: new Map(of(before, backend)).set(id, result) }));
        },
        () => ids.delete(id),
      );
    }
  }, [key, tiles, backend]);
  return of(state, backend);
}

type Answers = ReadonlyMap<string, QueryResult>;
interface Results {
  readonly by: EditorBackend;
  readonly results: Answers;
}

const NONE: Answers = new Map();

/** Another backend means another user: nothing of the previous one may stay. */
const of = ({ by, results }: Results, backend: EditorBackend): Answers => (by === backend ? results : NONE);
