import type { TileContent } from '@inlay/charts/tile';
import type { Format } from '@inlay/protocol/format';
import type { Cell, ColumnType, QueryResult } from '@inlay/protocol/result';
import type { VNode } from 'preact';

export interface EditorColumn {
  readonly name: string;
  readonly label: string;
  readonly type: ColumnType;
  readonly description?: string;
  readonly format?: Format;
}

type EditorMeasure = Omit<EditorColumn, 'type'>;

/** The fields of a dataset that an author can use, without its source. */
export interface EditorDataset {
  readonly id: string;
  readonly name: string;
  readonly columns: readonly EditorColumn[];
  readonly measures: readonly EditorMeasure[];
}

export interface ValuesAnswer {
  readonly values: readonly Cell[];
  readonly truncated: boolean;
}

/** Everything that the editor needs from its page. Every promise may reject with an `EditorRefusal`. */
export interface EditorBackend {
  /** The datasets that this author may use. */
  datasets(): Promise<readonly EditorDataset[]>;
  /** The result of an unsaved tile. The signal is aborted when a newer one is requested. */
  preview(tile: TileContent, signal: AbortSignal): Promise<QueryResult>;
  /** What a picker offers. */
  values(datasetId: string, column: string, search: string, signal: AbortSignal): Promise<ValuesAnswer>;
  /** Draws as viewers will see it: the page knows its theme, its language and how it loads charts. */
  draw(tile: TileContent, result: QueryResult, size: Size): Promise<DrawnTile>;
}

export interface DrawnTile {
  readonly picture: VNode;
  /** With the values in it. */
  readonly title: string;
  readonly description?: string | undefined;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Why a query failed, for the author. */
export class EditorRefusal extends Error {
  /** As the API has it: `DATABASE_TIMEOUT` and the like. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'EditorRefusal';
    this.code = code;
  }
}
