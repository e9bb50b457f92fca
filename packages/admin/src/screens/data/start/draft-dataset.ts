import type { DatasetColumn, DatasetSource, Measure, Relationship } from '@inlay/protocol/dataset';

/** A table or file that becomes a dataset when its proposal is accepted. */
export interface DraftDataset {
  readonly id: string;
  readonly name: string;
  readonly source: DatasetSource;
  readonly columns: readonly DatasetColumn[];
  readonly measures: readonly Measure[];
  readonly relationships: readonly Relationship[];
  readonly facts: DataFacts;
}

/** What is known about the rows. Only proposals depend on it, so all of it may be missing. */
export interface DataFacts {
  readonly rows?: number | undefined;
  /** The number of different values, by column. */
  readonly distinct?: Readonly<Record<string, number>>;
  /** The first and last value of date columns, as ISO dates. */
  readonly spans?: Readonly<Record<string, { readonly from: string; readonly to: string }>>;
}
