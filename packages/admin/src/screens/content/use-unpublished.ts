import type { UnpublishedTile } from '@inlay/content/publish-together';
import { useEffect, useState } from 'preact/hooks';
import { type ApiError, asApiError } from '../../api/api-error.ts';
import { loadQuery, refresh } from '../../api/query-cache.ts';
import { unpublishedTiles } from './queries.ts';

interface Unpublished {
  /** Undefined while they are loaded. */
  readonly tiles: readonly UnpublishedTile[] | undefined;
  readonly error: ApiError | undefined;
  readonly retry: () => void;
}

interface Item {
  readonly kind: 'tile' | 'story' | 'dashboard';
  readonly id: string;
}

/** The tiles that belong to these items and are not published, each once. */
export function useUnpublished(items: readonly Item[]): Unpublished {
  const [state, setState] = useState<{
    readonly tiles?: readonly UnpublishedTile[];
    readonly error?: ApiError;
  }>({});
  const [round, setRound] = useState(0);
  useEffect(() => {
    let isWanted = true;
    const load = async () => {
      const owners = items.flatMap(({ kind, id }) =>
        kind === 'tile' ? [] : [unpublishedTiles(kind === 'story' ? 'stories' : 'dashboards', id)],
      );
      // Revisions are sent along: they must be those of this moment.
      for (const { address } of owners) refresh(address);
      const responses = await Promise.all(owners.map(loadQuery));
      const all = responses.flatMap(({ tiles }) => tiles);
      return [...new Map(all.map((tile) => [tile.id, tile])).values()];
    };
    setState({});
    load().then(
      (tiles) => isWanted && setState({ tiles }),
      (error: unknown) => isWanted && setState({ error: asApiError(error) }),
    );
    return () => {
      isWanted = false;
    };
  }, [round]);
  return { tiles: state.tiles, error: state.error, retry: () => setRound((count) => count + 1) };
}
