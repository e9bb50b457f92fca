import type { TileContent } from '@inlay/charts/tile';
import type { QueryResult } from '@inlay/protocol/result';
import type { EditorBackend, EditorDataset } from './editor-backend.ts';
import type { EditorTexts } from './editor-texts.ts';

/** What every part of the editor works on. */
export interface Desk {
  readonly tile: TileContent;
  readonly dataset: EditorDataset;
  readonly words: EditorTexts;
  readonly backend: EditorBackend;
  /** What the preview shows now. */
  readonly result: QueryResult | undefined;
  /** One step of work. Steps about the same thing are taken back together. */
  readonly change: (tile: TileContent, about?: string) => void;
}

/** How a column or measure is called. */
export function labelOf({ columns, measures }: EditorDataset, name: string): string {
  const field =
    measures.find((measure) => measure.name === name) ?? columns.find((column) => column.name === name);
  return field?.label ?? name;
}
