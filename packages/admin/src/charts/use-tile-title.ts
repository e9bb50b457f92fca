import { statesValues, titleOutline } from '@inlay/protocol/parse-narrative';
import { useEffect, useState } from 'preact/hooks';
import type { TitledTile } from './titled-tile.ts';

/** What a tile is called, with the values of its data once they are known. Until then dots stand for them. */
export function useTileTitle({ id, appId, title }: TitledTile): string {
  const [written, setWritten] = useState<{ readonly of: string; readonly text: string }>();
  const of = JSON.stringify([appId, id, title]);
  useEffect(() => {
    if (!statesValues(title)) return undefined;
    const asking = new AbortController();
    const write = async () => {
      const { writeTitle } = await import('./write-title.ts');
      const text = await writeTitle({ id, appId, title }, asking.signal);
      if (!asking.signal.aborted) setWritten({ of, text });
    };
    write().catch((error) => {
      // The ellipsis stays; the tile's own screen shows the error.
      if (!asking.signal.aborted) console.warn(error);
    });
    return () => asking.abort();
  }, [of]);
  return written?.of === of ? written.text : titleOutline(title);
}
