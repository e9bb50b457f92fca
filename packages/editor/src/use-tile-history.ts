import type { TileKind } from '@inlay/charts/chart-kinds';
import type { TileContent } from '@inlay/charts/tile';
import { useState } from 'preact/hooks';
import type { EditorDataset } from './editor-backend.ts';
import { withKind } from './model/change-fields.ts';
import { beginHistory, record, redo, undo } from './model/history.ts';
import { canShow, emptyKind, proposeKind } from './model/propose-kind.ts';
import { shapeOf } from './model/shape-of.ts';

interface Work {
  readonly tile: TileContent;
  /** The author chose the kind: it stays as long as it can show the fields. */
  readonly kindChosen: boolean;
}

interface TileHistory {
  readonly tile: TileContent;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly change: (tile: TileContent, mergeKey?: string) => void;
  readonly setKind: (kind: TileKind) => void;
  readonly setDataset: (id: string) => void;
}

/** The tile with its undo history. Until the author chooses a kind, the best one for the fields is used. */
export function useTileHistory(
  first: TileContent,
  kindChosen: boolean,
  datasetOf: (id: string) => EditorDataset,
): TileHistory {
  const [history, setHistory] = useState(() => beginHistory<Work>({ tile: first, kindChosen }));
  const { present } = history;
  const fitting = (tile: TileContent, chosen: boolean): TileContent => {
    const dataset = datasetOf(tile.datasetId);
    const shape = shapeOf(tile, dataset);
    const kind = chosen && canShow(tile.kind, shape) ? tile.kind : proposeKind(shape);
    if (chosen && kind === tile.kind) return tile;
    return withKind(tile, kind, dataset);
  };
  const put = (work: Work, mergeKey?: string) => setHistory((before) => record(before, work, mergeKey));
  return {
    tile: present.tile,
    canUndo: history.past !== undefined,
    canRedo: history.future !== undefined,
    undo: () => setHistory(undo),
    redo: () => setHistory(redo),
    change: (tile, mergeKey) => {
      const sameFields =
        tile.query.dimensions === present.tile.query.dimensions &&
        tile.query.measures === present.tile.query.measures;
      put({ ...present, tile: sameFields ? tile : fitting(tile, present.kindChosen) }, mergeKey);
    },
    setKind: (kind) =>
      put(
        {
          tile: withKind(present.tile, kind, datasetOf(present.tile.datasetId)),
          kindChosen: true,
        },
        'kind',
      ),
    setDataset: (datasetId) => {
      const { title, description, visibility } = present.tile;
      const kept = {
        title,
        ...(description === undefined ? {} : { description }),
        ...(visibility === undefined ? {} : { visibility }),
      };
      put({
        tile: { ...kept, kind: emptyKind, datasetId, query: { dimensions: [], measures: [] } },
        kindChosen: false,
      });
    },
  };
}
