import { statesValues, titleOutline } from '@inlay/protocol/parse-narrative';
import { useEffect, useState } from 'preact/hooks';
import type { TitledTile } from '../../charts/titled-tile.ts';

/** The title of a tile, with an ellipsis in place of each value until the values are loaded. */
export function useTileTitle({ id, appId, title }: TitledTile): string {
  const [written, setWritten] = useState<{ readonly of: string; readonly text: string }>();
  const of = JSON.stringify([appId, id, title]);
  useEffect(() => {
    if (!statesValues(title)) return undefined;
    const request = new AbortController();
    const write = async () => {
      const { writeTitle } = await import('../../charts/write-title.ts');
      const text = await writeTitle({ id, appId, title }, request.signal);
      if (!request.signal.aborted) setWritten({ of, text });
    };
    write().catch((error) => {
      // The ellipsis stays; the tile's own screen shows the error.
      if (!request.signal.aborted) console.warn(error);
    });
    return () => request.abort();
  }, [of]);
  return written?.of === of ? written.text : titleOutline(title);
}
