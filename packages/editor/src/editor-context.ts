import type { TileContent } from '@inlay/charts/tile';
import type { QueryResult } from '@inlay/protocol/result';
import type { EditorBackend, EditorDataset } from './editor-backend.ts';
import type { EditorTexts } from './editor-texts.ts';

/** The state and services that every part of the editor shares. */
export interface EditorContext {
  readonly tile: TileContent;
  readonly dataset: EditorDataset;
  readonly messages: EditorTexts;
  readonly backend: EditorBackend;
  /** The result that the preview shows. */
  readonly result: QueryResult | undefined;
  /** Records one undo step. Consecutive steps with the same key are undone together. */
  readonly change: (tile: TileContent, mergeKey?: string) => void;
}

/** The label of a column or measure, or its name if it is unknown. */
export function labelOf({ columns, measures }: EditorDataset, name: string): string {
  const field =
    measures.find((measure) => measure.name === name) ?? columns.find((column) => column.name === name);
  return field?.group ? `${field.group}: ${field.label}` : (field?.label ?? name);
}
