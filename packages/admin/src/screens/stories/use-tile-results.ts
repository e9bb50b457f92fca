import type { EditorBackend } from '@inlay/editor/editor-backend';
import type { QueryResult } from '@inlay/protocol/result';
import type { TileContent } from '@inlay/protocol/tile';
import { useEffect, useRef, useState } from 'preact/hooks';
import { contentOf, type ShownTile } from '../../api/content.ts';

/** The answers of these tiles, asked for once each while the page is open. */
export function useTileResults(
  backend: EditorBackend,
  tiles: readonly ShownTile[],
  wanted: readonly string[],
): ReadonlyMap<string, QueryResult> {
  const [results, setResults] = useState<ReadonlyMap<string, QueryResult>>(new Map());
  const asked = useRef(new Set<string>());
  const current = useRef(backend);
  current.current = backend;
  const key = wanted.join(' ');
  // Another backend answers as another user: nothing of the former one's stays.
  useEffect(() => {
    asked.current.clear();
    setResults(new Map());
  }, [backend]);
  useEffect(() => {
    for (const id of wanted) {
      const tile = tiles.find((each) => each.id === id);
      if (!tile || asked.current.has(id)) continue;
      asked.current.add(id);
      backend.preview(contentOf(tile) as TileContent, new AbortController().signal).then(
        (result) => current.current === backend && setResults((before) => new Map(before).set(id, result)),
        () => asked.current.delete(id),
      );
    }
  }, [key, tiles, backend]);
  return results;
}
